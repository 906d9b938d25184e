import type { Json } from '#contract/ids';
import { fetchOptions } from './fetch-options.ts';
import { searchOptions } from './search/search-options.ts';

type Options = Readonly<Record<string, Json>>;

interface OptionFault {
  option: string;
  fault: string;
}

const READERS: Readonly<Record<string, (options: Options) => object>> = {
  http_fetch: fetchOptions,
  web_search: searchOptions,
  recall_memory: recallOptions,
};

/** What is wrong with the options of a tool: in words, and the option it is about. Undefined: nothing. */
export function optionFault(tool: string, options: Options): OptionFault | undefined {
  const reader = Object.hasOwn(READERS, tool) ? READERS[tool] : undefined;
  if (reader) {
    const read = reader(options);
    return 'fault' in read ? (read as OptionFault) : undefined;
  }
  const [option] = Object.keys(options);
  return option === undefined
    ? undefined
    : { option, fault: `${tool} has no options; it was given ${JSON.stringify(option)}` };
}

/** Reads the options of `recall_memory`: `characters` of an answer at most, without a limit below zero (row A10.5). */
function recallOptions(options: Options): OptionFault | { characters: number | undefined } {
  const option = Object.keys(options).find((name) => name !== 'characters');
  if (option !== undefined)
    return { option, fault: `recall_memory has no option ${JSON.stringify(option)}; there is characters` };
  const { characters } = options;
  if (characters === undefined || Number.isInteger(characters)) return { characters: characters as number | undefined };
  return { option: 'characters', fault: 'the option characters of recall_memory is a whole number' };
}

/** A host that a tool asks by what its options say, how, and what it is known as there. */
export interface ServiceOfTool {
  name: string;
  host: string;
  method: 'GET' | 'POST';
  needsKey: boolean;
}

/** The service that a tool's options choose (`web_search`); undefined for a tool that is given its addresses. */
export function serviceOf(tool: string, options: Options): ServiceOfTool | undefined {
  const read = tool === 'web_search' ? searchOptions(options) : undefined;
  if (!read || 'fault' in read) return undefined;
  const { provider, settings } = read;
  const { name, method, needsKey } = provider;
  return { name, host: provider.host(settings.language), method, needsKey };
}
