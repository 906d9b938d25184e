import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { wantedFuses } from '../fuses.ts';
import { ROOT } from '../root.ts';

// A program on the machine runs our binary as plain Node, debugs it, or puts another app folder beside it (E11).
// `npm run package` reads the fuses back from the packaged binary and fails where one is not as it stands here.
test('the packaged binary is asked to have every dangerous fuse off and every protecting one on', () => {
  const configuration = readFileSync(path.join(ROOT, 'electron-builder.yml'), 'utf8');
  expect(Object.fromEntries(wantedFuses(configuration))).toEqual({
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    enableCookieEncryption: true,
    grantFileProtocolExtraPrivileges: false,
  });
});

test('a fuse that is not read back is an error, not a fuse left out', () => {
  expect(() => wantedFuses('electronFuses:\n  resetAdHocDarwinSignature: true\n')).toThrow('is not read back');
});
