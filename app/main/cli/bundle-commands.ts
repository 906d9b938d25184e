import { createPublicKey, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { WarrantError } from '#contract/errors';
import type { BundleReport } from '#contract/views';
import { BundleVerifier } from '../host/bundle/bundle-verifier.ts';
import { fingerprintOf, readFingerprint } from '../host/bundle/check-signature.ts';
import type { Client } from './client.ts';
import { EXIT, UsageError } from './exit-codes.ts';
import { onOneLine } from './on-one-line.ts';
import { checkOutputPlace, writeFaultWords } from './output-place.ts';
import { type CommandContext, positive } from './program.ts';
import { systemWords } from './run-commands.ts';
import { print, printJson, type Terminal, warn } from './terminal.ts';

interface ExportOptions {
  bundle: string;
  sign?: boolean;
  files?: boolean;
  force?: boolean;
}

/** Progress is shown from so many bytes on, and after each so many. */
const PROGRESS_BYTES = 32 * 1024 * 1024;

/** Says on a terminal how far a long work is; nothing where nobody looks. */
function progress(terminal: Terminal, doing: string): { add(bytes: number): void; end(): void } {
  let [bytes, shown] = [0, 0];
  return {
    add(more) {
      bytes += more;
      if (!terminal.interactive || bytes - shown < PROGRESS_BYTES) return;
      shown = bytes;
      terminal.errors.write(`\r${doing}: ${Math.round(bytes / 1024 / 1024)} MiB`);
    },
    end() {
      if (shown > 0) terminal.errors.write('\n');
    },
  };
}

/**
 * Writes a bundle to a file (0600), whole or not at all, and checks it on the way. Throws `conflict` for a file that is
 * there and may not be replaced, `disk` where it can't be written.
 */
async function writeBundle(
  client: Client,
  run: string,
  file: string,
  options: ExportOptions,
  terminal: Terminal,
): Promise<BundleReport> {
  const taken = new WarrantError('conflict', `${file} is there already. Give another name, or --force to replace it.`);
  if (!options.force && fs.existsSync(file)) throw taken;
  const pieces = await client.bundle.export({ run, sign: options.sign ?? false, files: options.files ?? false });
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  const verifier = new BundleVerifier();
  const shown = progress(terminal, 'sealing');
  try {
    const handle = await fs.promises.open(temporary, 'wx', 0o600);
    try {
      for await (const { text } of pieces) {
        await handle.writeFile(text);
        verifier.write(text);
        shown.add(text.length);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (!options.force && fs.existsSync(file)) throw taken;
    await fs.promises.rename(temporary, file);
  } catch (cause) {
    fs.rmSync(temporary, { force: true });
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause;
    throw new WarrantError('disk', `The bundle can’t be written to ${file}: ${writeFaultWords(cause, file)}`);
  } finally {
    shown.end();
  }
  return verifier.end();
}

/** Reads a file piece by piece into a check. Throws `UsageError` for one that can't be read. */
async function checkFile(
  file: string,
  noted: Parameters<BundleVerifier['end']>[0],
  terminal: Terminal,
): Promise<BundleReport> {
  const verifier = new BundleVerifier();
  const shown = progress(terminal, 'checking');
  try {
    for await (const chunk of fs.createReadStream(file, { highWaterMark: 1024 * 1024 })) {
      verifier.write(chunk as Buffer);
      shown.add((chunk as Buffer).length);
    }
  } catch (error) {
    throw new UsageError(`${file} can’t be read: ${systemWords(error)}`);
  } finally {
    shown.end();
  }
  return verifier.end(noted);
}

/** A fingerprint, or that of the public key in a file. */
function readKey(given: string, workingFolder: string): string {
  const fingerprint = readFingerprint(given);
  if (/^[0-9a-f]{64}$/.test(fingerprint)) return fingerprint;
  const file = path.resolve(workingFolder, given);
  let content: Buffer;
  try {
    content = fs.readFileSync(file);
  } catch (error) {
    throw new UsageError(`--key ${given} is no fingerprint of 64 hex digits and no file: ${systemWords(error)}`);
  }
  try {
    return fingerprintOf(createPublicKey(content).export({ format: 'der', type: 'spki' }));
  } catch {
    throw new UsageError(`--key: ${file} holds no public key in PEM`);
  }
}

function readHead(given: string): string {
  const head = given.toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(head)) throw new UsageError(`--head ${given}: a head is 64 hex digits`);
  return head;
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

function sizeOf(report: BundleReport): string {
  const { entries, facts, payloads } = report;
  return `${counted(entries, 'entry', 'entries')}, ${counted(facts, 'fact', 'facts')}, ${counted(payloads, 'payload', 'payloads')}`;
}

/** What identifies a bundle, one a line. */
function ends(report: BundleReport): string[] {
  return [
    `length  ${report.length ?? 0}`,
    `head    ${report.head ?? '(none)'}`,
    `seal    ${report.seal ?? '(none)'}`,
    ...(report.signedBy === undefined ? [] : [`key     ${report.signedBy}`]),
  ];
}

function faultLine(fault: BundleReport['faults'][number]): string {
  const name =
    fault.what.startsWith('line ') || fault.what === fault.kind
      ? fault.kind
      : `${fault.kind} ${fault.what}${fault.about === undefined ? '' : ` (${fault.about})`}`;
  const hashes =
    fault.recorded === undefined || fault.found === undefined
      ? ''
      : ` Hash on record ${fault.recorded}, hash of these bytes ${fault.found}.`;
  return onOneLine(`line ${fault.line}: ${name}: ${fault.reason}${hashes}`);
}

function printReport(terminal: Terminal, report: BundleReport): void {
  const { run, title, agent, whole, signature } = report;
  if (report.instead === undefined) {
    print(terminal, onOneLine(`run ${run ?? '(unknown)'}, “${title ?? ''}”, agent ${agent ?? '(unknown)'}`));
    print(terminal, `${whole ? 'whole' : 'NOT WHOLE'}: ${sizeOf(report)}`);
    for (const line of ends(report)) print(terminal, line);
    print(terminal, { none: 'not signed', good: 'the signature holds', bad: 'THE SIGNATURE DOES NOT HOLD' }[signature]);
  }
  for (const fault of report.faults) print(terminal, faultLine(fault));
  for (const note of report.notes) print(terminal, `note: ${onOneLine(note)}`);
}

/** `export`, `verify` (interfaces, point 11 of the asks). */
export function addBundleCommands(context: CommandContext): void {
  const { program, parts, withClient } = context;
  const { terminal } = parts;
  program
    .command('export')
    .description('seal a run as one file that can be checked. Example: warrant export RUN --bundle run.warrant --sign')
    .argument('<run>')
    .requiredOption('--bundle <file>', 'the file to write')
    .option('--sign', 'sign it with this installation’s key')
    .option('--files', 'with the versions of your files that the run read or changed')
    .option('--force', 'replace a file that is there')
    .action((run: string, options: ExportOptions) =>
      withClient(async ({ client }) => {
        const file = path.resolve(parts.workingFolder, options.bundle);
        checkOutputPlace(file, parts.dataFolder, 'The bundle');
        const report = await writeBundle(client, run, file, options, terminal);
        if (context.form() !== 'text') printJson(terminal, { file, ...report });
        else {
          print(terminal, `sealed ${sizeOf(report)} in ${onOneLine(file)}`);
          for (const line of ends(report)) print(terminal, line);
          print(
            terminal,
            'Note length and head elsewhere: a bundle whose end was cut together with its seal can only be told by them.',
          );
        }
        for (const fault of report.faults) warn(terminal, `in the store already: ${faultLine(fault)}`);
        for (const note of report.notes.filter((text) => /left out|taken out/.test(text)))
          warn(terminal, onOneLine(note));
        return report.whole ? EXIT.completed : EXIT.failed;
      }),
    );
  program
    .command('verify')
    .description(
      'check a sealed bundle; needs no data folder. Example: warrant verify run.warrant --head HASH --length N',
    )
    .argument('<file>')
    .option('--head <hash>', 'the head or the seal that was noted elsewhere', readHead)
    .option('--length <n>', 'the number of entries that was noted elsewhere', positive)
    .option('--key <fingerprint|file>', 'the key that it must be signed with')
    .action(async (given: string, options: { head?: string; length?: number; key?: string }) => {
      const file = path.resolve(parts.workingFolder, given);
      const key = options.key === undefined ? undefined : readKey(options.key, parts.workingFolder);
      const report = await checkFile(file, { ...options, key }, terminal);
      if (context.form() === 'text') printReport(terminal, report);
      else printJson(terminal, report);
      context.setExitCode(report.instead !== undefined ? EXIT.usage : report.whole ? EXIT.completed : EXIT.failed);
    });
}
