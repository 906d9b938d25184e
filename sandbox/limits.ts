/**
 * Every limit of the sandbox, its value and why. All are kept outside the guest's reach: by the engine, by the process
 * or by the host. What a guest keeps by itself (output, value) the host keeps again.
 */

const KIB = 1024;
const MIB = 1024 * KIB;

/** Limits of one call. */
export const CALL_LIMITS = {
  /** A13.2: one snippet of `run_python` or `run_javascript`. */
  timeoutMs: 20_000,
  /** A13.7: a person's own tool may ask for as much as this. */
  longestTimeoutMs: 120_000,
  /** X5: more text than this helps no model and no reader; the rest is dropped and the output is marked as cut. */
  outputBytes: MIB,
  /** A tool's returned value goes into the log whole, so it is kept to what a person could look through. */
  valueBytes: 256 * KIB,
  /** Code is written by a model or a person; a megabyte of it is data in disguise, and belongs in a file. */
  codeBytes: MIB,
  /** Host calls of one job. A loop over a hundred thousand files is legal; an endless one ends here or at the deadline. */
  hostCalls: 200_000,
} as const;

/** Limits of the guest's process and engines, set when it starts. */
export const PROCESS_LIMITS = {
  /** X2: Python's memory, in pages of 64 KiB (256 MiB), enforced by V8: a clean `MemoryError` inside. */
  wasmPages: 4096,
  /** X2: QuickJS's memory, in pages of 64 KiB (128 MiB). Its own `setMemoryLimit` does not hold, a maximum does. */
  quickJsPages: 2048,
  /** QuickJS starts with 16 MiB, which is what its build expects. */
  quickJsInitialPages: 256,
  /** X7: recursion ends as "stack overflow" inside QuickJS well before V8's own stack does. */
  quickJsStackBytes: 192 * KIB,
  /** Node's own heap: the engines' glue and strings on their way out. Guest memory is not in it. */
  heapMegabytes: 128,
  /** CPU seconds before the system ends the process: the longest call and its start, with room. Stops an orphan (A13.13). */
  cpuSeconds: 180,
  /** A13.9: a cold start may take this long before it counts as "no sandbox". */
  startMs: 110_000,
} as const;

/** Limits of files, as the guest's file system and the frames keep them. */
export const FILE_LIMITS = {
  /** A file that is written is held in the guest until it is closed, and sent in one frame. */
  fileBytes: 64 * MIB,
  /** All files held for writing together. */
  heldBytes: 128 * MIB,
  /** A file up to this size comes along with its attributes. */
  inlineBytes: 64 * KIB,
  /** Content kept beside attributes, in all; the oldest goes first. */
  keptBytes: 16 * MIB,
  /** The smallest piece read of a larger file. */
  windowBytes: 256 * KIB,
  /** The largest piece read at once. */
  readBytes: 4 * MIB,
  /** Linux's own. */
  pathCharacters: 4096,
} as const;

/** Limits of promises and timers in JavaScript. */
export const JOB_LIMITS = {
  /** Promise callbacks run in one go before the engine looks up. */
  batch: 1_000,
  /** All promise callbacks of one job: an endless `await` loop ends as an error rather than at the deadline. */
  total: 5_000_000,
} as const;

/** Largest body of each kind of frame from the guest; a larger one is a forgery and ends the guest before it is read. */
export const FRAME_LIMITS = {
  ready: KIB,
  output: 128 * KIB,
  call: FILE_LIMITS.fileBytes + 64 * KIB,
  result: MIB,
  snapshot: 96 * MIB,
} as const;
