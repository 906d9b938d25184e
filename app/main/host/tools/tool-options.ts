import type { Json } from '#contract/ids';
import { fetchOptions } from './fetch-options.ts';
import { searchOptions } from './search/search-options.ts';

type Options = Readonly<Record<string, Json>>;

/** What is wrong with the options of a tool: in words, and the option it is about. Undefined: nothing, or a tool without. */
export function optionFault(tool: string, options: Options): { option: string; fault: string } | undefined {
  const read =
    tool === 'http_fetch' ? fetchOptions(options) : tool === 'web_search' ? searchOptions(options) : undefined;
  return read && 'fault' in read ? read : undefined;
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
