import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { AgentFile } from './agent-file.ts';
import { holdsPrototypeName, namedRecord } from './named-record.ts';
import { Permission } from './permission.ts';

const names = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', ''),
  fc.string(),
);

const fieldsFrom = (pairs: [string, unknown][]): unknown => JSON.parse(JSON.stringify(Object.fromEntries(pairs)));

test('keeps every name as a field of its own, or refuses the whole', () => {
  const fields = fc.uniqueArray(fc.tuple(names, fc.string()), { selector: ([name]) => name });
  fc.assert(
    fc.property(fields, (pairs) => {
      const read = namedRecord(z.string()).safeParse(fieldsFrom(pairs));
      if (pairs.some(([name]) => name === '__proto__')) expect(read.success).toBe(false);
      else expect(new Map(Object.entries(read.data ?? {}))).toEqual(new Map(pairs));
    }),
  );
});

test('a rule never loses the argument it names', () => {
  fc.assert(
    fc.property(names, (name) => {
      const permission = fieldsFrom([
        ['kind', 'tool'],
        ['tool', 'write_file'],
        ['command', '**'],
        ['input', fieldsFrom([[name, '1']])],
      ]);
      const read = Permission.safeParse(permission);
      if (name === '__proto__') expect(read.success).toBe(false);
      else expect(read.data).toMatchObject({ input: fieldsFrom([[name, '1']]) });
    }),
  );
});

test('an agent file never loses a limit on calls or an option of a tool', () => {
  fc.assert(
    fc.property(names, (name) => {
      const named = fieldsFrom([[name, 1]]);
      const read = AgentFile.safeParse({ name: 'a', limits: { calls: named }, tools: [{ tool: 'x', options: named }] });
      if (name === '__proto__') expect(read.success).toBe(false);
      else expect([read.data?.limits.calls, read.data?.tools[0]?.options]).toEqual([named, named]);
    }),
  );
});

test('it is found at any depth', () => {
  expect(holdsPrototypeName(JSON.parse('{"a":[{"b":{"__proto__":1}}]}'))).toBe(true);
  expect(holdsPrototypeName(JSON.parse('{"a":["__proto__"],"proto":null}'))).toBe(false);
});
