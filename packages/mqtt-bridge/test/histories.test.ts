import { serviceCaller } from '@ccu-gateway/gateway-core';
import { describe, expect, it } from 'vitest';
import { type BrokerBridge, openBrokerBridge, type Position } from '../src/index.js';
import { changesByItself, expectedTopics } from './expected.js';
import { createMemoryBroker } from './memory-broker.js';
import { CCU, createWorld, from, REMOTE, SWITCH, settingsFor } from './world.js';

const EXPIRY_MS = 10_000;
const PRESS = `ccu/${CCU}/status/${REMOTE}/1/PRESS_SHORT`;
const STEPS = 120;

/** `CCU_GATEWAY_SOAK_SEEDS` many histories, or that of `CCU_GATEWAY_SOAK_SEED` alone. */
const { CCU_GATEWAY_SOAK_SEED: only, CCU_GATEWAY_SOAK_SEEDS: count = '20' } = process.env;
const SEEDS = only === undefined ? Array.from({ length: Number(count) }, (_, index) => index + 1) : [Number(only)];

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

const never = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(undefined);
    signal.addEventListener('abort', () => reject(undefined));
  });

/** In [0, 1). */
function createRandom(seed: number): () => number {
  let state = (seed * 2_654_435_761) % 2_147_483_647 || 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** A clock that stands, and who waits for it. */
function createTime() {
  let now = 1_700_000_000_000;
  const waiting = new Set<{ readonly at: number; readonly go: () => void }>();
  return {
    now: () => now,
    wait: (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        if (signal.aborted) return resolve();
        const entry = { at: now + ms, go: resolve };
        waiting.add(entry);
        signal.addEventListener('abort', () => {
          waiting.delete(entry);
          resolve();
        });
      }),
    advance(ms: number) {
      now += ms;
      for (const entry of [...waiting]) {
        if (entry.at > now) continue;
        waiting.delete(entry);
        entry.go();
      }
    },
  };
}

/** A house, a broker, and a gateway that comes and goes; every step is one of a seed. */
function createHistory(seed: number) {
  const random = createRandom(seed);
  const upTo = (limit: number) => Math.floor(random() * (limit + 1));
  const time = createTime();
  const world = createWorld({ now: time.now });
  world.readHub();
  world.set(false);
  const broker = createMemoryBroker(time.now, { isLate: random() < 0.5 });
  const presses: { readonly seq: number; readonly at: number }[] = [];
  let position: Position | undefined;
  let running: { readonly bridge: BrokerBridge; readonly look: () => void; dead: boolean } | undefined;
  const ended: Promise<void>[] = [];
  const errors: unknown[] = [];

  async function start(): Promise<void> {
    if (running !== undefined) return;
    let look: () => void = () => {};
    const life = { dead: false };
    const log = (message: string, fields?: object) => {
      if (/events|position/.test(message)) errors.push([message, fields]);
    };
    const bridge = await openBrokerBridge({
      core: world.core,
      settings: settingsFor('mqtt://memory', {
        momentaryExpiryMs: EXPIRY_MS,
        homeAssistant: { enabled: true, prefix: 'homeassistant' },
      }),
      positions: {
        load: async () => position,
        async save(_, newer) {
          if (!life.dead) position = newer;
        },
      },
      incident: () => {},
      log: { debug: log, info: log, warn: log, error: log },
      environment: {
        now: time.now,
        random: () => 0,
        wait: time.wait,
        nextTurn: turn,
        repeat(_everyMs, tick) {
          look = () => {
            if (!life.dead) tick();
          };
          return () => {};
        },
        // The network of a process that is gone is gone.
        connect: (...asked) => (life.dead ? never(asked[3]) : broker.connect(...asked)),
      },
    });
    running = Object.assign(life, { bridge, look: () => look() });
  }

  /** All that can happen without time going on. */
  async function settle(): Promise<void> {
    for (let calm = 0; calm < 8; calm += 1) {
      if (broker.underWay > 0) calm = 0;
      broker.step(1_000, 1_000);
      await turn();
    }
  }

  async function stop(): Promise<void> {
    const stopping = running;
    if (stopping === undefined) return;
    running = undefined;
    let closed = false;
    const closing = stopping.bridge.close().then(() => {
      closed = true;
    });
    while (!closed) {
      await settle();
      if (!closed) time.advance(1_000);
    }
    await closing;
  }

  async function kill(): Promise<void> {
    const killed = running;
    if (killed === undefined) return;
    running = undefined;
    killed.dead = true;
    broker.down({ keeps: true });
    broker.up();
    await turn();
    ended.push(killed.bridge.close());
  }

  function press(): void {
    world.press();
    presses.push({ seq: world.events.seq, at: time.now() });
  }

  const seqsOf = (topic: string) =>
    broker.taken.filter((each) => each.topic === topic).map(({ payload }) => JSON.parse(payload).seq as number);

  /** Broker and gateway are there, and everything was said: then no press is missing that still counts. */
  async function calm(): Promise<void> {
    broker.up();
    await start();
    for (let tries = 0; broker.connections === 0; tries += 1) {
      expect(tries, 'the bridge does not come back').toBeLessThan(200);
      await settle();
      if (broker.connections === 0) time.advance(1_000);
    }
    await settle();
    running?.look();
    await settle();
    const told = new Set(seqsOf(PRESS));
    const due = presses.filter(({ at }) => at + EXPIRY_MS > time.now()).map(({ seq }) => seq);
    expect(
      due.filter((seq) => !told.has(seq)),
      'presses that are lost',
    ).toEqual([]);
  }

  function change(): void {
    const kind = upTo(3);
    if (kind === 0) world.set(random() < 0.5);
    if (kind === 1) world.apply({ ...from, type: 'devices_removed', addresses: [SWITCH] });
    if (kind === 2) world.describe();
    if (kind === 3) world.setVariable('Away', random() < 0.5);
  }

  const ways: readonly (() => void | Promise<void>)[] = [
    press,
    press,
    press,
    change,
    change,
    () => broker.step(upTo(10), upTo(10), upTo(10)),
    () => broker.step(upTo(40), upTo(40), upTo(40)),
    () => time.advance(upTo(3_000)),
    () => broker.down({ keeps: random() < 0.7 }),
    () => broker.up(),
    () => broker.up(),
    () => start(),
    () => start(),
    () => stop(),
    kill,
    () => (random() < 0.3 ? calm() : undefined),
  ];

  return {
    world,
    broker,
    presses,
    errors,
    async run() {
      // A first start begins with the newest event; what follows is a life of one gateway.
      await start();
      for (let step = 0; step < STEPS; step += 1) {
        await ways[upTo(ways.length - 1)]?.();
        for (let turns = upTo(4); turns > 0; turns -= 1) await turn();
      }
      await calm();
    },
    async close() {
      await stop();
      time.advance(60_000);
      await Promise.all(ended);
    },
  };
}

type History = ReturnType<typeof createHistory>;

function checkPresses({ broker, presses }: History): void {
  const at = new Map(presses.map((each) => [each.seq, each.at]));
  const payloads = new Map<number, string>();
  for (const { topic, payload, at: takenAt, retain } of broker.taken) {
    if (topic !== PRESS) continue;
    const { seq } = JSON.parse(payload) as { readonly seq: number };
    // Each is one that was pressed, is never kept, never late, and the same each time it is told.
    expect(at.has(seq)).toBe(true);
    expect(retain).toBe(false);
    expect(takenAt - (at.get(seq) ?? 0)).toBeLessThan(EXPIRY_MS + 3_000);
    expect(payloads.get(seq) ?? payload).toBe(payload);
    payloads.set(seq, payload);
  }
}

function checkKept({ broker, world }: History): void {
  const house = world.core.as(serviceCaller({ name: 'check', role: 'viewer' }));
  const devices = house.devices.list();
  const expected = expectedTopics({
    snapshot: house.snapshot.take({ include: ['data_points'] }),
    customDataPoints: devices.flatMap(({ address, central = '' }) =>
      house.customDataPoints.list({ device: address }).map((each) => ({ ...each, central, device_address: address })),
    ),
    calculated: [],
    counters: house.hub.dataPoints(),
  });
  const kept = new Map([...broker.kept].filter(([topic]) => topic.startsWith('ccu/') && !changesByItself(topic)));
  expect(kept.get('ccu/bridge/state')).toBe('online');
  kept.delete('ccu/bridge/state');
  kept.delete('ccu/bridge/discovery');
  expect([...kept.keys()].sort()).toEqual([...expected.keys()].sort());
  for (const [topic, members] of expected) expect(JSON.parse(kept.get(topic) ?? ''), topic).toMatchObject(members);
  const announced = [...broker.kept.keys()].filter((topic) => /^homeassistant\/device\/.*_00/.test(topic));
  expect(announced.sort()).toEqual(
    devices.map(({ address }) => `homeassistant/device/ccu-gateway_ccu_${CCU}_${address}/config`).sort(),
  );
}

describe('restarts and outages of broker and gateway at random points', () => {
  it.each(SEEDS)('lose no unexpired key press and leave the broker with the current state (seed %i)', async (seed) => {
    const history = createHistory(seed);
    await history.run();
    checkPresses(history);
    checkKept(history);
    expect(history.errors).toEqual([]);
    await history.close();
  });
});
