import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import { createHouseModel } from '@ccu-gateway/device-model';
import { describe, expect, it } from 'vitest';
import { GatewayError, OUTCOME_UNKNOWN } from '../use-case/errors.js';
import { createFirmwareConductor } from './conductor.js';
import { type FirmwarePlan, isActive, type PlannedUpdate } from './plan.js';

const START = Date.UTC(2026, 0, 1, 12);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NEXT_TURNS = 20;

type Order = 'takes' | 'refuses' | 'is away' | 'answers nothing' | 'takes nothing';

/** A gateway and its CCU, which survive the conductor. */
function createSite() {
  let now = START;
  let waiting: { readonly at: number; readonly run: () => void; readonly ofCcu?: true }[] = [];
  const house = createHouseModel();
  const stored: { plan?: FirmwarePlan; isUnreadable?: boolean } = {};
  const ordered: { readonly address: string; readonly at: number }[] = [];
  const reactions = new Map<string, Order>();
  const audited: string[] = [];
  let dutyCycle = 5;
  let dead = false;
  let diesBeforeSending = false;
  const names = ['BidCos-RF', 'HmIP-RF'] as const;
  house.addCentral('home', { host: '192.0.2.1', interfaces: names.map((name) => factsOf(name)) });

  function describeDevice(address: string, firmware: string, interfaceName = 'BidCos-RF'): void {
    const isIp = interfaceName === 'HmIP-RF';
    house.apply({
      type: 'devices_described',
      central: 'home',
      interfaceName,
      at: now,
      source: 'NEW',
      complete: false,
      devices: [
        {
          ADDRESS: address,
          TYPE: isIp ? 'HmIP-PS' : 'HM-LC-Sw1-FM',
          FIRMWARE: firmware,
          AVAILABLE_FIRMWARE: '2.0',
          ...(isIp ? { FIRMWARE_UPDATE_STATE: 'READY_FOR_UPDATE' } : {}),
        },
        { ADDRESS: `${address}:0`, TYPE: 'MAINTENANCE', PARENT: address, INDEX: 0, PARAMSETS: ['VALUES'] },
      ],
      paramsets: { [`${address}:0`]: { VALUES: { UNREACH: { TYPE: 'BOOL', OPERATIONS: 5 } } } },
    });
  }

  function connect(connected = true): void {
    for (const interfaceName of names) {
      const status = {
        central: 'home',
        interfaceName,
        state: connected ? 'connected' : 'disconnected',
        connected,
        dutyCycle,
      } as const;
      house.apply({ type: 'link_state', central: 'home', interfaceName, at: now, status, previous: 'probing' });
    }
  }

  const control = {
    async updateFirmware({ address, interfaceName }: { readonly address: string; readonly interfaceName: string }) {
      if (dead) return;
      ordered.push({ address, at: now });
      const reaction = reactions.get(address) ?? 'takes';
      if (reaction === 'is away') throw new GatewayError('service_unready', 'away', { reason: 'no_central' });
      if (reaction === 'refuses') throw new GatewayError('upstream_unavailable', 'UNREACH', { reason: 'fault' });
      if (reaction === 'answers nothing')
        throw new GatewayError('upstream_unavailable', '?', { reason: OUTCOME_UNKNOWN });
      if (reaction === 'takes nothing') return;
      waiting.push({ at: now + 10 * MINUTE_MS, run: () => describeDevice(address, '2.0', interfaceName), ofCcu: true });
    },
  };
  const time = {
    now: () => now,
    after(delayMs: number, run: () => void) {
      const entry = { at: now + delayMs, run };
      waiting.push(entry);
      return () => {
        waiting = waiting.filter((other) => other !== entry);
      };
    },
  };
  const settle = async () => {
    for (let turn = 0; turn < NEXT_TURNS; turn += 1) await Promise.resolve();
  };
  connect();

  function start() {
    return createFirmwareConductor({
      house,
      control,
      records: {
        async load() {
          if (stored.isUnreadable) throw new Error('the disk is broken');
          return stored.plan;
        },
        async save(plan) {
          if (dead) return;
          stored.plan = plan;
          dead = diesBeforeSending && plan.updates.some(({ state, isSent }) => state === 'ordered' && !isSent);
        },
      },
      publish: () => undefined,
      time,
      clock: time,
      minuteOf: (at) => Math.floor(at / MINUTE_MS) % 1_440,
      randomHex: () => 'id',
      audit: {
        record: ({ deviceAddress, outcome = 'done' }) => void audited.push(`${deviceAddress} ${outcome}`),
        query: async () => [],
      },
      log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
    });
  }

  return {
    start,
    ordered,
    reactions,
    audited,
    stored,
    describeDevice,
    connect,
    /** A device reports something. */
    report: (address: string) =>
      house.apply({
        type: 'value',
        central: 'home',
        interfaceName: 'BidCos-RF',
        at: now,
        channelAddress: `${address}:0`,
        parameter: 'UNREACH',
        value: false,
      }),
    load(percent: number) {
      dutyCycle = percent;
      connect();
    },
    /** The process ends once it has stored an order, before it sends it. */
    dieBeforeSending: () => {
      diesBeforeSending = true;
    },
    /** The process ends without a word. */
    kill() {
      dead = true;
      waiting = waiting.filter(({ ofCcu }) => ofCcu);
    },
    live: () => {
      dead = false;
      diesBeforeSending = false;
    },
    async pass(ms: number) {
      const until = now + ms;
      await settle();
      for (;;) {
        const next = waiting.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        now = Math.max(now, next.at);
        waiting = waiting.filter((other) => other !== next);
        next.run();
        await settle();
      }
      now = until;
    },
  };
}

const update = (address: string, more: Partial<PlannedUpdate> = {}): PlannedUpdate => ({
  id: address,
  central: 'home',
  interfaceName: 'BidCos-RF',
  address,
  by: 'anna',
  addedAt: START,
  from: '1.0',
  to: '2.0',
  state: 'queued',
  tries: 0,
  ...more,
});

async function planned(
  addresses: readonly string[],
  settings: Partial<FirmwarePlan['settings']> = {},
  reactions: Readonly<Record<string, Order>> = {},
) {
  const site = createSite();
  for (const [address, order] of Object.entries(reactions)) site.reactions.set(address, order);
  for (const address of addresses) site.describeDevice(address, '1.0');
  const conductor = site.start();
  await conductor.change((plan) => ({
    settings: { ...plan.settings, ...settings },
    updates: addresses.map((address) => update(address)),
  }));
  await site.pass(0);
  const states = () => Object.fromEntries(conductor.read().plan.updates.map(({ address, state }) => [address, state]));
  const waits = () =>
    Object.fromEntries([...conductor.read().waits].map(([id, { reason, behind }]) => [id, behind ?? reason]));
  return { site, conductor, states, waits };
}

describe('planned firmware updates', () => {
  it('are ordered one at a time on each interface, in their order', async () => {
    const { site, conductor, states, waits } = await planned(['A', 'B']);
    site.describeDevice('I', '1.0', 'HmIP-RF');
    await conductor.change((plan) => ({
      ...plan,
      updates: [...plan.updates, update('I', { interfaceName: 'HmIP-RF' })],
    }));
    await site.pass(MINUTE_MS);
    expect(site.ordered.map(({ address }) => address)).toEqual(['A', 'I']);
    expect(waits()).toEqual({ B: 'A' });
    await site.pass(HOUR_MS);
    expect(states()).toEqual({ A: 'done', B: 'done', I: 'done' });
    expect(site.audited).toEqual(['A done', 'I done', 'B done']);
  });

  it('finish unattended, 54 of them, also with a process that is killed twice in the middle', async () => {
    const addresses = Array.from({ length: 54 }, (_, index) => `D${index}`);
    const { site } = await planned(addresses);
    for (let run = 0; run < 2; run += 1) {
      await site.pass(2.5 * HOUR_MS);
      site.kill();
      site.live();
      await site.start().restore();
    }
    const last = site.start();
    await last.restore();
    await site.pass(24 * HOUR_MS);
    expect(last.read().plan.updates.filter(({ state }) => state !== 'done')).toEqual([]);
    expect(new Set(site.ordered.map(({ address }) => address)).size).toBe(54);
  });

  it('wait below the chosen duty cycle, for the night, and while they are paused', async () => {
    const { site, conductor, waits } = await planned(['A'], { maxDutyCycle: 30, when: 'night' });
    expect(waits()).toEqual({ A: 'night' });
    site.load(30);
    await conductor.change((plan) => ({ ...plan, settings: { ...plan.settings, when: 'now' } }));
    await site.pass(HOUR_MS);
    expect(waits()).toEqual({ A: 'duty_cycle' });
    await conductor.change((plan) => ({ ...plan, settings: { ...plan.settings, paused: true } }));
    site.load(29);
    await site.pass(HOUR_MS);
    expect([waits(), site.ordered]).toEqual([{ A: 'paused' }, []]);
    await conductor.change((plan) => ({ ...plan, settings: { ...plan.settings, paused: false, when: 'night' } }));
    await site.pass(12 * HOUR_MS);
    expect(site.ordered.map(({ at }) => new Date(at).getUTCHours())).toEqual([23]);
  });

  it('are tried again after the next report of a device that refused them, and give up at last', async () => {
    const { site, states, waits } = await planned(['A', 'B'], {}, { A: 'refuses' });
    await site.pass(HOUR_MS);
    expect([states(), waits()]).toEqual([{ A: 'asleep', B: 'done' }, { A: 'wakeup' }]);
    for (let time = 0; time < 4; time += 1) {
      await site.pass(MINUTE_MS);
      site.report('A');
      await site.pass(MINUTE_MS);
    }
    expect(states()).toEqual({ A: 'failed', B: 'done' });
    expect(site.ordered.filter(({ address }) => address === 'A')).toHaveLength(5);
  });

  it('give way to the next device where nothing came of an order for two hours', async () => {
    const { site, states, conductor } = await planned(['A', 'B'], {}, { A: 'takes nothing' });
    await site.pass(2 * HOUR_MS - MINUTE_MS);
    expect(states()).toEqual({ A: 'ordered', B: 'queued' });
    await site.pass(HOUR_MS);
    expect(states()).toEqual({ A: 'asleep', B: 'done' });
    expect(conductor.read().plan.updates[0]?.reason).toBe('not_updated');
  });

  it('are ordered half an hour after a process that ended between storing and sending the order', async () => {
    const { site, conductor } = await planned(['A'], { paused: true });
    site.dieBeforeSending();
    await conductor.change((plan) => ({ ...plan, settings: { ...plan.settings, paused: false } }));
    await site.pass(MINUTE_MS);
    expect(site.stored.plan?.updates).toMatchObject([{ state: 'ordered' }]);
    expect(site.ordered).toEqual([]);
    site.kill();
    site.live();
    const next = site.start();
    await next.restore();
    await site.pass(20 * MINUTE_MS);
    expect(site.ordered).toEqual([]);
    site.report('A');
    await site.pass(10 * MINUTE_MS);
    site.report('A');
    await site.pass(MINUTE_MS);
    expect(site.ordered).toHaveLength(1);
    await site.pass(15 * MINUTE_MS);
    expect(next.read().plan.updates).toMatchObject([{ state: 'done' }]);
  });

  it('are sent, and stored as sent, where the gateway stops between storing and sending the order', async () => {
    for (let turns = 0; turns <= NEXT_TURNS; turns += 1) {
      const { site, conductor } = await planned(['A'], { paused: true });
      await conductor.change((plan) => ({ ...plan, settings: { ...plan.settings, paused: false } }));
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      await conductor.close();
      const sent = site.stored.plan?.updates.map(({ state, isSent }) => ({ state, isSent }));
      expect(sent).toEqual([{ state: 'ordered', isSent: true }]);
      expect(site.ordered).toHaveLength(1);
    }
  });

  it('are not ordered again within two hours where the CCU had the order before the process ended', async () => {
    const { site } = await planned(['A'], {}, { A: 'takes nothing' });
    await site.pass(MINUTE_MS);
    site.kill();
    site.live();
    await site.start().restore();
    site.report('A');
    await site.pass(HOUR_MS);
    expect(site.ordered).toHaveLength(1);
  });

  it('stay planned while the CCU is away, and are not ordered twice where its answer is missing', async () => {
    const { site, conductor } = await planned(['A'], {}, { A: 'is away' });
    await site.pass(MINUTE_MS);
    expect(conductor.read().plan.updates).toMatchObject([{ state: 'queued', reason: 'no_central', tries: 0 }]);
    site.reactions.set('A', 'answers nothing');
    await site.pass(HOUR_MS);
    expect(site.ordered).toHaveLength(2);
    expect(site.audited).toEqual(['A pending']);
    site.describeDevice('A', '2.0');
    await site.pass(MINUTE_MS);
    expect(conductor.read().plan.updates).toMatchObject([{ state: 'done' }]);
  });

  it('are refused while the stored plan cannot be read, and leave it as it is', async () => {
    const { site } = await planned(['A', 'B'], { paused: true });
    const { plan } = site.stored;
    site.stored.isUnreadable = true;
    const next = site.start();
    await next.restore();
    const pause = next.change((kept) => ({ ...kept, updates: [] }));
    await expect(pause).rejects.toMatchObject({ code: 'service_unready', details: { reason: 'storage_unavailable' } });
    expect(site.stored.plan).toBe(plan);
    site.stored.isUnreadable = false;
    await next.change((kept) => ({ ...kept, settings: { ...kept.settings, maxDutyCycle: 20 } }));
    expect(site.stored.plan?.updates.map(({ address }) => address)).toEqual(['A', 'B']);
  });

  it('are stored before the CCU hears of them, and nothing is ordered where that fails', async () => {
    const site = createSite();
    site.describeDevice('A', '1.0');
    const conductor = createFirmwareConductor({
      ...{ house: createHouseModel(), publish: () => undefined, minuteOf: () => 0, randomHex: () => 'id' },
      control: { updateFirmware: async () => void site.ordered.push({ address: 'A', at: 0 }) },
      records: { load: async () => undefined, save: async () => Promise.reject(new Error('disk full')) },
      time: { now: () => START, after: () => () => undefined },
      clock: { now: () => START },
      audit: { record: () => undefined, query: async () => [] },
      log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
    });
    await expect(conductor.change((plan) => ({ ...plan, updates: [update('A')] }))).rejects.toThrow('disk full');
    expect([conductor.read().plan.updates.filter(isActive), site.ordered]).toEqual([[], []]);
  });
});
