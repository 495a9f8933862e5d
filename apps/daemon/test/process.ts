import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';

export const repository = resolve(import.meta.dirname, '../../..');
export const daemonBin = resolve(repository, 'apps/daemon/dist/main.js');
export const cliBin = resolve(repository, 'packages/cli/dist/bin.js');

/** A child process whose output is remembered. */
export interface Running {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Resolves with the exit code; -1 when a signal ended it. */
  readonly exited: Promise<number>;
  /** Resolves when stdout or stderr matches. */
  until(pattern: RegExp): Promise<RegExpMatchArray>;
}

export interface StartOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export function start(
  command: string,
  args: readonly string[],
  { cwd = repository, env = {} }: StartOptions = {},
): Running {
  const child = spawn(command, [...args], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  const waiting = new Set<() => void>();
  const took = () => {
    for (const look of waiting) look();
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    took();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    took();
  });
  const exited = new Promise<number>((settle) => child.once('close', (code) => settle(code ?? -1)));
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    exited,
    until(pattern) {
      return new Promise((settle, fail) => {
        const look = () => {
          const match = stdout.match(pattern) ?? stderr.match(pattern);
          if (match === null) return;
          waiting.delete(look);
          settle(match);
        };
        waiting.add(look);
        void exited.then((code) => fail(new Error(`ended with ${code} without ${pattern}\n${stdout}\n${stderr}`)));
        look();
      });
    },
  };
}

/** Runs to the end. */
export async function finish(running: Running): Promise<{ code: number; stdout: string; stderr: string }> {
  const code = await running.exited;
  return { code, stdout: running.stdout(), stderr: running.stderr() };
}
