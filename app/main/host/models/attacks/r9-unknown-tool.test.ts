import { describe, expect, it } from 'vitest';
import { interpretReply } from '../interpret-reply.ts';
import { offerTools } from '../offer-tools.ts';
import { CALCULATOR, testTool, WRITE_FILE } from '../testing/tools.ts';

const offers = offerTools([CALCULATOR, WRITE_FILE, testTool('git', {}, [['commit']])]);
const usage = { inputTokens: 0, outputTokens: 0 };

describe('R9: a name that is not offered to the letter is unknown, never guessed', () => {
  it.each([
    'Write_File',
    'WRITE_FILE',
    'write_fіle',
    'writefile',
    'write-file',
    'write_file\u200b',
    'write file',
    'git',
    'git commit',
    'GIT__COMMIT',
    'constructor',
    '__proto__',
    'toString',
  ])('%s', (name) => {
    const native = interpretReply(
      { text: '', calls: [{ name, argumentsText: '{"path":"a","content":"b"}' }], stopReason: 'tool-calls', usage },
      { offers, protocol: 'native' },
    );
    const react = interpretReply(
      { text: `Action: ${name}\nAction Input: {"path":"a","content":"b"}`, calls: [], stopReason: 'end', usage },
      { offers, protocol: 'react' },
    );
    const printed = interpretReply(
      {
        text: `<tool_call>${JSON.stringify({ name, arguments: {} })}</tool_call>`,
        calls: [],
        stopReason: 'end',
        usage,
      },
      { offers, protocol: 'native' },
    );
    for (const reply of [native, react, printed]) {
      expect(reply.toolCalls).toMatchObject([{ command: [], fault: { code: 'unknown-tool' } }]);
      expect(reply.toolCalls[0]?.fault?.message).toContain('calculator, write_file, git__commit');
    }
  });
});
