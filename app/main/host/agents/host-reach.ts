import type { Binding } from '#contract/permission';
import type { Command, Effect, Tool } from '#contract/tool';
import { serviceOf } from '../tools/tool-options.ts';
import type { ReachVerdicts } from './reach-verdicts.ts';

interface Bound {
  binding: Binding;
  tool: Tool;
  command: Command;
}

/** A host that an agent may reach, and whether a person is asked first. */
export interface HostReach {
  host: string;
  asks: boolean;
}

/** A value of a field that none of the command's forms has. */
function valueOfNoForm({ input, forms = [] }: Command, field: string): string {
  const taken = new Set(forms.filter((form) => form.field === field).flatMap(({ values }) => values));
  const { properties } = input;
  const isObject = properties !== null && typeof properties === 'object' && !Array.isArray(properties);
  const own = isObject ? properties[field] : undefined;
  const choices = own !== null && typeof own === 'object' && !Array.isArray(own) ? own?.enum : undefined;
  const texts = Array.isArray(choices) ? choices.filter((choice) => typeof choice === 'string') : [];
  return texts.find((choice) => !taken.has(choice)) ?? '';
}

/** The arguments by which a command leaves the computer and does one of these: one for each of its forms that does. */
function inputsThat(command: Command, changes: readonly Effect['change'][]): Record<string, string>[] {
  const does = ({ change, where }: Effect): boolean => where === 'remote' && changes.includes(change);
  const forms = (command.forms ?? []).filter(({ effect }) => does(effect));
  const inputs = forms.map(({ field, values, orAbsent }) => (orAbsent ? {} : { [field]: values[0] ?? '' }));
  if (!does(command.effect)) return inputs;
  const field = command.forms?.[0]?.field;
  return [...inputs, field === undefined ? {} : { [field]: valueOfNoForm(command, field) }];
}

/** The hosts at which some command may do one of these. A service that a tool asks by itself is none (`searchesOf`). */
export function hostsOf(
  commands: readonly Bound[],
  verdicts: ReachVerdicts,
  changes: readonly Effect['change'][],
): HostReach[] {
  const asked = new Map<string, boolean>();
  for (const { binding, tool, command } of commands) {
    if (serviceOf(tool.name, binding.options)) continue;
    for (const input of inputsThat(command, changes))
      for (const host of binding.hosts) {
        const { word } = verdicts.atHost(tool, command, host, input);
        if (word !== 'no') asked.set(host, (asked.get(host) ?? true) && word === 'ask');
      }
  }
  return [...asked].map(([host, asks]) => ({ host, asks }));
}

/** The services that tools ask by themselves, by name and host. */
export function searchesOf(commands: readonly Bound[], verdicts: ReachVerdicts): (HostReach & { name: string })[] {
  return commands.flatMap(({ binding, tool, command }) => {
    const service = serviceOf(tool.name, binding.options);
    const { word } = verdicts.plain(tool, command);
    return service && word !== 'no' ? [{ name: service.name, host: service.host, asks: word === 'ask' }] : [];
  });
}
