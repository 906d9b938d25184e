/**
 * The Python that runs around a guest's code, executed once into a module when the snapshot is made. It imports what
 * data scripts use (so that a call does not), refuses in words what a sandbox cannot do (A13.15), and offers `run`.
 *
 * The refusals are politeness: what they name does not work underneath either.
 */
export const RUNNER = `
import ast, asyncio, base64, bisect, builtins, calendar, collections, copy, csv, dataclasses, datetime, decimal, enum
import fractions, functools, glob, hashlib, heapq, html, inspect, io, itertools, json, linecache, math, operator, os
import pathlib, pprint, random, re, shutil, socket, statistics, string, subprocess, sys, tempfile, textwrap, time
import traceback, types, typing, unicodedata, urllib.parse, urllib.request, uuid, zipfile
from json import dumps as _dumps, loads as _loads
from os import urandom as _urandom
from pyodide.ffi import run_sync as _run_sync

# What the runner needs is held under its own names: a guest may replace anything in the modules it shares.
_parse, _is_awaitable = ast.parse, inspect.isawaitable
TOP_LEVEL_AWAIT, CO_COROUTINE = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, inspect.CO_COROUTINE
_eval, _compile, _module, _modules, _seed = eval, compile, types.ModuleType, sys.modules, random.seed
_report, _summary, _source_lines = traceback.TracebackException, traceback.StackSummary, linecache.cache

FILE = 'main.py'
RUNNER_FILE = 'warrant_runner.py'
# The runner has no source to show; without this, a traceback would look for the file in the current folder.
linecache.cache[RUNNER_FILE] = (0, None, [], RUNNER_FILE)
TRACEBACK_CHARACTERS = 16_000


def _refuse(what, advice, kind=PermissionError):
    def refused(*_arguments, **_options):
        raise kind(f'{what} not available in the sandbox: {advice}')
    return refused


_no_process = _refuse('Starting other programs is', 'do the work in Python, or use another tool.')
_no_network = _refuse('The network is', 'fetch what you need with another tool first, then pass it in or read it from a file.')
subprocess.Popen.__init__ = _no_process
for _name in ('system', 'popen', 'fork', 'forkpty', 'posix_spawn', 'posix_spawnp', 'execv', 'execve', 'execvp', 'execvpe',
              'execl', 'execle', 'execlp', 'execlpe', 'spawnl', 'spawnle', 'spawnlp', 'spawnlpe', 'spawnv', 'spawnve'):
    if hasattr(os, _name):
        setattr(os, _name, _no_process)
socket.socket.__init__ = _no_network
for _name in ('create_connection', 'create_server', 'socketpair', 'getaddrinfo', 'gethostbyname', 'gethostbyname_ex'):
    if hasattr(socket, _name):
        setattr(socket, _name, _no_network)
builtins.input = _refuse('input() is', 'nobody is there to answer. Put the values into the code.', EOFError)
sys.stdin = io.StringIO('')
sys.stdout.reconfigure(line_buffering=True)
sys.stderr.reconfigure(line_buffering=True)
sys.dont_write_bytecode = True


def _execute(tree, mode, scope):
    code = _compile(tree, FILE, mode, flags=TOP_LEVEL_AWAIT, dont_inherit=True)
    result = _eval(code, scope)
    return _run_sync(result) if code.co_flags & CO_COROUTINE else result


def _trim(report):
    report.stack = _summary.from_list([frame for frame in report.stack if frame.filename != RUNNER_FILE])
    for other in (report.__cause__, report.__context__):
        if other is not None:
            _trim(other)


def _failure(error, refusal):
    try:
        report = _report.from_exception(error, compact=True)
        _trim(report)
        text = ''.join(report.format())
    except BaseException:
        text = ''
    try:
        message = str(error)
    except BaseException:
        message = ''
    if isinstance(error, OSError):
        reason = refusal(str(error.filename or ''))
        if reason and reason not in message:
            message = f'{message} ({reason})'
    return {'type': 'error', 'name': type(error).__name__, 'message': message[:TRACEBACK_CHARACTERS],
            'traceback': text[-TRACEBACK_CHARACTERS:]}


def run(source, arguments, value_characters, refusal):
    _seed(_urandom(32))
    main = _module('__main__')
    scope = main.__dict__
    scope['__builtins__'] = builtins
    scope['__file__'] = FILE
    _modules['__main__'] = main
    _source_lines[FILE] = (len(source), None, source.splitlines(True), FILE)
    result = {'type': 'ok'}
    try:
        if arguments is not None:
            scope['args'] = _loads(arguments)
        _execute(_parse(source, FILE), 'exec', scope)
        if arguments is not None and callable(scope.get('main')):
            value = scope['main'](scope['args'])
            if _is_awaitable(value):
                value = _run_sync(value)
            text = _dumps(value, allow_nan=False)
            if len(text) > value_characters:
                raise ValueError(f'The returned value is {len(text)} characters as JSON; at most {value_characters} are '
                                 'allowed. Write it to a file instead.')
            result['value'] = text
    except SystemExit as stop:
        if stop.code not in (None, 0):
            result = {'type': 'error', 'name': 'SystemExit', 'message': str(stop.code)[:1000], 'traceback': ''}
    except BaseException as error:
        result = _failure(error, refusal)
        error = None
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:
            pass
    return _dumps(result)


def close_files():
    """Ends what the code left open: drops its names, so that its files are closed and written."""
    import gc
    _modules['__main__'].__dict__.clear()
    gc.collect()
`;

/** Runs once before a process says it is ready, so that the first real call finds everything warm. */
export const WARM_UP = `
import asyncio, json, pathlib, csv, io
async def wait():
    await asyncio.sleep(0)
    return json.dumps({'a': [1, 2.5, 'x']})
print(await wait())
try:
    open('/nothing/here')
except OSError as error:
    print(error)
raise ValueError('warm')
`;
