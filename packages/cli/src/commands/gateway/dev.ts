import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, unwatchFile, watchFile } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { command } from '../../context/context.js';
import { CliError, EXIT } from '../../terminal/exit.js';
import type { CliIo } from '../../terminal/io.js';
import { findDaemon, type Program, readProgram } from './run.js';

const LOOK_MS = 300;

/** `dev`: runs a gateway for developers. */
export const devCommand = command({
  name: 'ccu-gateway dev',
  description:
    'Run the gateway on temporary data with a talkative log, and anew whenever its configuration file changes.',
  args: {
    listen: { type: 'string', valueHint: 'HOST:PORT', description: 'where it listens, instead of what the file says' },
    'log-level': {
      type: 'enum',
      options: ['debug', 'info', 'warn', 'error'],
      valueHint: 'debug|info|warn|error',
      description: 'default debug',
    },
  },
  run: async ({ io, output }, args) => {
    const named = args.config === undefined ? join(io.cwd, 'config.yaml') : resolve(io.cwd, String(args.config));
    const file = existsSync(named) ? named : undefined;
    if (file === undefined && args.config !== undefined) {
      throw new CliError(EXIT.usage, 'config_unreadable', `${named} is not there`, {
        fix: 'name another file: --config FILE',
      });
    }
    if (file === undefined)
      output.note('without a configuration file there is no CCU; a simulated one: ccu-gateway demo');
    const given = args['data-dir'];
    const dataDir = typeof given === 'string' ? given : mkdtempSync(join(tmpdir(), 'ccu-gateway-dev-'));
    const options = ['--data-dir', dataDir, '--log-level', String(args['log-level'] ?? 'debug')];
    if (args.listen !== undefined) options.push('--listen', args.listen);
    if (file !== undefined) options.push('--config', file);
    try {
      return await develop({ io, program: findDaemon(), options, file, note: output.note, onChange: watchForChanges });
    } finally {
      if (given === undefined) rmSync(dataDir, { recursive: true, force: true });
    }
  },
});

export interface Development {
  readonly io: CliIo;
  readonly program: Program;
  /** Behind `run`. */
  readonly options: readonly string[];
  /** The configuration file, where there is one. */
  readonly file: string | undefined;
  readonly note: (message: string) => void;
  /** Calls a function after each change of a file; returns a function that ends it. */
  readonly onChange: (file: string, changed: () => void) => () => void;
}

/** Runs it until Ctrl-C, and restarts it with each valid configuration. Resolves with the exit code of the last run. */
export async function develop(development: Development): Promise<number> {
  const { io, file, onChange } = development;
  const changes = createBell();
  const stopWatching = file === undefined ? () => undefined : onChange(file, changes.ring);
  try {
    for (;;) {
      const running = startRun(development);
      const exit = await untilToBeReplaced(development, running.ended, changes);
      running.stop();
      await running.ended;
      if (exit !== undefined || io.signal.aborted) return exit ?? (await running.ended);
      development.note(`${file} has changed, the gateway starts anew`);
    }
  } finally {
    stopWatching();
  }
}

/** Answers an exit code where nothing is to be started any more. */
async function untilToBeReplaced(
  { io, file, note, program }: Development,
  ended: Promise<number>,
  changes: Bell,
): Promise<number | undefined> {
  const interrupted = aborted(io.signal);
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  for (;;) {
    const awaited = [interrupted, changes.next()];
    await Promise.race(hasEnded ? awaited : [...awaited, ended]);
    if (io.signal.aborted) return undefined;
    if (file === undefined) return await ended;
    if (!changes.take()) {
      note('the gateway has ended; it starts anew when its configuration changes');
      continue;
    }
    const { exit, out } = await readProgram(program, ['config', 'check', '--config', file], io);
    if (exit === EXIT.ok) return undefined;
    io.stderr.write(out);
    note(`${file} is not acceptable; what runs goes on with the configuration of before`);
  }
}

function startRun({ io: { env, cwd }, program, options }: Development) {
  const child = spawn(program.command, [...program.args, 'run', ...options], { stdio: 'inherit', cwd, env });
  const ended = new Promise<number>((settle, fail) => {
    child.once('error', fail);
    child.once('close', (code) => settle(code ?? EXIT.failed));
  });
  return { ended, stop: () => void child.kill('SIGTERM') };
}

/** Keeps rings between calls of `take`, as one. */
interface Bell {
  readonly ring: () => void;
  next(): Promise<void>;
  /** True when it rang since the last call. */
  take(): boolean;
}

function createBell(): Bell {
  let rang = false;
  let wake: () => void = () => undefined;
  return {
    ring() {
      rang = true;
      wake();
    },
    next: () =>
      new Promise((resolve) => {
        wake = resolve;
        if (rang) resolve();
      }),
    take() {
      const before = rang;
      rang = false;
      return before;
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** By asking again and again: editors replace a file, which ends other ways of watching. */
function watchForChanges(file: string, changed: () => void): () => void {
  watchFile(file, { interval: LOOK_MS }, ({ mtimeMs, size }, before) => {
    if (size > 0 && (mtimeMs !== before.mtimeMs || size !== before.size)) changed();
  });
  return () => unwatchFile(file);
}
