import type { Json } from '#contract/ids';

/** One printed call as a family of models writes it, and the calls that it stands for. */
export interface CallForm {
  name: string;
  text: string;
  calls: [string, Json][];
  /** Servers swallow the end token, so the form is whole without it too. */
  endOptional?: string;
}

const ONE: [string, Json][] = [['special_function', { arg1: 1 }]];
const TEXT_VALUE: [string, Json][] = [['special_function', { arg1: '1' }]];
const CALL = '{"name": "special_function", "arguments": {"arg1": 1}}';

/** Forms of calls printed as text (rule R4), each written out from the format its models are trained on. */
export const CALL_FORMS: CallForm[] = [
  { name: 'Hermes', text: `<tool_call>\n${CALL}\n</tool_call>`, calls: ONE },
  { name: 'Hermes on one line', text: `<tool_call>${CALL}</tool_call>`, calls: ONE },
  {
    name: 'Hermes, two calls',
    text: `<tool_call>${CALL}</tool_call>\n<tool_call>{"name": "get_time", "arguments": {}}</tool_call>`,
    calls: [...ONE, ['get_time', {}]],
  },
  { name: 'Hermes with thoughts', text: `<think>I'm\nthinking</think>\n<tool_call>${CALL}</tool_call>`, calls: ONE },
  {
    name: 'QwQ, thoughts left open by the template',
    text: `I'm\nthinking</think>\n<tool_call>${CALL}</tool_call>`,
    calls: ONE,
  },
  {
    name: 'Hermes with arguments as text',
    text: '<tool_call>{"name": "special_function", "arguments": "{\\"arg1\\": 1}"}</tool_call>',
    calls: ONE,
  },
  {
    name: 'Hermes in Python spelling',
    text: "<tool_call>{'name': 'special_function', 'arguments': {'arg1': 1}}</tool_call>",
    calls: ONE,
  },
  {
    name: 'function_call in a code block',
    text: `\`\`\`json\n<function_call> ${CALL} \n</function_call> \n\`\`\` `,
    calls: ONE,
  },
  { name: 'bare JSON', text: CALL, calls: ONE },
  { name: 'bare JSON in a code block', text: `\`\`\`json\n${CALL}\n\`\`\``, calls: ONE },
  { name: 'bare JSON in a block without language', text: `\`\`\`\n  ${CALL}\n\`\`\``, calls: ONE },
  { name: 'JSON in a response tag', text: `<response>\n${CALL}\n</response>`, calls: ONE },
  { name: 'JSON in a tools tag', text: `<tools>\n${CALL}\n</tools>`, calls: ONE },
  { name: 'JSON in a tool tag', text: `<tool>\n${CALL}\n</tool>`, calls: ONE },
  { name: 'JSON in a JSON tag', text: `<JSON>\n${CALL}\n</JSON>`, calls: ONE },
  { name: 'an XML block', text: `\`\`\`xml\n<response>\n${CALL}\n</response>\n\`\`\``, calls: ONE },
  { name: 'generic', text: `{"tool_call": ${CALL}}`, calls: ONE },
  {
    name: 'generic list',
    text: '{"tool_calls": [{"name": "special_function", "arguments": {"arg1": 1}, "id": "1"}]}',
    calls: ONE,
  },
  {
    name: 'OpenAI wrapper',
    text: '{"type": "function", "function": {"name": "special_function", "arguments": "{\\"arg1\\": 1}"}}',
    calls: ONE,
  },
  { name: 'Llama 3', text: '{"name": "special_function", "parameters": {"arg1": 1}}', calls: ONE },
  {
    name: 'Llama 3 with type',
    text: '{"type": "function", "name": "special_function", "parameters": {"arg1": 1}}',
    calls: ONE,
  },
  {
    name: 'Llama 3 with a tag',
    text: '<|python_tag|>{"name": "special_function", "parameters": {"arg1": 1}}<|eom_id|>',
    calls: ONE,
    endOptional: '<|eom_id|>',
  },
  { name: 'Llama 3, built-in call', text: '<|python_tag|>special_function.call(arg1=1)', calls: ONE },
  {
    name: 'Qwen3-Coder',
    text: '<tool_call>\n<function=special_function>\n<parameter=arg1>\n1\n</parameter>\n</function>\n</tool_call>',
    calls: TEXT_VALUE,
  },
  { name: 'Functionary 3.1', text: '<function=special_function>{"arg1": 1}</function>', calls: ONE },
  {
    name: 'function with a name attribute',
    text: '<function name="special_function">\n{"arg1": 1}\n</function>',
    calls: ONE,
  },
  { name: 'Functionary 3.2', text: '>>>special_function\n{"arg1": 1}', calls: ONE },
  { name: 'Functionary 3.2, text first', text: '>>>all\nHello\n>>>special_function\n{"arg1": 1}', calls: ONE },
  { name: 'Functionary 3.2, start only', text: 'special_function\n{"arg1": 1}', calls: ONE },
  {
    name: 'Mistral Nemo',
    text: '[TOOL_CALLS][{"name": "special_function", "arguments": {"arg1": 1}, "id": "123456789"}]',
    calls: ONE,
  },
  { name: 'Mistral Small', text: '[TOOL_CALLS]special_function[CALL_ID]123456789[ARGS]{"arg1": 1}', calls: ONE },
  { name: 'Devstral', text: '[TOOL_CALLS]special_function[ARGS]{"arg1": 1}', calls: ONE },
  {
    name: 'DeepSeek R1',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>special_function\n```json\n{"arg1": 1}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: ONE,
  },
  {
    name: 'DeepSeek R1, short begin',
    text: '<｜tool▁calls｜>function<｜tool▁sep｜>special_function\n```json\n{"arg1": 1}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: ONE,
  },
  {
    name: 'DeepSeek V3.1',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>special_function<｜tool▁sep｜>{"arg1": 1}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: ONE,
  },
  { name: 'Granite', text: '<|tool_call|>[{"name": "special_function", "arguments": {"arg1": 1}}]', calls: ONE },
  {
    name: 'Granite 4',
    text: '<tool_call>[{"name": "special_function", "arguments": {"arg1": 1}}]</tool_call>',
    calls: ONE,
  },
  { name: 'Firefunction', text: ' functools[{"name": "special_function", "arguments": {"arg1": 1}}]', calls: ONE },
  {
    name: 'Nemotron',
    text: '<TOOLCALL>[{"name": "special_function", "arguments": {"arg1": 1}}]</TOOLCALL>',
    calls: ONE,
  },
  {
    name: 'Apriel',
    text: '<tool_calls>[{"name": "special_function", "arguments": {"arg1": 1}}]</tool_calls>',
    calls: ONE,
  },
  {
    name: 'MiniMax',
    text: '<minimax:tool_call>\n<invoke name="special_function"><parameter name="arg1">1</parameter></invoke>\n</minimax:tool_call>',
    calls: TEXT_VALUE,
  },
  {
    name: 'GLM',
    text: '<tool_call>special_function\n<arg_key>arg1</arg_key>\n<arg_value>1</arg_value>\n</tool_call>',
    calls: TEXT_VALUE,
  },
  {
    name: 'Kimi K2',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.special_function:0<|tool_call_argument_begin|>{"arg1": 1}<|tool_call_end|><|tool_calls_section_end|>',
    calls: ONE,
  },
  {
    name: 'Command R7B',
    text: '<|START_THINKING|>I\'m\nthinking<|END_THINKING|><|START_ACTION|>[\n{"tool_call_id": "0", "tool_name": "special_function", "parameters": {"arg1": 1}}\n]<|END_ACTION|>',
    calls: ONE,
  },
  { name: 'Apertus', text: '<|tools_prefix|>[{"special_function": {"arg1": 1}}]<|tools_suffix|>', calls: ONE },
  {
    name: 'gpt-oss',
    text: '<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>commentary to=functions.special_function <|constrain|>json<|message|>{"arg1": 1}<|call|>',
    calls: ONE,
    endOptional: '<|call|>',
  },
  {
    name: 'gpt-oss, recipient first',
    text: '<|start|>assistant to=functions.special_function<|channel|>commentary<|constrain|>json<|message|>{"arg1": 1}<|call|>',
    calls: ONE,
    endOptional: '<|call|>',
  },
  { name: 'LangChain', text: '{"action": "special_function", "action_input": {"arg1": 1}}', calls: ONE },
];
