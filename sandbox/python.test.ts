import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HostCall, HostReply } from './protocol.ts';
import { createTestSandbox, MOUNTS, type TestSandbox } from './testing/test-sandbox.ts';

let box: TestSandbox;
beforeAll(async () => {
  box = await createTestSandbox({ warm: { javascript: 0, python: 1 } });
  mkdirSync(path.join(box.files.folder, 'folders/invoices'));
  writeFileSync(path.join(box.files.folder, 'folders/invoices/a.csv'), 'name,amount\nOne,10\nTwo,32\n');
}, 60_000);
afterAll(() => box.close(), 60_000);

test.each([
  ['A13.1: the output is what was printed', 'print(2**32)', '4294967296\n'],
  ['the last expression is not shown, as in a script', '1 + 1', ''],
  [
    'output and errors come in order',
    'import sys\nprint("a")\nprint("b", file=sys.stderr)\nprint("c", end="")',
    'a\nb\nc',
  ],
  [
    'await works at the top',
    'import asyncio\nawait asyncio.sleep(0.001)\nasync def f(): return 2\nprint(await f(), asyncio.run(f()))',
    '2 2\n',
  ],
  [
    'clocks move',
    'import time\nt = time.perf_counter()\ntime.sleep(0.02)\nprint(0.01 < time.perf_counter() - t < 5)',
    'True\n',
  ],
  [
    'the code is a module named __main__',
    'import dataclasses, pickle\n@dataclasses.dataclass\nclass P: x: int\nprint(__name__, pickle.loads(pickle.dumps(P(1))))',
    '__main__ P(x=1)\n',
  ],
  ['sys.exit ends it', 'import sys\nprint("a")\nsys.exit(0)\nprint("b")', 'a\n'],
  [
    'a table in a granted folder is read',
    'import csv\nwith open("/folders/invoices/a.csv") as f: print(sum(int(r["amount"]) for r in csv.DictReader(f)))',
    '42\n',
  ],
  [
    'the granted folders are listed',
    'import os\nprint(os.listdir("/folders"), os.listdir("/folders/invoices"))',
    "['invoices'] ['a.csv']\n",
  ],
  [
    'files are written, appended to and read by pathlib',
    'from pathlib import Path\np = Path("notes/a.txt")\np.parent.mkdir()\np.write_text("één")\nwith p.open("a") as f: f.write("!")\nprint(p.read_text(), p.stat().st_size, [str(x) for x in Path(".").rglob("*.txt")])',
    "één! 6 ['notes/a.txt']\n",
  ],
  [
    'files are changed in place',
    'open("r", "w").write("abcdef")\nwith open("r", "r+") as f:\n  f.seek(2)\n  f.write("X")\nprint(open("r").read())',
    'abXdef\n',
  ],
  [
    'files are replaced by rename',
    'import os\nopen("one", "w").write("1")\nopen("two", "w").write("2")\nos.replace("one", "two")\nprint(open("two").read(), os.path.exists("one"))',
    '1 False\n',
  ],
  [
    'folders are copied and removed',
    'import os, shutil\nos.makedirs("t/u")\nopen("t/u/f", "w").write("x")\nshutil.copytree("t", "v")\nshutil.rmtree("t")\nprint(sorted(os.listdir("v/u")), os.path.exists("t"))',
    "['f'] False\n",
  ],
  [
    'a file that is removed while open is gone',
    'import os\nf = open("gone", "w")\nf.write("x")\nos.remove("gone")\nf.close() if False else None\nprint(os.path.exists("gone"))',
    'False\n',
  ],
  [
    'a file opened to create only refuses one that exists',
    'open("only", "x").close()\ntry:\n  open("only", "x")\nexcept FileExistsError: print("refused")',
    'refused\n',
  ],
  [
    'own modules are imported from the agent’s folder',
    'open("helper.py", "w").write("value = 5")\nimport helper\nprint(helper.value)',
    '5\n',
  ],
  [
    'sqlite works on a file',
    'import sqlite3\nc = sqlite3.connect(":memory:")\nprint(c.execute("select 6 * 7").fetchone()[0])',
    '42\n',
  ],
  [
    'temporary files work',
    'import tempfile\nwith tempfile.NamedTemporaryFile("w+") as f:\n  f.write("x")\n  f.seek(0)\n  print(f.read())',
    'x\n',
  ],
])('%s', async (_name, code, output) => {
  expect(await box.print('python', code)).toBe(output);
});

test.each([
  [
    'starting a program',
    'import subprocess\nsubprocess.run(["ls"])',
    'PermissionError',
    'Starting other programs is not available',
  ],
  ['os.system', 'import os\nos.system("ls")', 'PermissionError', 'Starting other programs is not available'],
  ['a socket', 'import socket\nsocket.socket()', 'PermissionError', 'The network is not available'],
  [
    'urlopen',
    'import urllib.request\nurllib.request.urlopen("http://example.com")',
    'URLError',
    'The network is not available',
  ],
  ['input', 'input("name? ")', 'EOFError', 'nobody is there to answer'],
])('A13.15: %s is refused in words', async (_name, code, name, message) => {
  const outcome = await box.run('python', code);
  expect(outcome).toMatchObject({ error: { code: 'guest-error', name, message: expect.stringContaining(message) } });
});

test('an error shows the code’s own lines and nothing of the machinery', async () => {
  const outcome = await box.run('python', 'def f():\n    return 1 / 0\n\nf()');
  expect(outcome).toMatchObject({
    error: {
      name: 'ZeroDivisionError',
      message: 'division by zero',
      traceback: expect.stringContaining('    return 1 / 0'),
    },
  });
  const { error } = outcome as { error: { traceback: string } };
  expect(error.traceback).toContain('File "main.py", line 4, in <module>');
  expect(error.traceback).not.toMatch(/warrant_runner|_pyodide/);
});

test('waiting for what nothing will finish is an error, not a wait for the deadline', async () => {
  const outcome = await box.run('python', 'import asyncio\nprint("so far")\nawait asyncio.Future()');
  expect(outcome).toMatchObject({
    output: 'so far\n',
    error: { message: expect.stringContaining('nothing will finish') },
  });
});

test('a file left open is written when the code ends', async () => {
  await box.print('python', 'f = open("left", "w")\nf.write("kept")');
  expect(readFileSync(path.join(box.files.folder, 'agent/left'), 'utf8')).toBe('kept');
});

test('two hundred files are listed and looked at in one call, and read in one each', async () => {
  const folder = path.join(box.files.folder, 'agent/many');
  mkdirSync(folder);
  for (let index = 0; index < 200; index += 1) writeFileSync(path.join(folder, `f${index}`), 'x'.repeat(4096));
  const look = 'import os\nprint(sum(e.stat().st_size for e in os.scandir("many")))';
  expect((await box.run('python', look)).figures.hostCalls).toBeLessThanOrEqual(2);
  const read = 'import os\nprint(sum(len(open(f"many/{n}").read()) for n in os.listdir("many")))';
  const outcome = await box.run('python', read);
  expect(outcome.output).toBe('819200\n');
  expect(outcome.figures.hostCalls).toBeLessThanOrEqual(203);
});

test('the same code given the same replies asks the same questions, so a call can be run again', async () => {
  const code = `
import os, time, json
for name in {"b", "a", "c"}: open(name + ".json", "w").write(json.dumps({"n": name}))
time.sleep(0.1)
print(sorted(json.load(open(n))["n"] for n in os.listdir(".") if n.endswith(".json")))
os.makedirs("out", exist_ok=True)
os.rename("a.json", "out/a.json")
print(open("out/a.json").read())`;
  const record: { call: HostCall; reply: HostReply }[] = [];
  const first = await box.sandbox.run({ language: 'python', code, mounts: MOUNTS }, (call) => {
    const reply = box.files.bridge(call);
    record.push({ call: structuredClone(call), reply: structuredClone(reply) });
    return reply;
  });
  expect(first).toMatchObject({ type: 'completed' });
  expect(record.map(({ call }) => call.index)).toEqual(record.map((_, index) => index));

  const again: HostCall[] = [];
  const second = await box.sandbox.run({ language: 'python', code, mounts: MOUNTS }, async (call) => {
    again.push(structuredClone(call));
    await new Promise((resolve) => setTimeout(resolve, 20));
    return record[call.index]?.reply ?? { ok: false, errno: 'EIO' };
  });
  expect(second.output).toBe(first.output);
  expect(again).toEqual(record.map(({ call }) => call));
});

test('main is called with the arguments, and gives the value', async () => {
  const code = 'async def main(args):\n    print("working")\n    return {"sum": args["a"] + args["b"]}';
  const outcome = await box.run('python', code, { args: { a: 1, b: 2 } });
  expect(outcome).toMatchObject({ type: 'completed', output: 'working\n', value: { sum: 3 } });
});
