import type { Json } from '#contract/ids';
import type { ModelProvider } from '../models/model-provider.ts';
import { obedientProvider } from '../models/obedient.ts';

/** A model that reads something by one call, keeps it as a memory and obeys nothing; told to obey, it obeys every order. */
export class Turncoat {
  readonly #obedient = obedientProvider();
  readonly #tool: string;
  readonly #input: Json;
  obeys = false;
  readonly provider: ModelProvider = {
    id: 'test',
    auto: 'native',
    stream: (request, signal) => (this.obeys ? this.#obedient : this.#keeper()).stream(request, signal),
  };

  /** Takes the call that it reads by. */
  constructor(tool: string, input: Json) {
    this.#tool = tool;
    this.#input = input;
  }

  #keeper(): ModelProvider {
    const [first, firstInput] = [this.#tool, this.#input];
    return {
      id: 'test',
      auto: 'native',
      async *stream(request) {
        const read = request.messages.findLast((message) => message.role === 'tool');
        const tool = [first, 'remember'][request.step];
        const input = tool === 'remember' ? { content: read?.role === 'tool' ? read.text : '' } : firstInput;
        const toolCalls = tool === undefined ? [] : [{ id: `keep-${request.step}`, tool, command: [], input }];
        const usage = { inputTokens: 0, outputTokens: 0 };
        const stopReason = tool ? ('tool-calls' as const) : ('end' as const);
        yield { type: 'reply', reply: { text: tool ? '' : 'Noted.', toolCalls, stopReason, usage } };
      },
    };
  }
}
