import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Permission } from '#contract/permission';
import { matchesFile, matchesPattern } from '../policy/match-permission.ts';
import { isPatternWithin, isWithin } from './is-within.ts';

const part = fc.constantFrom('a', 'b', '*', '**');
const pattern = fc.array(part, { maxLength: 4 }).map((all) => all.join('/'));
const names = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 4 });
const verbs = fc.uniqueArray(fc.constantFrom('read', 'list', 'write', 'delete'), { minLength: 1 });
const file = fc.record({
  kind: fc.constant('file'),
  folder: fc.constantFrom('f1', 'f2', '*'),
  path: pattern,
  verbs,
}) as fc.Arbitrary<Extract<Permission, { kind: 'file' }>>;

describe('isWithin', () => {
  it('holds only where whatever the inner pattern covers, the outer one covers', () => {
    fc.assert(
      fc.property(pattern, pattern, names, (inner, outer, segments) => {
        if (isPatternWithin(inner, outer) && matchesPattern(inner, segments)) return matchesPattern(outer, segments);
        return true;
      }),
      { numRuns: 3000 },
    );
  });

  it('never takes a wider file permission for a narrower one', () => {
    fc.assert(
      fc.property(file, file, names, fc.constantFrom('f1', 'f2'), verbs, (inner, outer, segments, folder, [verb]) => {
        if (verb === undefined || !isWithin(inner, outer)) return true;
        const place = { folder, segments };
        return !matchesFile(inner, place, verb) || matchesFile(outer, place, verb);
      }),
      { numRuns: 3000 },
    );
  });

  it('holds for itself', () => {
    fc.assert(fc.property(file, (permission) => isWithin(permission, permission)));
  });

  const tool = (more: object): Permission => ({ kind: 'tool', tool: 't', command: '**', ...more });
  const net = (more: object): Permission => ({ kind: 'net', host: 'a.b', ports: [], methods: ['*'], ...more });
  const line = (words: string[], more: boolean) => tool({ line: { field: 'script', words, more } });
  it.each<[string, Permission, Permission, boolean]>([
    ['a named command in all of them', tool({ command: 'a/b' }), tool({}), true],
    ['all commands in a named one', tool({}), tool({ command: 'a/b' }), false],
    ['one value in any', tool({ input: { p: 'x' } }), tool({ input: { p: '*' } }), true],
    ['no value in one', tool({}), tool({ input: { p: 'x' } }), false],
    ['any value in one', tool({ input: { p: '*' } }), tool({ input: { p: 'x' } }), false],
    ['a longer line in one that begins it', line(['git', 'log'], false), line(['git'], true), true],
    ['a line that goes on in an exact one', line(['git'], true), line(['git'], false), false],
    ['a longer line in an exact one', line(['git', 'log'], false), line(['git'], false), false],
    ['no line in one', tool({}), line(['git'], true), false],
    ['a host in one label of any kind', net({}), net({ host: '*.b' }), true],
    ['any label in a host', net({ host: '*.b' }), net({}), false],
    ['two labels in one', net({ host: 'x.a.b' }), net({ host: '*.b' }), false],
    ['an address in numbers in any labels', net({ host: '1.2.3.4' }), net({ host: '*.*.*.*' }), false],
    ['a port in a range', net({ ports: [{ from: 85, to: 85 }] }), net({ ports: [{ from: 80, to: 90 }] }), true],
    ['the ports of the web in a range without 443', net({}), net({ ports: [{ from: 80, to: 90 }] }), false],
    ['the ports of the web in all', net({}), net({ ports: [{ from: 1, to: 65535 }] }), true],
    ['all ports in those of the web', net({ ports: [{ from: 1, to: 65535 }] }), net({}), false],
    ['a host below in all below', net({ host: 'x.a.b' }), net({ host: '**.b' }), true],
    ['all below in one label', net({ host: '**.b' }), net({ host: '*.b' }), false],
    ['a wider range in a range', net({ ports: [{ from: 80, to: 91 }] }), net({ ports: [{ from: 80, to: 90 }] }), false],
    ['addresses of one’s own in public ones', net({ address: '10.1.0.0/16' }), net({ host: '**' }), false],
    ['addresses of one’s own in the same', net({ address: '10.1.0.0/16' }), net({ address: '10.1.0.0/16' }), true],
    ['addresses of one’s own in others', net({ address: '10.1.0.0/16' }), net({ address: '10.2.0.0/16' }), false],
    ['any method in one', net({}), net({ methods: ['GET'] }), false],
    ['a secret in itself', secret('k', 'header'), secret('k', 'header'), true],
    ['revealing in using', secret('k', 'reveal'), secret('k', 'header'), false],
    ['another kind', secret('k', 'header'), tool({}), false],
  ])('%s: %#', (_, inner, outer, holds) => {
    expect(isWithin(inner, outer)).toBe(holds);
  });
});

function secret(name: string, use: 'header' | 'reveal'): Permission {
  return { kind: 'secret', name, use };
}
