import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { stringify } from 'yaml';
import type { Gate, OpenGate } from '../../../../packages/fleet/test/gate.mjs';
import { daemonBin } from '../process.js';
import { outcomeOf } from './outcome.js';
import type { Seen } from './seen.js';

export interface GatewayOptions {
  readonly name: string;
  readonly dir: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string>>;
  readonly seen: Seen;
  readonly openGate: OpenGate;
}

/** A gateway in a process of its own, which is started again when it ends by itself, as a service does. */
export interface RunningGateway {
  readonly name: string;
  /** Clients come through it. */
  readonly door: Gate;
  readonly log: readonly string[];
  start(): void;
  /** Resolves when the process has ended; it stays so. Rejects where it does not end in time, and kills it. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Resolves when it has listened since the last start. */
  listening(): Promise<void>;
}

const RESTART_MS = 500;
/** Longer than a gateway gives to anything when it stops. */
const END_MS = 45_000;

export async function createGateway({
  name,
  dir,
  config,
  env,
  seen,
  openGate,
}: GatewayOptions): Promise<RunningGateway> {
  const home = join(dir, name);
  mkdirSync(home);
  const file = join(home, 'config.yaml');
  writeFileSync(file, stringify({ data_dir: join(home, 'data'), ...config }), { mode: 0o600 });
  const log: string[] = [];
  let child: ChildProcess | undefined;
  let isWanted = false;
  let port = 0;
  let heard = () => {};
  let listens = Promise.resolve();
  const door = await openGate(() => port);

  function take(text: string): void {
    log.push(text);
    const url = /"url":"http:\/\/[^"]+:(\d+)"/.exec(text)?.[1];
    if (url !== undefined) {
      port = Number(url);
      heard();
    }
    takeLease(seen, name, text);
    takeAnswer(seen, name, text);
  }

  function start(): void {
    isWanted = true;
    listens = new Promise((settle) => {
      heard = settle;
    });
    const started = spawn(process.execPath, ['--no-warnings', daemonBin, 'run', '--config', file], {
      env: { ...process.env, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    for (const stream of [started.stdout, started.stderr]) createInterface(stream).on('line', take);
    started.once('exit', () => {
      if (isWanted && child === started) setTimeout(() => isWanted && child === started && start(), RESTART_MS);
    });
  }

  return {
    name,
    door,
    log,
    start,
    listening: () => listens,
    signal: (signal) => void child?.kill(signal),
    async end(signal) {
      isWanted = false;
      const ending = child;
      if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
      const ended = new Promise<true>((settle) => ending.once('exit', () => settle(true)));
      ending.kill(signal);
      if (await Promise.race([ended, pause(END_MS, false, { ref: false })])) return;
      ending.kill('SIGKILL');
      throw new Error(`${name} has not ended ${END_MS} ms after ${signal}`);
    },
  };
}

/** What a gateway says of its leases. */
function takeLease(seen: Seen, gateway: string, text: string): void {
  if (!text.includes('"event":"fleet.')) return;
  const { event, time, central: ccu, token, publisher, left_ms: left } = JSON.parse(text);
  if (event === 'fleet.lost') seen.sayAt(time, 'lease_ended', { gateway, ccu, token });
  if (event === 'fleet.held' || event === 'fleet.renewed') {
    const until = seen.timeOf(Date.parse(time)) + left;
    seen.sayAt(time, 'lease_held', { gateway, ccu, token, until });
  }
  if (event === 'fleet.held') seen.terms.set(publisher, { ccu, token });
}

/** How a gateway answered a write, which is named by the trace that the client began. */
function takeAnswer(seen: Seen, gateway: string, text: string): void {
  if (!text.includes('"http.request"')) return;
  const { time, trace_id: trace, status, reason } = JSON.parse(text);
  const write = seen.writes.get(trace);
  if (write !== undefined) seen.sayAt(time, 'answered', { gateway, write, outcome: outcomeOf(status, reason) });
}
