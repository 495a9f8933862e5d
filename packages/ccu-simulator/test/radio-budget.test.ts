import { appendFileSync } from 'node:fs';
import { type Ccu, CcuError, createMemoryStateStore, DEFAULT_TIMINGS } from '@ccu-gateway/ccu-client';
import { INTERFACE_PROFILES, receptionModes, receptionOf } from '@ccu-gateway/ccu-client/interfaces';
import { createManualTime, createRadioBudget, createWriter, type RadioBudget } from '@ccu-gateway/ccu-client/testing';
import { describe, expect, it } from 'vitest';
import { createSwitches } from '../src/environment/switches.js';
import { place } from '../src/house/blueprint.js';
import { inventedHouse } from '../src/house/invented.js';
import { dimmer } from '../src/house/kinds-bidcos.js';
import { createSimulatedHouse } from '../src/live/house.js';
import { createInterfaceProcess } from '../src/rpc/interface-process.js';
import type { RpcFault } from '../src/wire/fault.js';
import type { TypedValue } from '../src/wire/typed-value.js';

const DEVICES = 500;
/** One device in ten is called with a long signal first. */
const BURST_EVERY = 10;
const ANSWER_MS = 100;
/** File of the benchmark `radio`, which takes the figures of each run as a line. */
const REPORT = process.env.CCU_GATEWAY_RADIO_REPORT;
const PROFILE = INTERFACE_PROFILES['BidCos-RF'];

const UNLIMITED: RadioBudget = {
  measured: () => undefined,
  spent: () => undefined,
  waitMs: () => 0,
  usedPercent: () => 0,
  unreadPercent: () => 0,
  forecastPercent: () => 0,
  mode: () => 'free',
};

type Outcome = Awaited<ReturnType<Ccu['write']>> | 'duty_cycle' | 'closed' | 'refused by the radio';

const devices = Array.from({ length: DEVICES }, (_, index) =>
  place(
    { ...dimmer, rxMode: index % BURST_EVERY === 0 ? 2 : 1 },
    { address: `SIL${String(index).padStart(7, '0')}`, name: `Dimmer ${index}` },
  ),
);
const addresses = devices.map(({ description }) => description.ADDRESS);

const typed = (value: unknown): TypedValue => {
  if (typeof value === 'string') return { type: 'string', value };
  return { type: 'double', value: (value as { readonly value: number }).value };
};

/** The writer of a client, and the radio module of a simulated CCU that counts each frame. */
function startWorld(makeBudget: (now: () => number) => RadioBudget = createRadioBudget) {
  const time = createManualTime();
  const switches = createSwitches();
  switches.countsAirtime = true;
  const state = createSimulatedHouse({ house: { ...inventedHouse(), devices }, clock: time.now, timers: time.timers });
  const radio = createInterfaceProcess({
    interfaceName: 'BidCos-RF',
    state,
    switches,
    timers: time.timers,
    clock: time.now,
  });
  const budget = makeBudget(time.now);
  const writer = createWriter({
    central: 'home',
    interfaceName: 'BidCos-RF',
    profile: PROFILE,
    rpc: {
      async call(method, params = []) {
        await new Promise<void>((resolve) => void time.timers.after(ANSWER_MS, resolve));
        await radio.call(method, params.map(typed)).catch((error: RpcFault) => {
          throw new CcuError('fault', error.message, { faultCode: error.code });
        });
        return '';
      },
    },
    store: createMemoryStateStore(),
    timings: DEFAULT_TIMINGS,
    timers: time.timers,
    now: time.now,
    random: () => 0.5,
    emit: () => undefined,
    complain: () => undefined,
    describe: async (address) => state.describe(address),
    confirmedValue: () => undefined,
    lookUp: async () => undefined,
    isMoving: () => false,
    budget,
    receptionOf(channelAddress) {
      const { TYPE, RX_MODE = 0 } = state.registry.description(channelAddress.split(':')[0]!)!;
      return receptionOf(PROFILE, TYPE, receptionModes(RX_MODE));
    },
  });
  state.on((event) => {
    if (event.type === 'value') writer.seen(event.channelAddress, event.parameter, event.value);
  });
  return { time, radio, budget, writer };
}

type World = ReturnType<typeof startWorld>;

async function dutyCycle({ radio }: World): Promise<number> {
  const modules = await radio.call('listBidcosInterfaces', []);
  const [module] = modules.type === 'array' ? modules.value : [];
  return module?.type === 'struct' && module.value.DUTY_CYCLE?.type === 'int' ? module.value.DUTY_CYCLE.value : 0;
}

async function ask({ writer }: World, index: number, level: number, priority: 'critical' | 'high'): Promise<Outcome> {
  const channelAddress = `${addresses[index % DEVICES]}:1`;
  try {
    return await writer.write({
      interfaceName: 'BidCos-RF',
      channelAddress,
      paramsetKey: 'VALUES',
      values: { LEVEL: level },
      priority,
    });
  } catch (error) {
    const { code } = error as CcuError;
    return code === 'fault' ? 'refused by the radio' : (code as 'duty_cycle' | 'closed');
  }
}

const counted = (outcomes: readonly Outcome[]): Readonly<Record<string, number>> =>
  Object.fromEntries([...new Set(outcomes)].map((each) => [each, outcomes.filter((one) => one === each).length]));

/** Four writes to each of 500 devices within four minutes, and a critical write every 30 seconds. */
async function play(world: World, minutes: number) {
  const asked: Promise<Outcome>[] = [];
  const critical: { readonly outcome: Outcome; readonly tookMs: number }[] = [];
  let highest = 0;
  world.budget.measured(await dutyCycle(world));
  for (let half = 0; half < minutes * 2; half += 1) {
    if (half % 2 === 0 && half < 8) {
      for (let index = 0; index < DEVICES; index += 1) asked.push(ask(world, index, 0.1 * (half + 1), 'high'));
    }
    const from = world.time.now();
    void ask(world, half * 7 + 1, half % 2, 'critical').then((outcome) =>
      critical.push({ outcome, tookMs: world.time.now() - from }),
    );
    for (let part = 0; part < 3; part += 1) {
      await world.time.advance(10_000);
      highest = Math.max(highest, await dutyCycle(world));
    }
    if (half % 2 === 1) world.budget.measured(await dutyCycle(world));
  }
  return { outcomes: counted(await Promise.all(asked)), critical, highest };
}

/** The time within which that share of the critical writes was done. */
function within(share: number, { critical }: Awaited<ReturnType<typeof play>>): number | undefined {
  const times = critical.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  return times[Math.ceil(times.length * share) - 1];
}

function report(run: Awaited<ReturnType<typeof play>>, about: { readonly budget: boolean; readonly minutes: number }) {
  if (REPORT === undefined) return;
  const { outcomes, critical, highest } = run;
  const times = { p50: within(0.5, run), p99: within(0.99, run) };
  const all = { outcomes: counted(critical.map(({ outcome }) => outcome)), ...times };
  appendFileSync(REPORT, `${JSON.stringify({ ...about, highest, outcomes, critical: all })}\n`);
}

describe('a burst of 2 000 writes to 500 devices', () => {
  it('never fills the hour of the radio module, and delays no critical write', async () => {
    const run = await play(startWorld(), 60);
    report(run, { budget: true, minutes: 60 });
    const { outcomes, critical, highest } = run;
    expect(highest).toBeLessThan(100);
    expect(outcomes).not.toHaveProperty('refused by the radio');
    expect(Object.values(outcomes).reduce((all, count) => all + count, 0)).toBe(2_000);
    expect(outcomes.sent).toBeGreaterThan(DEVICES / 2);
    expect(Object.keys(outcomes).sort()).toEqual(['duty_cycle', 'sent', 'superseded']);
    expect(counted(critical.map(({ outcome }) => outcome))).toEqual({ sent: 120 });
    expect(within(0.99, run)).toBeLessThanOrEqual(1_000);
  });

  it('stops the radio without a budget, critical writes included', async () => {
    const world = startWorld(() => UNLIMITED);
    const run = await play(world, 15);
    report(run, { budget: false, minutes: 15 });
    const { outcomes, critical, highest } = run;
    expect(highest).toBe(100);
    expect(outcomes['refused by the radio']).toBeGreaterThan(500);
    expect(counted(critical.map(({ outcome }) => outcome))['refused by the radio']).toBeGreaterThan(20);
  });

  it('is refused as a whole where the writer closes while it waits', async () => {
    const world = startWorld();
    world.budget.measured(92);
    const asked = Array.from({ length: 20 }, (_, index) => ask(world, index, 0.5, 'high'));
    await world.time.advance(5_000);
    await world.writer.close();
    expect(counted(await Promise.all(asked))).toEqual({ closed: 20 });
  });
});
