import { describe, expect, it } from 'vitest';
import { calculator } from './builtin/calculator.ts';
import { runPython } from './builtin/run-python.ts';
import { wordCount } from './builtin/word-count.ts';
import { createToolRegistry } from './tool-registry.ts';

describe('createToolRegistry', () => {
  const registry = createToolRegistry([calculator, wordCount, runPython]);

  it('lists run_python first, then the others in their order', () => {
    expect(registry.list().map((tool) => tool.name)).toEqual(['run_python', 'calculator', 'word_count']);
  });

  it('finds a tool by its exact name only (A1.1)', () => {
    expect(registry.get('calculator')).toBe(calculator);
    for (const name of ['Calculator', 'calc', '', 'constructor', '__proto__', 'toString'])
      expect(registry.get(name), name).toBeUndefined();
  });

  it('has no two tools of one name', () => {
    expect(() => createToolRegistry([calculator, calculator])).toThrow('two tools are called calculator');
  });
});
