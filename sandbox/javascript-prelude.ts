/**
 * The JavaScript that runs inside QuickJS before a guest's code. It gives the code what it may use: `console`, `print`,
 * `files`, `readFile`, `writeFile`, `listFiles`, timers, `TextEncoder` and `TextDecoder`. It is guest code like any
 * other: a guest may change or break it, and then breaks only itself. Values leave it as JSON text, strings or bytes,
 * so that getters, proxies and `toJSON` run in here and nothing but data gets out (X7).
 *
 * The text is a function of the native calls (see `javascript.ts`); it returns what the driver calls back.
 */
export const PRELUDE = String.raw`(function (native) {
'use strict';
const { call } = native;
let home = '/';
const stringify = JSON.stringify, parse = JSON.parse;
// A native string ends at its first NUL, so a text that holds one crosses as JSON.
let full = false;
const write = (text) => { full = text.includes('\0') ? native.write(stringify(text), true) : native.write(text, false); };
const encode = (text) => text === '' ? new ArrayBuffer(0) : text.includes('\0') ? native.encode(stringify(text), true) : native.encode(text, false);
const decode = (buffer) => {
  if (buffer.byteLength === 0) return '';
  const { text, json } = native.decode(buffer);
  return json ? parse(text) : text;
};

function format(value, depth, seen) {
  if (typeof value === 'string') return depth === 0 ? value : stringify(value);
  if (typeof value === 'bigint') return value + 'n';
  if (typeof value === 'symbol') return value.toString();
  if (typeof value === 'function') return '[Function: ' + (value.name || '(anonymous)') + ']';
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value);
  if (value instanceof Error) {
    const stack = value.stack ? '\n' + String(value.stack).trimEnd() : '';
    return value.name + ': ' + value.message + stack;
  }
  if (value instanceof Date) return isNaN(value) ? 'Invalid Date' : value.toISOString();
  if (value instanceof RegExp) return String(value);
  if (seen.includes(value)) return '[Circular]';
  if (depth > 4) return Array.isArray(value) ? '[Array]' : '[Object]';
  const inner = seen.concat([value]);
  const show = (item) => format(item, depth + 1, inner);
  const wrap = (open, parts, close) => {
    if (parts.length === 0) return open + close;
    const line = open + ' ' + parts.join(', ') + ' ' + close;
    return line.length <= 100 && !line.includes('\n') ? line
      : open + '\n  ' + parts.map((part) => part.replaceAll('\n', '\n  ')).join(',\n  ') + '\n' + close;
  };
  const cut = (items, make) => {
    const parts = [];
    for (const item of items) {
      if (parts.length === 200) { parts.push('... more'); break; }
      parts.push(make(item));
    }
    return parts;
  };
  if (Array.isArray(value)) return wrap('[', cut(value, show), ']');
  if (value instanceof Map) return 'Map(' + value.size + ') ' + wrap('{', cut(value, ([k, v]) => show(k) + ' => ' + show(v)), '}');
  if (value instanceof Set) return 'Set(' + value.size + ') ' + wrap('{', cut(value, show), '}');
  if (value instanceof Promise) return 'Promise {}';
  if (value instanceof ArrayBuffer) return 'ArrayBuffer { byteLength: ' + value.byteLength + ' }';
  if (ArrayBuffer.isView(value)) return value.constructor.name + '(' + (value.length ?? value.byteLength) + ') ' + wrap('[', cut(value.length === undefined ? [] : value, show), ']');
  const prototype = Object.getPrototypeOf(value);
  const name = prototype === null ? '[Object: null prototype] ' : prototype === Object.prototype ? ''
    : ((prototype.constructor && prototype.constructor.name) || 'Object') + ' ';
  return name + wrap('{', cut(Object.keys(value), (key) => {
    const shown = /^[A-Za-z_$][\w$]*$/.test(key) ? key : stringify(key);
    const own = Object.getOwnPropertyDescriptor(value, key);
    return shown + ': ' + (own && own.get ? '[Getter]' : show(value[key]));
  }), '}');
}
function shorten(stack) {
  const lines = stack.split('\n');
  return lines.length <= 24 ? stack : lines.slice(0, 20).join('\n') + '\n    ... ' + (lines.length - 20) + ' more';
}
function print(...values) {
  if (full) return;
  write(values.map((value) => { try { return format(value, 0, []); } catch { return '[unprintable]'; } }).join(' ') + '\n');
}
const console = { log: print, info: print, warn: print, error: print, debug: print, trace: print };
console.table = (value) => print(value);
console.assert = (holds, ...values) => { if (!holds) print('Assertion failed', ...values); };

function resolve(path) {
  if (typeof path !== 'string') throw new TypeError('a path is a string');
  const parts = [];
  for (const part of (path.startsWith('/') ? path : home + '/' + path).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return '/' + parts.join('/');
}
const reasons = { EACCES: 'permission denied', EEXIST: 'it exists already', EFBIG: 'the file is too large', EISDIR: 'it is a folder',
  ENOENT: 'no such file or folder', ENOSPC: 'no space left', ENOTDIR: 'it is not a folder', ENOTEMPTY: 'the folder is not empty',
  EROFS: 'the folder is read-only' };
function ask(request, bytes) {
  const answer = call(stringify(request), bytes && bytes.byteLength > 0 ? bytes : undefined);
  const reply = parse(answer.text);
  if (reply.ok) return { json: reply.json, bytes: answer.bytes };
  const error = new Error(reply.errno + ': ' + (reply.message || reasons[reply.errno] || 'the call failed') + ", '" + request.path + "'");
  error.code = reply.errno;
  throw error;
}
function toBytes(data) {
  if (typeof data === 'string') return encode(data);
  if (data instanceof ArrayBuffer) return data;
  if (ArrayBuffer.isView(data)) return data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength);
  throw new TypeError('a file holds text or bytes: give a string, an ArrayBuffer or a typed array');
}
const files = {
  read(path) {
    const full = resolve(path);
    const head = ask({ operation: 'stat', path: full, inline: native.inlineBytes });
    const size = head.json.size;
    if (head.json.kind === 'file' && size <= native.inlineBytes) return new Uint8Array(head.bytes);
    const content = new Uint8Array(size);
    let have = 0;
    while (have < size) {
      const part = new Uint8Array(ask({ operation: 'read', path: full, position: have, length: Math.min(native.readBytes, size - have) }).bytes);
      if (part.length === 0) break;
      content.set(part, have);
      have += part.length;
    }
    if (size === 0) ask({ operation: 'read', path: full, position: 0, length: 1 });
    return content.subarray(0, have);
  },
  readText(path) { const bytes = files.read(path); return decode(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)); },
  write(path, data) { ask({ operation: 'put', path: resolve(path) }, toBytes(data)); },
  append(path, data) {
    const more = new Uint8Array(toBytes(data));
    const before = files.exists(path) ? files.read(path) : new Uint8Array(0);
    const whole = new Uint8Array(before.length + more.length);
    whole.set(before);
    whole.set(more, before.length);
    files.write(path, whole);
  },
  list(path = '.') { return ask({ operation: 'list', path: resolve(path) }).json.entries; },
  stat(path) { return ask({ operation: 'stat', path: resolve(path), inline: 0 }).json; },
  exists(path) { try { files.stat(path); return true; } catch (error) { if (error.code === 'ENOENT') return false; throw error; } },
  remove(path) {
    const full = resolve(path);
    ask({ operation: files.stat(full).kind === 'folder' ? 'removeFolder' : 'remove', path: full });
  },
  rename(path, to) { ask({ operation: 'rename', path: resolve(path), to: resolve(to) }); },
  makeFolder(path) {
    const full = resolve(path);
    if (files.exists(full)) return;
    const parent = resolve(full + '/..');
    if (parent !== '/' && parent !== full) files.makeFolder(parent);
    ask({ operation: 'makeFolder', path: full });
  },
};

const timers = [];
let lastTimer = 0;
function setTimeout(callback, delay = 0, ...args) {
  const id = ++lastTimer;
  timers.push({ id, at: Date.now() + (Number(delay) || 0), run: () => callback(...args) });
  timers.sort((a, b) => a.at - b.at || a.id - b.id);
  return id;
}
function clearTimeout(id) {
  const index = timers.findIndex((timer) => timer.id === id);
  if (index >= 0) timers.splice(index, 1);
}
class TextEncoder { encode(text = '') { return new Uint8Array(encode(String(text))); } }
class TextDecoder {
  decode(bytes) { return bytes === undefined ? '' : decode(bytes instanceof ArrayBuffer ? bytes : toBytes(bytes)); }
}
Object.assign(globalThis, { print, console, files, setTimeout, clearTimeout, TextEncoder, TextDecoder,
  readFile: files.readText, writeFile: files.write, listFiles: (path) => files.list(path).map((entry) => entry.name) });

return {
  nextTimer() { return timers.length === 0 ? -1 : Math.max(0, timers[0].at - Date.now()); },
  runTimer() { const timer = timers.shift(); if (timer) timer.run(); },
  setHome(path) { home = path; },
  setArguments(text) { globalThis.args = parse(text); },
  async complete(box, main) { const value = await box.value; return main === undefined ? value : await main(globalThis.args); },
  shown(value) { return value === undefined ? undefined : format(value, typeof value === 'string' ? 1 : 0, []) + '\n'; },
  json(value) { return value === undefined ? undefined : stringify(value); },
  describe(error) {
    const text = (read, otherwise) => { try { return String(read()); } catch { return otherwise; } };
    let isError = false;
    try { isError = error instanceof Error; } catch {}
    if (!isError) {
      return stringify({ name: 'Error', message: 'uncaught: ' + text(() => format(error, 1, []), 'a value that cannot be shown'), traceback: '' });
    }
    return stringify({ name: text(() => error.name, 'Error'), message: text(() => error.message, ''),
      traceback: shorten(text(() => error.stack ?? '', '')) });
  },
};
})`;
