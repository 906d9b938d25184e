import { realpathSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findWalls, wrapCommand } from './walls.ts';

const NONE = {
  bubblewrap: undefined,
  setpriv: undefined,
  shell: undefined,
  network: false,
  orphans: 'not-prevented',
  summary: '',
} as const;

test('without any launcher the guest starts bare', () => {
  const wrapped = wrapCommand(NONE, process.execPath, ['guest.cjs'], []);
  expect(wrapped.argv).toEqual(['guest.cjs']);
});

test('without bubblewrap the guest is tied to the host and to a limit of CPU seconds', () => {
  const walls = { ...NONE, setpriv: '/usr/bin/setpriv', shell: '/bin/sh' };
  const { command, argv } = wrapCommand(walls, process.execPath, ['guest.cjs'], []);
  expect([command, ...argv].join(' ')).toMatch(
    /^\/usr\/bin\/setpriv --pdeathsig KILL \/bin\/sh -c ulimit -t \d+; exec .* guest\.cjs$/,
  );
});

test('inside bubblewrap only the guest’s own folders are bound', () => {
  const walls = { ...NONE, bubblewrap: '/usr/bin/bwrap' };
  const { command, argv } = wrapCommand(walls, process.execPath, ['guest.cjs'], ['/app/guest']);
  expect(command).toBe('/usr/bin/bwrap');
  const bound = argv.filter((_, index) => argv[index - 1]?.startsWith('--ro-bind'));
  expect(bound).toContain('/app/guest');
  const others = bound.filter((each) => each !== realpathSync(process.execPath));
  expect(others.filter((folder) => /^\/(home|root|tmp|etc|var)(\/|$)/.test(folder))).toEqual(['/etc/ld.so.cache']);
  expect(argv).toEqual(expect.arrayContaining(['--unshare-all', '--die-with-parent', '--clearenv', '--new-session']));
});

test('the report says when the wall for the network is missing', () => {
  expect(findWalls(process.execPath, 'off')).toMatchObject({
    bubblewrap: undefined,
    network: false,
    summary: expect.stringContaining('Install bubblewrap'),
  });
});
