import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestSandbox, runHostile, type TestSandbox, WALLS } from '../testing/test-sandbox.ts';

// X3: from inside the engines, nothing of the host can be reached. Each probe is an expression or a block that must
// raise; those that end the process instead are run alone. Then the same from a guest that owns its process.

/** Python; `MARK` is a path on the host that must never come to be. */
const PYTHON_PROBES: [string, string][] = [
  ['a control that must be reached', 'import math; math.pi'],
  ['process through js', 'import js; js.process.pid'],
  ['require through js', 'import js; js.require'],
  ['fetch through js', 'import js; js.fetch'],
  ['XMLHttpRequest', 'import js; js.XMLHttpRequest'],
  ['WebSocket', 'import js; js.WebSocket'],
  ['Buffer', 'import js; js.Buffer'],
  ['Deno and Bun', 'import js; js.Deno or js.Bun'],
  ['globalThis', 'import js; js.globalThis.process'],
  ['WebAssembly', 'import js; js.WebAssembly.compile'],
  ['Worker', 'import js; js.Worker'],
  ['SharedArrayBuffer and Atomics', 'import js; js.Atomics'],
  ['eval', 'import js; js.eval("1")'],
  ['run_js', 'from pyodide.code import run_js; assert run_js("typeof process") == "object"'],
  ['run_js of plain code', 'from pyodide.code import run_js; run_js("1 + 1")'],
  ['the constructor of a constructor', 'import js; js.Object.constructor("return process")()'],
  ['the constructor of a method', 'import js; js.Object.keys.constructor("return globalThis")()'],
  ['the constructor of an instance', 'import js; js.Object.new().constructor.constructor("return process")()'],
  [
    'the constructor of a Python function',
    'from pyodide.ffi import to_js; to_js(lambda: 1).constructor("return process")()',
  ],
  ['the async constructor', 'import js; js.Object.getPrototypeOf(js.setTimeout).constructor("return process")()'],
  [
    'stack preparation',
    'import js; js.Error.prepareStackTrace = lambda e, f: f\nassert js.Error.new("x").stack[0].getThis().process.pid',
  ],
  [
    'a frame with a function',
    'import js; js.Error.prepareStackTrace = lambda e, f: f\nassert js.Error.new("x").stack[0].getFunction().constructor("return process")()',
  ],
  [
    'Object.groupBy of globals',
    'import js; assert [k for k in js.Object.getOwnPropertyNames(js.Object.getPrototypeOf(js.Object)) if k == "process"]',
  ],
  [
    'pyodide_js file systems',
    'import pyodide_js; pyodide_js.FS.mount(pyodide_js.FS.filesystems.NODEFS, {"root": "/"}, "/mnt")',
  ],
  [
    'NODEFS on a folder',
    'import pyodide_js\nfrom pyodide.ffi import to_js\nimport js\npyodide_js.FS.mkdir("/n")\npyodide_js.FS.mount(pyodide_js.FS.filesystems.NODEFS, to_js({"root": "/"}, dict_converter=js.Object.fromEntries), "/n")\nopen("/n/etc/passwd").read()',
  ],
  ['packages over the network', 'import pyodide_js; await pyodide_js.loadPackage("numpy")\nimport numpy'],
  ['micropip', 'import micropip'],
  ['pyodide.http', 'from pyodide.http import pyfetch; await pyfetch("http://127.0.0.1:PORT/")'],
  ['open_url', 'from pyodide.http import open_url; open_url("http://127.0.0.1:PORT/")'],
  ['urllib', 'import urllib.request; urllib.request.urlopen("http://127.0.0.1:PORT/", timeout=2).read()'],
  ['http.client', 'import http.client; http.client.HTTPConnection("127.0.0.1", PORT, timeout=2).request("GET", "/")'],
  ['the C socket', 'import _socket; _socket.socket(2, 1).connect(("127.0.0.1", PORT))'],
  ['the Python socket', 'import socket; socket.create_connection(("127.0.0.1", PORT), 2)'],
  ['os.system', 'import os; assert os.system("touch MARK") == 0'],
  ['posix.system', 'import posix; assert posix.system("touch MARK") == 0'],
  ['subprocess', 'import subprocess; subprocess.run(["touch", "MARK"], check=True)'],
  [
    '_posixsubprocess',
    'import _posixsubprocess as p; assert p.fork_exec([b"touch", b"MARK"], [b"/usr/bin/touch"], True, (), None, None, -1, -1, -1, -1, -1, -1, -1, -1, True, False, 0, None, None, None, -1, None)',
  ],
  ['os.fork', 'import os; os.fork()'],
  ['multiprocessing', 'import multiprocessing as m; p = m.Process(target=print); p.start()'],
  ['threads', 'import threading; t = threading.Thread(target=print); t.start()'],
  ['ctypes system', 'import ctypes; assert ctypes.CDLL(None).system(b"touch MARK") == 0'],
  ['ctypes popen', 'import ctypes; assert ctypes.CDLL(None).popen(b"touch MARK", b"r")'],
  ['ctypes fopen', 'import ctypes; assert ctypes.CDLL(None).fopen(b"/etc/passwd", b"r")'],
  [
    'class walk to a process',
    'import os\nfound = [c for c in ().__class__.__base__.__subclasses__() if c.__name__ == "Popen"]\nfound[0](["touch", "MARK"]).wait()',
  ],
  [
    'class walk to a loader',
    '[c for c in ().__class__.__base__.__subclasses__() if c.__name__ == "BuiltinImporter"][0].load_module("posix").system("touch MARK") == 0 or 1/0',
  ],
  ['the host process in /proc', 'open("/proc/self/environ").read()'],
  ['the host init in /proc', 'open("/proc/1/cmdline").read()'],
  ['the secret in the environment', 'import os; os.environ["WARRANT_CANARY"]'],
  ['the pipe to the host', 'import os; os.write(3, b"forged")'],
  ['the snapshot descriptor', 'import os; os.read(4, 10)'],
];

/** JavaScript in QuickJS; each must throw or be undefined. */
const JAVASCRIPT_PROBES: [string, string][] = [
  ['a control that must be reached', 'Math.PI'],
  ['process', 'process'],
  ['require', 'require("fs")'],
  ['import', 'await import("node:fs")'],
  ['fetch', 'fetch("http://127.0.0.1/")'],
  ['XMLHttpRequest', 'new XMLHttpRequest()'],
  ['WebSocket', 'new WebSocket("ws://127.0.0.1")'],
  ['WebAssembly', 'WebAssembly.compile'],
  ['std and os of QuickJS', 'std.loadFile("/etc/passwd") || os.exec(["id"])'],
  ['the constructor of a constructor', 'globalThis.constructor.constructor("return process")()'],
  ['the constructor of print', 'print.constructor("return process")()'],
  ['the constructor of a native call', 'files.read.constructor("return require")()("fs")'],
  ['this of a sloppy function', '(function () { return this.process.pid })()'],
  ['callers', '(function f() { return f.caller.arguments[0].process.pid })()'],
  ['Buffer', 'Buffer.from("x")'],
  ['SharedArrayBuffer and Atomics', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'],
  ['a prepared stack', 'Error.prepareStackTrace = (_, frames) => frames; new Error().stack[0].getThis().process.pid'],
  ['a file of the host', 'files.readText("/etc/passwd")'],
  ['a file above', 'files.readText("../../../../etc/passwd")'],
];

/** Node, with the guest's process fully controlled: the walls of the process itself. Each must throw. */
const PROCESS_PROBES: [string, string][] = [
  ['a control that must be reached', 'fs.readFileSync(__filename)'],
  ['a file', 'fs.readFileSync("/etc/passwd")'],
  ['a folder', 'fs.readdirSync("/etc")'],
  ['its own /proc', 'fs.readFileSync("/proc/self/environ")'],
  ['writing', 'fs.writeFileSync(MARK, "x")'],
  ['writing beside itself', 'fs.writeFileSync(__dirname + "/written", "x")'],
  ['a link', 'fs.symlinkSync("/etc/passwd", __dirname + "/link")'],
  ['a child process', 'require("node:child_process").execSync("touch " + MARK)'],
  ['a worker', 'new (require("node:worker_threads").Worker)("1", { eval: true, execArgv: [] })'],
  ['wasi', 'new (require("node:wasi").WASI)({ version: "preview1", preopens: { "/": "/" } })'],
  ['sqlite', 'new (require("node:sqlite").DatabaseSync)(MARK)'],
  ['an addon', 'process.dlopen({ exports: {} }, "/nothing.node")'],
  ['the inspector', 'require("node:inspector").open(0); if (!require("node:inspector").url()) throw 1'],
  ['a heap snapshot', 'require("node:v8").writeHeapSnapshot(MARK)'],
  ['a report', 'process.report.writeReport(MARK); if (!fs.existsSync(MARK)) throw 1'],
  ['code from strings', 'new Function("return 1")()'],
  ['eval', '(0, eval)("1")'],
  ['the internal binding', 'process.binding("fs").open("/etc/passwd", 0, 0)'],
  ['chdir', 'process.chdir("/etc")'],
];

describe.each(WALLS)('with walls %s', (walls) => {
  let box: TestSandbox;
  let folder: string;
  let mark: string;
  let server: Server;
  let port: number;
  let visits = 0;
  beforeAll(async () => {
    process.env.WARRANT_CANARY = 'canary-value';
    folder = mkdtempSync(path.join(tmpdir(), 'warrant-mark-'));
    mark = path.join(folder, 'mark');
    server = createServer((socket) => {
      visits += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    port = typeof address === 'object' && address !== null ? address.port : 0;
    box = await createTestSandbox({ walls });
  });
  afterAll(async () => {
    delete process.env.WARRANT_CANARY;
    await box.close();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const fill = (code: string): string => code.replaceAll('MARK', mark).replaceAll('PORT', String(port));
  const nothingHappened = (output: string): void => {
    expect(output).not.toContain('canary-value');
    expect(output).not.toContain('root:');
    expect(existsSync(mark)).toBe(false);
    expect(visits).toBe(0);
  };

  test('every probe from Python raises', async () => {
    const probes = Object.fromEntries(PYTHON_PROBES.map(([name, code]) => [name, fill(code)]));
    const code = `
import ast, inspect, json
for name, probe in json.loads(${JSON.stringify(JSON.stringify(probes))}).items():
    try:
        compiled = compile(probe, name, 'exec', flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        result = eval(compiled, {})
        if inspect.iscoroutine(result):
            await result
        print('REACHED', name)
    except Exception as error:
        print('stopped', name, type(error).__name__)
`;
    const output = await box.print('python', code);
    expect(output.split('\n').filter((line) => line.startsWith('REACHED'))).toEqual([
      'REACHED a control that must be reached',
    ]);
    expect(output.split('\n').filter((line) => line.startsWith('stopped'))).toHaveLength(PYTHON_PROBES.length - 1);
    nothingHappened(output);
  });

  test.each([
    ['emscripten code', 'import ctypes\nctypes.CDLL(None).emscripten_run_script(b"process.exit(0)")\nprint("REACHED")'],
    ['a null write', 'import ctypes\nctypes.memset(0, 0, 1 << 30)\nprint("REACHED")'],
    [
      'a prototype that answers for all',
      'import js\njs.Object.defineProperty(js.Object.prototype, "ok", js.Object.new())\nprint("fine")',
    ],
  ])('Python cannot use %s: it ends itself or raises', async (_name, code) => {
    const outcome = await box.run('python', code, { timeoutMs: 10_000 });
    nothingHappened(outcome.output);
    expect(outcome.output).not.toContain('REACHED');
  });

  test('every probe from JavaScript throws or finds nothing', async () => {
    for (const [name, probe] of JAVASCRIPT_PROBES) {
      const expression = probe.includes(';') ? `eval(${JSON.stringify(probe)})` : probe;
      const code = `
        let found;
        try { found = await (async () => { return ${expression}; })(); } catch {}
        print(found === undefined ? 'stopped' : 'REACHED');`;
      const outcome = await box.run('javascript', code, { timeoutMs: 10_000 });
      const expected = name.startsWith('a control') ? 'REACHED\n' : 'stopped\n';
      expect.soft({ name, output: outcome.output }).toEqual({ name, output: expected });
      nothingHappened(outcome.output);
    }
  });

  test('a guest that owns its process meets the process’s walls', async () => {
    const probes = PROCESS_PROBES.map(([name, code]) => {
      const body = code.replaceAll('MARK', JSON.stringify(mark));
      return `try { ${body}; say('REACHED ${name}\\n'); } catch { say('stopped\\n'); }`;
    });
    const outcome = await runHostile(`${probes.join('\n')}\nend({ type: 'ok', truncated: false });`, { walls });
    expect(outcome.output.split('\n').filter((line) => line.startsWith('REACHED'))).toEqual([
      'REACHED a control that must be reached',
    ]);
    expect(outcome.output.split('\n').filter((line) => line === 'stopped')).toHaveLength(PROCESS_PROBES.length - 1);
    nothingHappened(outcome.output);
  });

  test('inside bubblewrap a guest that owns its process has no network and meets no other process', async () => {
    if (box.setup.walls.bubblewrap === undefined) {
      expect(box.setup.walls).toMatchObject({ network: false, summary: expect.stringContaining('Install bubblewrap') });
      return;
    }
    const code = `
      const socket = require('node:net').connect(${port}, '127.0.0.1');
      const result = await new Promise((resolve) => {
        socket.on('connect', () => resolve('REACHED network'));
        socket.on('error', (error) => resolve(error.code));
      });
      say(result + '\\n');
      for (const pid of [${process.pid}, process.ppid]) {
        if (pid < 3) { say('own\\n'); continue; }
        try { process.kill(pid, 0); say('REACHED ' + pid + '\\n'); } catch (error) { say(error.code + '\\n'); }
      }
      end({ type: 'ok', truncated: false });`;
    const outcome = await runHostile(code, { walls });
    expect(outcome.output).toBe('ECONNREFUSED\nESRCH\nown\n');
    expect(visits).toBe(0);
  });
});
