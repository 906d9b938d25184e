import * as z from 'zod';
import { defineTool } from '../define-tool.ts';
import { evaluateExpression, formatNumber } from './evaluate-expression.ts';

/** `calculator {expression}`: exact to 15 significant digits (rows A5.1 to A5.3). Never runs its input as code. */
export const calculator = defineTool({
  name: 'calculator',
  description:
    'Computes one arithmetic expression with + - * /, parentheses and decimals, such as (1500 * 1.12) / 3. No powers, no functions, no thousands separators.',
  input: { expression: z.string().describe('The expression, such as 2 + 2 * (3 - 1)') },
  effect: { change: 'none', where: 'local', repeat: 'safe' },
  run: ({ expression }) => {
    const result = evaluateExpression(expression);
    return result.ok
      ? { type: 'ok', text: formatNumber(result.value) }
      : { type: 'error', code: 'tool-failed', message: `The expression has no value: ${result.message}.` };
  },
});
