import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEventStream } from '@ccu-gateway/event-stream';
import { afterEach } from 'vitest';
import {
  type Cause,
  type ChannelSettings,
  type DeviceFirmware,
  type Notify,
  type NotifyEnvironment,
  type NotifyOptions,
  openNotify,
} from '../src/index.js';
import type { Rule } from '../src/settings/index.js';

export const START = Date.UTC(2026, 5, 1, 12);

/** Time that moves only on request of a test. */
export function createClock() {
  let now = START;
  const waiting = new Set<{ readonly at: number; readonly go: () => void }>();
  return {
    now: () => now,
    wait: (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        if (signal.aborted) return resolve();
        const go = () => {
          waiting.delete(one);
          signal.removeEventListener('abort', go);
          resolve();
        };
        const one = { at: now + ms, go };
        waiting.add(one);
        signal.addEventListener('abort', go);
      }),
    /** Moves in steps that the waits ask for, as a clock does. */
    async advance(ms: number) {
      const end = now + ms;
      for (;;) {
        const next = [...waiting].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        now = Math.max(now, next?.at ?? end);
        next?.go();
        await settled();
        if (next === undefined) return;
      }
    },
  };
}

/** Lets everything run that needs no time. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A request as its receiver has it. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A service on loopback that answers 200 until a test changes it. */
export async function startService() {
  const received: Received[] = [];
  let answer = (response: ServerResponse, _one: Received): void => {
    response.writeHead(200).end('{"ok":true,"status":1}');
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, text: Buffer.concat(chunks).toString() };
      received.push(one);
      answer(response, one);
    });
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
  return {
    received,
    url: `http://127.0.0.1:${port}`,
    bodies: () => received.map(({ text }) => JSON.parse(text) as { readonly [member: string]: unknown }),
    answerWith(next: typeof answer) {
      answer = next;
    },
    answerStatus(status: number, text = '', headers: Readonly<Record<string, string>> = {}) {
      answer = (response) => response.writeHead(status, headers).end(text);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const rule = (more: Partial<Rule> & Pick<Rule, 'name'>): Rule => ({
  ...{ on: [], channels: [], devices: [], lastsMs: 0, oncePerDay: false },
  ...more,
});

export const cause = (id: string, more: Partial<Cause> = {}): Cause => ({
  ...{ id, class: 'battery', kind: 'low_battery', name: `Device ${id}`, source: `device:home:${id}` },
  ...{ since: new Date(START).toISOString(), device_address: id },
  ...more,
});

/** An installation with events from a test, and what outlives its process. */
export function createWorld() {
  const clock = createClock();
  const events = createEventStream({ clock: clock.now });
  const lines: string[] = [];
  const open: Notify[] = [];
  const world = {
    clock,
    events,
    lines,
    /** The stored text. */
    kept: undefined as string | undefined,
    present: [] as readonly Cause[],
    isFull: false,
    value: undefined as unknown,
    firmware: { devices: [], ended: [] } as DeviceFirmware,
    saves: 0,
    change: (change: string, fault: Cause) =>
      events.publish({ topic: 'security.faults', type: 'security.fault_changed', payload: { change, fault } }),
    environment: {
      now: clock.now,
      wait: clock.wait,
      random: () => 0,
      nextTurn: () => new Promise((resolve) => setImmediate(resolve)),
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    } satisfies NotifyEnvironment,
    channel: (url: string, more: Partial<ChannelSettings> = {}): ChannelSettings => ({
      ...{ name: 'phone', kind: 'url', url, language: 'en', allowNetworks: ['127.0.0.1/32'], timeoutMs: 10_000 },
      ...more,
    }),
    async open(
      channels: readonly ChannelSettings[],
      rules: readonly Rule[] = [],
      push?: NotifyOptions['push'],
    ): Promise<Notify> {
      const line = (message: string, fields?: object) => void lines.push(`${message} ${JSON.stringify(fields)}`);
      const notify = await openNotify({
        core: { events },
        settings: { channels, rules },
        records: {
          load: async () => world.kept,
          async save(text) {
            if (world.isFull) throw new Error('the disk is full');
            world.kept = text;
            world.saves += 1;
          },
        },
        present: () => world.present,
        valueOf: () => world.value,
        nameOf: (address) => `Name of ${address}`,
        pageOf: (address) => `devices/home/${address}`,
        firmware: () => world.firmware,
        push,
        log: { debug: line, info: line, warn: line, error: line },
        environment: world.environment,
      });
      open.push(notify);
      return notify;
    },
    close: async () => void (await Promise.all(open.splice(0).map((notify) => notify.close()))),
  };
  return world;
}

export type World = ReturnType<typeof createWorld>;
type Service = Awaited<ReturnType<typeof startService>>;

/** Makes worlds and services that end with their test. */
export function untilTheEnd() {
  const ends: (() => Promise<void>)[] = [];
  // Running work has nothing left to wait for when the services are gone.
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });
  return {
    world(): World {
      const world = createWorld();
      ends.push(() => world.close());
      return world;
    },
    async service(): Promise<Service> {
      const service = await startService();
      ends.push(() => service.close());
      return service;
    },
  };
}
