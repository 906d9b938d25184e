import { type SpawnOptions, spawn } from 'node:child_process';
import path from 'node:path';
import { ROOT } from './root.ts';

/** Runs a program in the repository and resolves to its exit code; 128 plus the signal's number is not told apart from 1. */
export function run(command: string, args: string[], options: SpawnOptions = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', ...options });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** Runs a tool of `node_modules`, by its script, under the Node that runs this. */
export function runTool(script: string, args: string[], options: SpawnOptions = {}): Promise<number> {
  return run(process.execPath, [path.join(ROOT, 'node_modules', script), ...args], options);
}
