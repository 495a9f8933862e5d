import {
  type CcuEvent,
  type ConnectionState,
  createMemoryDescriptionCache,
  type KnownInterfaceName as InterfaceName,
} from '@ccu-gateway/ccu-client';
import { describe, expect, it } from 'vitest';
import type { Simulator } from '../src/index.js';
import { type ClientWorld, FAST, startClientWorld } from './client-world.js';

/** Shared, because these tests are about faults and not about reading descriptions. */
const descriptionCache = createMemoryDescriptionCache();
const start = (interfaceName: InterfaceName) =>
  startClientWorld({ interfaces: [interfaceName], client: { descriptionCache, timings: FAST } });

const SENSOR: Readonly<Partial<Record<InterfaceName, readonly [channelAddress: string, parameter: string]>>> = {
  'HmIP-RF': ['00F1C0DE000011:1', 'ACTUAL_TEMPERATURE'],
  CUxD: ['CUX0200001:1', 'TEMPERATURE'],
};

interface Case {
  readonly fault: string;
  readonly inflict: (simulator: Simulator) => unknown;
  /** The first state in which the trouble shows; absent where nothing may show. */
  readonly shows?: readonly ConnectionState[];
  /** In words for people. */
  readonly says?: RegExp;
  readonly heal: (simulator: Simulator) => void;
}

const heal = (simulator: Simulator) => simulator.faults.clear();

const CASES: readonly Case[] = [
  {
    fault: 'a restart',
    inflict: (simulator) => simulator.faults.restart({ downMs: 150 }),
    shows: ['disconnected', 'reregistering', 'suspect'],
    heal,
  },
  {
    fault: 'a long boot',
    inflict: (simulator) => simulator.faults.boot(3_600),
    shows: ['booting', 'disconnected'],
    says: /not ready yet|cannot be reached/,
    heal,
  },
  {
    fault: 'a firewall between CCU and gateway',
    inflict: (simulator) => simulator.faults.dropCallbacks(true),
    shows: ['callback_unreachable'],
    says: /Calls work, but nothing the CCU sends arrives here: it cannot reach .*127\.0\.0\.1/,
    heal,
  },
  {
    fault: 'half-open connections',
    inflict: (simulator) => simulator.faults.halfOpen(true),
    shows: ['disconnected'],
    says: /does not answer in time/,
    heal,
  },
  {
    fault: 'garbage on the wire',
    inflict: (simulator) => simulator.faults.garbage(true),
    shows: ['booting', 'disconnected', 'suspect'],
    heal,
  },
  { fault: 'doubled events', inflict: (simulator) => simulator.faults.duplicateEvents(true), heal },
  { fault: 'slow answers', inflict: (simulator) => simulator.faults.slow(30), heal },
  { fault: 'no free session', inflict: (simulator) => simulator.faults.exhaustSessions(true), heal },
  { fault: 'a frozen logic layer', inflict: (simulator) => simulator.faults.freezeLogicLayer(true), heal },
  { fault: 'no logic layer', inflict: (simulator) => simulator.faults.logicLayerAway(true), heal },
  {
    fault: 'a frozen interface process',
    inflict: (simulator) => {
      simulator.faults.dropCalls(true);
      simulator.faults.dropCallbacks(true);
    },
    shows: ['disconnected'],
    says: /does not answer in time/,
    heal,
  },
  { fault: 'a clock that jumps', inflict: (simulator) => simulator.faults.clockJump(-86_400_000), heal },
  { fault: 'a burst of events', inflict: (simulator) => simulator.faults.burst(500), heal },
  { fault: 'a full duty cycle', inflict: (simulator) => simulator.faults.dutyCycle(100), heal },
];

/** Values in the order of the client's events, without repetitions. */
function told(world: ClientWorld, parameter: string, from: number): readonly unknown[] {
  const values = world.events
    .slice(from)
    .flatMap((event) => (event.type === 'value' && event.parameter === parameter ? [event.value] : []));
  return values.filter((value, i) => value !== values[i - 1]);
}

const inState = (states: readonly ConnectionState[]) => (event: CcuEvent) =>
  event.type === 'link_state' && states.includes(event.status.state);

describe.each(['HmIP-RF', 'CUxD'] as const)('the client on %s', (interfaceName) => {
  const [channelAddress, parameter] = SENSOR[interfaceName]!;

  it.each(CASES)('survives $fault and has the true state afterwards', async ({ inflict, shows, says, heal }) => {
    await using world = await start(interfaceName);
    await world.connected();
    const from = world.events.length;
    await inflict(world.simulator);
    if (shows !== undefined) {
      const event = await world.until(inState(shows), from);
      // A CCU that recovers by itself may be connected again by now; the reported states count.
      expect(event).toMatchObject({ status: { connected: false } });
      if (says !== undefined && event.type === 'link_state') expect(event.status.note).toMatch(says);
    }
    // Changes during a fault must be known after it.
    world.simulator.emit(channelAddress, parameter, 11.5);
    heal(world.simulator);
    await world.connected();
    await world.agrees();
    // From here on every event counts: none lost, none invented, none out of order.
    await world.simulator.settled();
    const healthy = world.events.length;
    const values = [12.5, 13.5, 14.5, 15.5];
    for (const value of values) world.simulator.emit(channelAddress, parameter, value);
    await world.until((event) => event.type === 'value' && event.value === 15.5, healthy);
    // On a machine so busy that the link was lost once more, values in between may be, too; the last one never is.
    const undisturbed = world.states(interfaceName, healthy).length === 0;
    expect(told(world, parameter, healthy).slice(undisturbed ? 0 : -1)).toEqual(values.slice(undisturbed ? 0 : -1));
    expect(world.states(interfaceName, from).filter((state) => state === 'stopped')).toEqual([]);
  });

  it('reconnects by a new registration when the CCU has forgotten the old one', async () => {
    await using world = await start(interfaceName);
    await world.connected();
    const from = world.events.length;
    world.simulator.faults.dropCallbacks(true);
    await world.until(inState(['callback_unreachable']), from);
    world.simulator.faults.dropCallbacks(false);
    world.simulator.faults.forgetClients(interfaceName);
    await world.connected();
    const path = world.states(interfaceName, from).join(' ');
    // On a machine so busy that a call is not answered in time, the CCU is taken for gone on the way.
    expect(path).toMatch(/^(suspect|disconnected) (.+ )?reregistering callback_unreachable (.+ )?connected$/);
    expect(world.simulator.received.of('init', interfaceName).length).toBeGreaterThan(4);
  });
});

describe.each(['BidCos-RF', 'BidCos-Wired', 'VirtualDevices'] as const)('the client on %s', (interfaceName) => {
  it('is connected again after a restart in which devices kept talking', async () => {
    await using world = await start(interfaceName);
    await world.connected();
    const from = world.events.length;
    await world.simulator.faults.restart({ downMs: 60, bootSeconds: 0.1 });
    world.simulator.faults.burst(50, interfaceName);
    await world.until(inState(['disconnected', 'booting', 'reregistering']), from);
    await world.connected();
    await world.agrees();
  });
});

describe('the client when the duty cycle is exhausted', () => {
  it('shows it, sends critical writes only, and refuses the rest', async () => {
    await using world = await startClientWorld({
      interfaces: ['HmIP-RF'],
      client: { descriptionCache, timings: FAST },
      prepare: (simulator) => simulator.faults.dutyCycle(100),
    });
    await world.connected();
    await world.until((event) => event.type === 'link_state' && event.status.dutyCycle === 100);
    const write = (priority: 'low' | 'high' | 'critical') =>
      world.ccu.write({
        interfaceName: 'HmIP-RF',
        channelAddress: '00F1C0DE000001:1',
        paramsetKey: 'VALUES',
        values: { SET_POINT_TEMPERATURE: 21 },
        priority,
      });
    await expect(write('low')).rejects.toMatchObject({ code: 'duty_cycle' });
    await expect(write('high')).rejects.toMatchObject({ code: 'duty_cycle' });
    expect(world.simulator.received.of('setValue')).toEqual([]);
    await expect(write('critical')).rejects.toMatchObject({ code: 'duty_cycle' });
    expect(world.simulator.received.of('setValue')).toHaveLength(1);
    expect(world.events.filter((event) => event.type === 'write_rolled_back')).toMatchObject([
      { reason: 'send_error' },
    ]);
  });
});
