import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GatewayCore } from '@ccu-gateway/gateway-core';
import { NO_MATTER_BRIDGE } from '@ccu-gateway/gateway-core/use-cases';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createParts } from '../parts/parts.js';
import type { Base } from './base.js';
import type { Data } from './data.js';
import { createMatter } from './matter.js';

let dataDir: string;
const closers: (() => unknown)[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'ccu-gateway-matter-'));
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  rmSync(dataDir, { recursive: true, force: true });
});

type LoadPackage = NonNullable<Parameters<typeof createMatter>[0]['loadPackage']>;

function matterWith(enabled: boolean, loadPackage: LoadPackage) {
  const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
  const checks = new Map<string, () => unknown>();
  const seal = (text: string) => [...text].reverse().join('');
  const time = { now: () => 0, after: () => () => undefined };
  const base = {
    log: { ...silent, child: () => silent },
    time,
    parts: createParts({ time, log: silent, inDoubt: () => undefined }),
    lifecycle: { onClose: (_name: string, close: () => unknown) => void closers.push(close) },
  };
  const data = {
    health: {
      check(name: string, look: () => unknown) {
        checks.set(name, look);
        return () => checks.delete(name);
      },
    },
    store: {},
    secrets: { box: { seal, open: seal } },
    loaded: { dataDir, config: { matter: { enabled, port: 5540, name: 'Test', profile: 'all' } } },
  };
  const part = createMatter({
    base: base as unknown as Base,
    data: data as unknown as Data,
    house: { stream: { publish: () => 0 } } as never,
    version: '1.2.3',
    loadPackage,
  });
  return { part, checks, parts: base.parts };
}

const core = {} as GatewayCore;
const turn = () => new Promise((settle) => setImmediate(settle));

async function untilProblem(part: ReturnType<typeof createMatter>) {
  for (;;) {
    const problem = part.access.status().problems?.[0];
    if (problem !== undefined) return problem;
    await turn();
  }
}

it('loads nothing, keeps no file and reports no health while it is off', async () => {
  let loads = 0;
  const { part, checks } = matterWith(false, async () => {
    loads += 1;
    throw new Error('must not be loaded');
  });
  part.start(core);
  await turn();
  expect([loads, [...checks], readdirSync(dataDir)]).toEqual([0, [], []]);
  expect([part.access.status(), part.access.bridge(), part.figures()]).toEqual([
    NO_MATTER_BRIDGE,
    undefined,
    undefined,
  ]);
});

it('names the command that installs the package where it is missing', async () => {
  const missing = Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
  const { part, checks } = matterWith(true, () => Promise.reject(missing));
  part.start(core);
  const problem = await untilProblem(part);
  expect(problem).toMatchObject({ code: 'matter_not_installed', remedy: expect.stringContaining('@1.2.3') });
  expect(part.access.bridge()).toBeUndefined();
  expect(part.access.status()).toMatchObject({ enabled: true, listening: false });
  expect(checks.get('matter')?.()).toMatchObject({ status: 'degraded', note: expect.stringContaining('npm install') });
});

it('refuses a damaged store with the remedy, and leaves it as it is', async () => {
  writeFileSync(join(dataDir, 'matter.db'), 'no database');
  const { part } = matterWith(true, async () => ({
    startMatterBridge: () => Promise.reject(new Error('not reached')),
  }));
  part.start(core);
  expect(await untilProblem(part)).toMatchObject({
    code: 'matter_storage',
    remedy: expect.stringContaining('ccu-gateway matter reset'),
  });
  expect(readdirSync(dataDir)).toEqual(['matter.db']);
});

it('opens nothing once the gateway ends while the package is loaded', async () => {
  let started = 0;
  const { promise, resolve } = deferred<Awaited<ReturnType<LoadPackage>>>();
  const { part } = matterWith(true, () => promise);
  part.start(core);
  for (const close of closers.splice(0)) await close();
  resolve({
    startMatterBridge() {
      started += 1;
      return Promise.reject(new Error('not reached'));
    },
  });
  await turn();
  expect([started, readdirSync(dataDir), part.access.status().problems]).toEqual([0, [], undefined]);
});

const SETTINGS = { enabled: true, port: 5540, name: 'Test', profile: 'all' } as const;

/** A package with a running bridge, which writes down the calls that it gets. */
function workingPackage() {
  const happened: unknown[] = [];
  const status = { ...NO_MATTER_BRIDGE, enabled: true, listening: true };
  const load: LoadPackage = async () => ({
    async startMatterBridge({ settings }) {
      happened.push(['start', settings]);
      return {
        status: () => status,
        figures: () => ({}) as never,
        bridge: () => ({}) as never,
        reconfigure: (next) => void happened.push(['reconfigure', next]),
        stop: async () => void happened.push('stop'),
      };
    },
  });
  return { load, happened };
}

describe('other settings', () => {
  it('switch the bridge on and off while the gateway runs', async () => {
    const { load, happened } = workingPackage();
    const { part, checks } = matterWith(false, load);
    part.start(core);
    part.reconfigure(SETTINGS);
    await expect.poll(() => part.access.status().listening, { timeout: 20_000 }).toBe(true);
    expect(checks.get('matter')?.()).toEqual({ status: 'healthy' });
    expect(readdirSync(dataDir)).toContain('matter.db');
    part.reconfigure({ ...SETTINGS, enabled: false });
    expect(part.access.status()).toEqual(NO_MATTER_BRIDGE);
    await expect.poll(() => happened.at(-1), { timeout: 20_000 }).toBe('stop');
    expect([part.access.bridge(), [...checks]]).toEqual([undefined, []]);
    part.reconfigure(SETTINGS);
    await expect.poll(() => part.access.status().listening, { timeout: 20_000 }).toBe(true);
    expect(happened.filter((each) => Array.isArray(each) && each[0] === 'start')).toHaveLength(2);
  });

  it('are handed to a bridge that runs', async () => {
    const { load, happened } = workingPackage();
    const { part } = matterWith(true, load);
    part.start(core);
    part.reconfigure({ ...SETTINGS, profile: 'alexa', port: 5541 });
    await expect
      .poll(() => happened.at(-1), { timeout: 20_000 })
      .toEqual(['reconfigure', { name: 'Test', version: '1.2.3', port: 5541, profile: 'alexa' }]);
  });

  it('make the gateway try again what kept the bridge from being loaded', async () => {
    writeFileSync(join(dataDir, 'matter.db'), 'no database');
    const { load } = workingPackage();
    const { part } = matterWith(true, load);
    part.start(core);
    await untilProblem(part);
    rmSync(join(dataDir, 'matter.db'));
    part.reconfigure(SETTINGS);
    await expect.poll(() => part.access.status().listening, { timeout: 20_000 }).toBe(true);
  });
});

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

it('is stopped by its own fault, and runs again with its next settings', async () => {
  const did: string[] = [];
  const bridge = {
    bridge: () => undefined,
    figures: () => undefined,
    status: () => ({ enabled: true, listening: true }),
    reconfigure: () => undefined,
    stop: async () => void did.push('stop'),
  };
  const { part, parts } = matterWith(true, async () => ({
    startMatterBridge: (async () => {
      did.push('start');
      return bridge;
    }) as never,
  }));
  part.start(core);
  await expect.poll(() => did).toEqual(['start']);
  parts.in('matter', () => parts.fault(new Error('an observer rejected')));
  await expect.poll(() => did).toEqual(['start', 'stop']);
  expect(parts.findings()).toMatchObject([{ name: 'matter', reason: 'part_stopped' }]);
  part.reconfigure({ enabled: true, port: 5540, name: 'Test', profile: 'all' });
  await expect.poll(() => did).toEqual(['start', 'stop', 'start']);
  expect(parts.findings()).toEqual([]);
});
