import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname } from 'node:path';

/** Machine of a service. */
export interface Machine {
  readonly platform: string;
  readonly uid: number;
  readonly home: string;
  /** Of Node. */
  readonly node: string;
  exists(path: string): boolean;
  /** Undefined where there is no such file. */
  read(path: string): string | undefined;
  makeDirectory(path: string, mode: number): void;
  /** Whole or not at all. */
  write(path: string, text: string, mode: number): void;
  remove(path: string): void;
  /** True when the program is installed. */
  has(program: string): boolean;
  run(command: string, args: readonly string[]): { readonly code: number; readonly out: string; readonly err: string };
}

/** This one. */
export function thisMachine(): Machine {
  const run: Machine['run'] = (command, args) => {
    const { status, stdout, stderr, error } = spawnSync(command, [...args], { encoding: 'utf8' });
    return { code: error === undefined ? (status ?? 1) : 127, out: stdout ?? '', err: error?.message ?? stderr ?? '' };
  };
  return {
    platform: process.platform,
    uid: process.getuid?.() ?? 0,
    home: homedir(),
    node: process.execPath,
    exists: existsSync,
    read: (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined),
    makeDirectory: (path, mode) => void mkdirSync(path, { recursive: true, mode }),
    write(path, text, mode) {
      mkdirSync(dirname(path), { recursive: true });
      const temporary = `${path}.new`;
      rmSync(temporary, { force: true });
      writeFileSync(temporary, text, { mode, flag: 'wx' });
      chmodSync(temporary, mode);
      renameSync(temporary, path);
    },
    remove: (path) => rmSync(path, { force: true }),
    has: (program) => run(program, ['--version']).code !== 127,
    run,
  };
}
