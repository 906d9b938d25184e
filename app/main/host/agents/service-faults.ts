import type { AgentFile } from '#contract/agent-file';
import type { Problem } from '#contract/views';
import { coversPort, matchesHost, readHostPattern } from '../policy/host-pattern.ts';
import { optionFault, serviceOf } from '../tools/tool-options.ts';
import { pointerStep } from './read-json-text.ts';

/**
 * What is wrong with the options of a tool in an agent file, and with what the service they choose needs: a key, and that
 * its host is among the tool's (rows A6.23, A7.1, A7.9).
 * @param at the JSON pointer of the tool
 */
export function serviceFaults(use: AgentFile['tools'][number], at: string): Problem[] {
  const options = use.options ?? {};
  const wrong = optionFault(use.tool, options);
  if (wrong) return [{ path: `${at}/options${pointerStep(wrong.option)}`, message: wrong.fault }];
  const service = serviceOf(use.tool, options);
  if (!service) return [];
  const { name, host, needsKey } = service;
  const keys = (use.secrets ?? []).filter((secret) => secret.as === 'value').length;
  const key: Problem[] =
    needsKey && keys !== 1
      ? [{ path: `${at}/secrets`, message: `${use.tool} needs one secret with "as": "value": the key of ${name}` }]
      : [];
  const isReached = (use.hosts ?? [host]).some((text) => {
    const pattern = readHostPattern(text);
    return pattern && coversPort(pattern.ports, 443) && matchesHost(pattern.host, host, 'exact');
  });
  if (isReached) return key;
  return [...key, { path: `${at}/hosts`, message: `${use.tool} asks ${host}, which is not among its hosts` }];
}
