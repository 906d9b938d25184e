import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';

/** A fuse as the configuration wants it and as a binary has it. */
export interface FuseReading {
  name: string;
  wanted: boolean;
  /** `absent`: this Electron has no such fuse. */
  found: 'on' | 'off' | 'absent';
}

const OPTIONS = new Map<string, FuseV1Options>([
  ['runAsNode', FuseV1Options.RunAsNode],
  ['enableCookieEncryption', FuseV1Options.EnableCookieEncryption],
  ['enableNodeOptionsEnvironmentVariable', FuseV1Options.EnableNodeOptionsEnvironmentVariable],
  ['enableNodeCliInspectArguments', FuseV1Options.EnableNodeCliInspectArguments],
  ['enableEmbeddedAsarIntegrityValidation', FuseV1Options.EnableEmbeddedAsarIntegrityValidation],
  ['onlyLoadAppFromAsar', FuseV1Options.OnlyLoadAppFromAsar],
  ['grantFileProtocolExtraPrivileges', FuseV1Options.GrantFileProtocolExtraPrivileges],
]);

/** The fuses that `electron-builder.yml` asks for, by name. Throws when it asks for one that is not read back. */
export function wantedFuses(configuration: string): Map<string, boolean> {
  const block = /^electronFuses:\n((?: {2}\w+: (?:true|false)\n)+)/m.exec(configuration)?.[1] ?? '';
  const wanted = new Map<string, boolean>();
  for (const [, name = '', value] of block.matchAll(/^ {2}(\w+): (true|false)$/gm)) {
    if (!OPTIONS.has(name)) throw new Error(`electron-builder.yml sets the fuse ${name}, which is not read back.`);
    wanted.set(name, value === 'true');
  }
  return wanted;
}

/** Reads the fuses of a binary back, each beside what was wanted (E11). */
export async function readFuses(binary: string, wanted: Map<string, boolean>): Promise<FuseReading[]> {
  const wire: Partial<Record<FuseV1Options, FuseState>> = await getCurrentFuseWire(binary);
  return [...wanted].map(([name, value]) => {
    const option = OPTIONS.get(name);
    const state = option === undefined ? undefined : wire[option];
    return {
      name,
      wanted: value,
      found: state === FuseState.ENABLE ? 'on' : state === FuseState.DISABLE ? 'off' : 'absent',
    };
  });
}
