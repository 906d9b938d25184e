import { askPerson } from './builtin/ask-person.ts';
import { calculator } from './builtin/calculator.ts';
import { currentTime } from './builtin/current-time.ts';
import { deleteFile } from './builtin/delete-file.ts';
import { editFile } from './builtin/edit-file.ts';
import { httpFetch } from './builtin/http-fetch.ts';
import { listFiles } from './builtin/list-files.ts';
import { makeFolder } from './builtin/make-folder.ts';
import { moveFile } from './builtin/move-file.ts';
import { readFile } from './builtin/read-file.ts';
import { recallMemory } from './builtin/recall-memory.ts';
import { remember } from './builtin/remember.ts';
import { runJavascript } from './builtin/run-javascript.ts';
import { runPython } from './builtin/run-python.ts';
import { searchFiles } from './builtin/search-files.ts';
import { searchMemory } from './builtin/search-memory.ts';
import { webSearch } from './builtin/web-search.ts';
import { wordCount } from './builtin/word-count.ts';
import { writeFile } from './builtin/write-file.ts';
import type { BuiltinTool } from './define-tool.ts';

/** Every tool that comes with the app, in the order the builder shows them. */
export const BUILTIN_TOOLS: readonly BuiltinTool[] = [
  runPython,
  runJavascript,
  listFiles,
  readFile,
  searchFiles,
  writeFile,
  editFile,
  moveFile,
  makeFolder,
  deleteFile,
  calculator,
  currentTime,
  wordCount,
  remember,
  recallMemory,
  searchMemory,
  httpFetch,
  webSearch,
  askPerson,
];
