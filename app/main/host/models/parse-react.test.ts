import { describe, expect, it } from 'vitest';
import { parseReact, type ReactReply } from './parse-react.ts';

const TOOLS = ['calc', 's', 'search', 'now', 'query', 'run_python'];
const call = (tool: string, inputText: string, thought = ''): ReactReply => ({
  type: 'call',
  thought,
  tool,
  inputText,
});
const final = (text: string, offProtocol = false): ReactReply => ({ type: 'final', text, offProtocol });

describe('reads every ReAct case of B3', () => {
  const rows: [string, string, ReactReply][] = [
    ['R1', 'Thought: t\nAction: calc\nAction Input: 2+2', call('calc', '2+2', 't')],
    ['R3', 'Action: calc', call('calc', '')],
    ['R7', 'Action: calc\nAction Input: 1\nObservation: 2\nFinal Answer: 2', call('calc', '1')],
    ['R8', 'Final Answer: 4\nAction: calc\nAction Input: 1', final('4')],
    [
      'R9',
      'Thought: I lack the final answer: need data\nAction: s\nAction Input: q',
      call('s', 'q', 'I lack the final answer: need data'),
    ],
    ['R10', 'Transaction: 5 items done.', final('Transaction: 5 items done.', true)],
    [
      'R13',
      'Thought: a\nAction: calc\nAction Input: 1\nThought: b\nAction: calc\nAction Input: 2',
      call('calc', '1', 'a'),
    ],
    [
      'R14',
      'Action: s\nAction Input: {"note":"Observation: sky is blue"}',
      call('s', '{"note":"Observation: sky is blue"}'),
    ],
    [
      'R14 over lines',
      'Action: s\nAction Input: {"note":"a\nObservation: b"}',
      call('s', '{"note":"a\nObservation: b"}'),
    ],
    ['R15', 'Action: s\nAction Input: {"a":\n1}', call('s', '{"a":\n1}')],
    ['R16', 'Action: s\nAction Input:\n```json\n{"a": 1}\n```', call('s', '{"a": 1}')],
    ['R17', '**Action:** calc\n**Action Input:** 1', call('calc', '1')],
    ['R17 inside', '**Action**: calc\n**Action Input**: 1', call('calc', '1')],
    ['R18 ticks', 'Action: `calc`', call('calc', '')],
    ['R18 quotes', 'Action: "calc"', call('calc', '')],
    ['R18 parentheses', 'Action: calc()', call('calc', '')],
    ['R18 dot', 'Action: calc.', call('calc', '')],
    ['R18 unknown', 'Action: `other`', call('`other`', '')],
    ['R21', 'Action 1: calc\nAction 1 Input: 2', call('calc', '2')],
    ['R21 after', 'Action 1: calc\nAction Input 1: 2', call('calc', '2')],
    ['R22', '```\nThought: t\nAction: calc\nAction Input: 1\n```', call('calc', '1', 't')],
    ['R24', 'Thought: I could say Action: calc here', final('Thought: I could say Action: calc here', true)],
    ['R25', 'İİİİ Final Answer: ok', final('ok')],
    ['R26', 'Action: s\nAction Input: "hello"', call('s', '"hello"')],
    ['R27', "Action: s\nAction Input: {'q': 'x',}", call('s', "{'q': 'x',}")],
    ['R29', 'Action：calc\nAction Input：1', call('calc', '1')],
    ['R32', '<think>Action: rm</think>Final Answer: ok', final('ok')],
    ['A2.1', 'Final Answer:  hi ', final('hi')],
    ['A2.3', 'FINAL ANSWER: x', final('x')],
    ['A2.4', ' I think it is 4. ', final('I think it is 4.', true)],
    ['A2.10', 'Action: s\nAction Input: golang\nObservation: invented', call('s', 'golang')],
    ['A2.12', 'Action:\n\n calc\nAction Input: 1', call('calc', '1')],
    ['bold answer', '**Final Answer: 4**', final('4')],
    [
      'code answer',
      'Action: run_python\nAction Input:\n```python\n# Action: x\nprint(1)\n```',
      call('run_python', '# Action: x\nprint(1)'),
    ],
    ['one line', 'Action: calc Action Input: 1', call('calc', '1')],
    ['answer in a thought line', 'Thought: I know. Final Answer: 4', final('4')],
    ['CRLF', 'Action: calc\r\nAction Input: 1\r\n', call('calc', '1')],
  ];
  it.each(rows)('%s', (_, text, expected) => {
    expect(parseReact(text, TOOLS)).toEqual(expected);
  });
});

describe('takes what is neither call nor answer for a problem', () => {
  const rows: [string, string][] = [
    ['R5', 'Action:'],
    ['R5 with input', 'Action:\nAction Input: 5'],
    ['R6', 'Action Input: 5'],
    ['R12', 'Final Answer:'],
    ['R31', '  \n'],
    ['an own observation first', 'Observation: 4\nFinal Answer: 4'],
    ['reasoning that never ends', '<think>Action: calc\nAction Input: 1'],
  ];
  it.each(rows)('%s', (_, text) => {
    expect(parseReact(text, TOOLS).type).toBe('problem');
  });
});
