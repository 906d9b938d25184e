import * as z from 'zod';
import type { Json } from '#contract/ids';
import { MIDDLEWARE, MiddlewareUse } from '#contract/middleware';

/** What is wrong with a middleware, by its place below it: a JSON pointer, and words that name the key. */
export interface MiddlewareFault {
  path: string;
  message: string;
}

type BuiltinName = keyof typeof MIDDLEWARE;

/** Whether a name is that of a built-in middleware. */
export function isBuiltin(name: string): name is BuiltinName {
  return Object.hasOwn(MIDDLEWARE, name);
}

function faultOf(issue: z.core.$ZodIssue): MiddlewareFault[] {
  const at = `/config${issue.path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}`;
  const name = issue.path.length === 0 ? 'config' : `config.${issue.path.map(String).join('.')}`;
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: `${at}/${key}`,
      message: `unknown key ${JSON.stringify(key)} in ${name}`,
    }));
  if (issue.code === 'invalid_type' && issue.input === undefined)
    return [{ path: at, message: `${name} is missing, or is not of its kind` }];
  return [{ path: at, message: `${name}: ${issue.message}` }];
}

/** Faults of a built-in's version and configuration; none for a name that is not built in. */
export function configFaults(use: MiddlewareUse): MiddlewareFault[] {
  if (!isBuiltin(use.name)) return [];
  const { version, config } = MIDDLEWARE[use.name];
  if (use.version !== version)
    return [
      {
        path: '/version',
        message: `version ${JSON.stringify(use.version)} of ${use.name} is not here, "${version}" is`,
      },
    ];
  const read = config.safeParse(use.config);
  return read.success ? [] : read.error.issues.flatMap(faultOf);
}

/**
 * Every fault of a list of middleware that a person wrote: the name, the version, the configuration. A middleware of
 * their own can't be named yet.
 */
export function middlewareFaults(list: readonly MiddlewareUse[]): MiddlewareFault[] {
  return list.flatMap((use, index) => {
    const faults = isBuiltin(use.name)
      ? configFaults(use)
      : [{ path: '/name', message: `there is no middleware ${JSON.stringify(use.name)}; there are ${NAMES}` }];
    return faults.map(({ path, message }) => ({ path: `/${index}${path}`, message }));
  });
}

const NAMES = Object.keys(MIDDLEWARE).join(', ');

/** The chain that a setting holds, or every fault of it. */
export function readMiddlewareList(
  value: Json,
): { ok: true; list: MiddlewareUse[] } | { ok: false; faults: MiddlewareFault[] } {
  const read = z.array(MiddlewareUse).safeParse(value);
  if (!read.success)
    return {
      ok: false,
      faults: [{ path: '', message: 'a list of middleware has a name, a version and a config each' }],
    };
  const faults = middlewareFaults(read.data);
  return faults.length === 0 ? { ok: true, list: read.data } : { ok: false, faults };
}
