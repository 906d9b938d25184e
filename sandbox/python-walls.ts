import { registerHooks } from 'node:module';

/**
 * The walls between Python and Node. Pyodide reaches JavaScript by design (`import js`), so before it loads, Node is
 * hidden (it then takes the path of a browser's worker, which has no file system, no child processes and no `require`
 * behind it), and after it has loaded, everything that is not pure computation is taken away (X3). What the rest could
 * still do, the process's own walls stop: these are the first line, not the only one.
 */

/** An address that resolves nowhere; Pyodide wants one to build others from. */
export const NOWHERE = 'http://sandbox.invalid/';

/** What Pyodide loads, by the end of the address it asks for. */
export type PyodideAssets = { standardLibrary: Uint8Array; compiled: Promise<WebAssembly.Module> };

type Globals = Record<string, unknown>;

/** Names that stay: the language itself, timers without Node's own objects, text coding. */
const KEPT_GLOBALS = new Set(
  `Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp Error
  AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError JSON Math Intl ArrayBuffer Uint8Array
  Int8Array Uint16Array Int16Array Uint32Array Int32Array Float16Array Float32Array Float64Array Uint8ClampedArray
  BigUint64Array BigInt64Array DataView Map BigInt Set WeakMap WeakSet WeakRef Proxy Reflect FinalizationRegistry decodeURI
  decodeURIComponent encodeURI encodeURIComponent escape unescape isFinite isNaN globalThis setTimeout clearTimeout
  queueMicrotask TextEncoder TextDecoder Iterator SuppressedError DisposableStack`.split(/\s+/),
);

/** Hides Node and stands in a worker that can load nothing but the two assets. Call before importing Pyodide. */
export function hideNode(assets: PyodideAssets): void {
  const globals = globalThis as unknown as Globals;
  for (const name of ['process', 'Buffer', 'require', 'global']) delete globals[name];
  Object.defineProperty(globals, 'process', { value: undefined, configurable: true, writable: true });
  const later = setImmediate;
  class WorkerGlobalScope {}
  Object.assign(globals, {
    WorkerGlobalScope,
    self: globals,
    MessageChannel: messageChannel(later),
    location: { href: NOWHERE, toString: () => NOWHERE },
    importScripts: () => {
      throw new Error('scripts cannot be imported');
    },
    fetch: async (address: unknown) => {
      const name = String(address);
      const library = name.endsWith('.zip');
      if (!library && !name.endsWith('.wasm')) throw new Error('there is no network');
      const content = library ? assets.standardLibrary.slice().buffer : new ArrayBuffer(8);
      return { ok: true, status: 200, arrayBuffer: async () => content };
    },
  });
  Object.setPrototypeOf(globals, WorkerGlobalScope.prototype);
  Object.assign(WebAssembly, {
    instantiateStreaming: async (_: unknown, imports: WebAssembly.Imports) => {
      const module = await assets.compiled;
      return { instance: await WebAssembly.instantiate(module, imports), module };
    },
  });
}

/**
 * What Pyodide wakes its event loop with. Node's own channel would load its whole HTTP client for one event class, which
 * is a sixth of the start, and needs `Buffer`, which is gone.
 */
function messageChannel(later: (callback: () => void) => unknown): new () => object {
  return class MessageChannel {
    port1: { onmessage?: () => void } = {};
    port2 = { postMessage: () => void later(() => this.port1.onmessage?.()) };
  };
}

/** Takes everything away that code in the guest does not need, and shuts importing and code from strings. Irreversible. */
export function stripGlobals(): void {
  const globals = globalThis as unknown as Globals;
  const now = performance.now.bind(performance);
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  registerHooks({
    resolve() {
      throw new Error('nothing can be imported');
    },
  });
  for (const name of Reflect.ownKeys(globals)) {
    if (typeof name !== 'string' || KEPT_GLOBALS.has(name)) continue;
    if (!Reflect.deleteProperty(globals, name)) Reflect.defineProperty(globals, name, { value: undefined });
  }
  const silent = () => undefined;
  const give = (name: string, value: object): void => {
    Object.defineProperty(globals, name, { value: Object.freeze(Object.assign(Object.create(null), value)) });
  };
  // Python's clocks, its randomness and the engine's warnings need these three, and break without them.
  give('console', { log: silent, error: silent, warn: silent, info: silent, debug: silent });
  give('performance', { now: () => now(), timeOrigin: 0 });
  give('crypto', { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => getRandomValues(bytes) });

  // Every function leads to its constructor, and that to code from strings; the engine flag forbids it too.
  const refuse = function refuse(): never {
    throw new EvalError('code from strings is not allowed');
  };
  const kinds = [() => undefined, async () => undefined, function* () {}, async function* () {}];
  for (const kind of kinds) {
    Object.defineProperty(Object.getPrototypeOf(kind), 'constructor', {
      value: refuse,
      writable: false,
      configurable: false,
    });
  }
  // Pyodide tests `instanceof Function`.
  refuse.prototype = Function.prototype;
  globals.Function = refuse;
}

/** What `import js` shows in Python. Pyodide's event loop needs these four. */
export function jsGlobals(): object {
  return Object.assign(Object.create(null), {
    setTimeout: (callback: () => void, delay: number) => setTimeout(callback, delay),
    clearTimeout: (id: number) => clearTimeout(id),
    Object,
    Error,
  });
}
