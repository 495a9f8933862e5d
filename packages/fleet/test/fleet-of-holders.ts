import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Act } from '../src/testing/index.js';

const require = createRequire(import.meta.url);
// The bundler of the build, so that a process of its own can run the sources.
const { buildSync } = createRequire(require.resolve('tsup'))('esbuild') as { buildSync(options: object): void };

/** Processes of `holder.ts`, and their output. */
export interface Holders {
  start(name: string, url: string): void;
  signal(name: string, signal: NodeJS.Signals): void;
  acts(): readonly Act[];
  /** The process that acted under the highest token, once it did after this moment. */
  actingSince(at: number): string | undefined;
  dispose(): Promise<void>;
}

export const now = () => Number(process.hrtime.bigint()) / 1e6;

export async function startHolders(ttlMs: number): Promise<Holders> {
  const folder = await mkdtemp(join(tmpdir(), 'holders-'));
  const program = join(folder, 'holder.mjs');
  buildSync({
    entryPoints: [new URL('holder.ts', import.meta.url).pathname],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'error',
  });
  const children = new Map<string, ChildProcess>();
  const acts = () => {
    const file = join(folder, 'acts');
    if (!existsSync(file)) return [];
    const whole = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    return whole.map((line): Act => JSON.parse(line));
  };
  return {
    start(name, url) {
      const args = [program, url, name, String(ttlMs), join(folder, 'acts')];
      children.set(name, spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] }));
    },
    signal(name, signal) {
      children.get(name)?.kill(signal);
    },
    acts,
    actingSince(at) {
      const all = acts();
      const highest = Math.max(...all.map(({ token }) => token));
      return all.find((act) => act.at > at && act.token === highest)?.process;
    },
    async dispose() {
      for (const child of children.values()) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}
