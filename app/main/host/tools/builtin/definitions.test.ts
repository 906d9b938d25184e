import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/ids';
import { Tool } from '#contract/tool';
import type { BuiltinTool, ToolContext } from '../define-tool.ts';
import { schemaFault, validateInput } from '../validate-input.ts';
import { askPerson } from './ask-person.ts';
import { calculator } from './calculator.ts';
import { currentTime } from './current-time.ts';
import { runJavascript } from './run-javascript.ts';
import { runPython } from './run-python.ts';
import { wordCount } from './word-count.ts';

const TOOLS: BuiltinTool[] = [calculator, currentTime, wordCount, askPerson, runPython, runJavascript];

describe('the built-in tools that touch no file', () => {
  it.each(TOOLS.map((builtin) => [builtin.tool.name, builtin] as const))(
    '%s is a tool of the contract',
    (_name, { tool }) => {
      expect(Tool.parse(tool)).toEqual(tool);
      for (const command of tool.commands) expect(schemaFault(command.input)).toBeUndefined();
    },
  );

  it('change nothing and may be done again', () => {
    for (const { tool } of TOOLS)
      expect(tool.commands.map((command) => command.effect)).toEqual([
        { change: 'none', where: 'local', repeat: 'safe' },
      ]);
  });

  it('run code in the sandbox only, and never in the host', async () => {
    for (const { tool, run } of [runPython, runJavascript]) {
      expect(tool.runtime.type).toBe('sandbox');
      expect(tool.commands[0]?.runsCode).toBe(true);
      await expect(run({ code: '1' }, {} as ToolContext)).rejects.toThrow('never in the host');
    }
  });

  it('ask a person by the loop, never by an executor', async () => {
    expect(askPerson.tool.runtime).toEqual({ type: 'person' });
    await expect(askPerson.run({ question: 'Which year?' }, {} as ToolContext)).rejects.toThrow('never run');
  });

  it('refuse fields they do not have (R10)', () => {
    const inputs: [BuiltinTool, { [field: string]: Json }][] = [
      [calculator, { expression: '1' }],
      [wordCount, { text: '' }],
      [askPerson, { question: 'x', choices: ['a'] }],
      [runPython, { code: '' }],
    ];
    for (const [builtin, input] of inputs) {
      const schema = builtin.tool.commands[0]?.input ?? {};
      expect(validateInput(schema, { ...input }).ok).toBe(true);
      expect(validateInput(schema, { ...input, extra: 1 })).toEqual({
        ok: false,
        errors: [{ path: '/extra', message: 'is not a field of this input' }],
      });
    }
  });
});
