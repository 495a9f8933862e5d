import type { CcuEvent, CcuEventListener, ConnectionState, InterfaceName, WireValue } from '@ccu-gateway/ccu-client';
import type { HubFacts, ModelEvent } from '@ccu-gateway/device-model';
import { describe, expect, it } from 'vitest';
import type { Logger } from '../ports/log.js';
import { createHubSync, type HubIntervals } from './hub-sync.js';
import type { HubReader, HubSelection } from './parts.js';

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** A clock that is turned by hand. */
function handClock() {
  let now = 1_000_000;
  const waiting = new Set<{ readonly at: number; readonly run: () => void }>();
  return {
    time: {
      now: () => now,
      after(delayMs: number, run: () => void) {
        const entry = { at: now + delayMs, run };
        waiting.add(entry);
        return () => void waiting.delete(entry);
      },
    },
    async pass(ms: number) {
      const end = now + ms;
      for (;;) {
        const next = [...waiting].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        now = next.at;
        waiting.delete(next);
        next.run();
        await settle();
      }
      now = end;
    },
    waiting: () => waiting.size,
  };
}

const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

const variable = { internal: false, description: '' };

function world(
  options: {
    intervals?: Partial<HubIntervals>;
    selection?: HubSelection;
    keepIdentity?: Parameters<typeof createHubSync>[0]['keepIdentity'];
  } = {},
) {
  const clock = handClock();
  const listeners = new Set<CcuEventListener>();
  const read: string[] = [];
  const facts: HubFacts[] = [];
  const state = {
    fail: undefined as Error | undefined,
    installSeconds: 0,
    session: 'open' as 'open' | 'absent',
    sysvars: [variable] as unknown[],
    present: true as boolean | undefined,
    firmwareGate: Promise.resolve(),
    information: { serial: 'NEQ1', model: 'CCU3', version: '3.1' } as object,
    awaited: false,
  };
  const list = (name: string, answer: () => unknown) => async () => {
    read.push(name);
    if (state.fail !== undefined) throw state.fail;
    return answer();
  };
  const hub = {
    programs: list('programs', () => []),
    sysvars: list('sysvars', () => state.sysvars),
    alarmMessages: list('alarms', () => []),
    serviceMessages: list('service', () => []),
    inbox: list('inbox', () => []),
    firmwareUpdate: list('update', async () => {
      await state.firmwareGate;
      return { current: '1', available: '1', updateAvailable: false, supported: true };
    }),
    isPresent: async () => state.present,
    systemInfo: list('info', () => state.information),
  };
  const information: unknown[] = [];
  // Payloads do not matter here: events are only counted by type.
  const event = (type: string) => ({ topic: 't', type, kind: 'change', payload: {} }) as unknown as ModelEvent;
  const sync = createHubSync({
    ccu: {
      name: 'ccu1',
      hub,
      hubStatus: () => ({ session: state.session, scripts: 'granted', scriptPort: 'unused' }),
      status: () => [{ central: 'ccu1', interfaceName: 'HmIP-RF', state: 'connected', connected: true }],
      getInstallMode: async () => state.installSeconds,
      on(listener: CcuEventListener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    } as unknown as HubReader & Parameters<typeof createHubSync>[0]['ccu'],
    house: {
      applyHub(_central, part) {
        facts.push(part);
        return [event(Object.keys(part).join())];
      },
      setHubAbsent: (_name, absent) => void published.push(absent ? 'absent' : 'there'),
      setHubAway: (_name, away) => [event(away ? 'away' : 'back')],
      setCentralInformation(_name, given) {
        information.push(given);
        return [];
      },
      settleIdentity() {
        if (!state.awaited) return undefined;
        state.awaited = false;
        return [event('settled')];
      },
      installModes: () => [
        { central: 'ccu1', interface: 'ccu1-HmIP-RF', active: state.installSeconds > 0, seconds: 0, observed: true },
      ],
    },
    publish: (event) => void published.push(event.type),
    time: clock.time,
    log: silent,
    ...options,
  });
  const published: string[] = [];
  const tell = (event: unknown) => {
    for (const listener of listeners) listener(event as CcuEvent);
  };
  const link = (stateNow: ConnectionState, previous: ConnectionState, interfaceName: InterfaceName = 'HmIP-RF') =>
    tell({
      type: 'link_state',
      central: 'ccu1',
      interfaceName,
      at: 0,
      previous,
      status: { central: 'ccu1', interfaceName, state: stateNow, connected: stateNow === 'connected' },
    });
  const value = (channelAddress: string, parameter: string, wire: WireValue = true) =>
    tell({ type: 'value', central: 'ccu1', interfaceName: 'HmIP-RF', at: 0, channelAddress, parameter, value: wire });
  return { clock, sync, read, facts, state, information, published, link, value, listeners };
}

describe('the serial number that ids are made of', () => {
  it('is given up a minute after the last interface was connected first, and that is kept', async () => {
    const kept: unknown[] = [];
    const { clock, link, published, state } = world({ keepIdentity: (_central, said) => void kept.push(said) });
    state.awaited = true;
    state.information = {};
    link('connected', 'loading');
    await clock.pass(50_000);
    link('connected', 'loading', 'BidCos-RF');
    await clock.pass(50_000);
    link('connected', 'suspect', 'BidCos-RF');
    expect(published).not.toContain('settled');
    await clock.pass(10_000);
    expect(published).toContain('settled');
    expect(kept).toContainEqual({ ids: 'name' });
  });

  it('is not given up where it is known', async () => {
    const kept: unknown[] = [];
    const { clock, link, published } = world({ keepIdentity: (_central, said) => void kept.push(said) });
    link('connected', 'loading');
    await clock.pass(600_000);
    expect(published).not.toContain('settled');
    expect(kept).not.toContainEqual({ ids: 'name' });
  });
});

describe('reading the hub of a CCU', () => {
  it('begins when the first interface is connected, once for several', async () => {
    const { clock, link, read, information } = world();
    await clock.pass(3_600_000);
    expect(read).toEqual([]);
    link('connected', 'loading');
    link('connected', 'loading');
    await clock.pass(300);
    expect([...read].sort()).toEqual(['alarms', 'inbox', 'info', 'programs', 'service', 'sysvars', 'update']);
    expect(information).toMatchObject([{ serial: 'NEQ1' }]);
  });

  it('checks for firmware once per CCU and interval, however many interfaces connect and how often', async () => {
    const { clock, link, read } = world({ intervals: { update: 3_600_000 } });
    const count = (name: string) => read.filter((each) => each === name).length;
    for (const name of ['HmIP-RF', 'BidCos-RF', 'VirtualDevices'] as const) {
      link('connected', 'loading', name);
      await clock.pass(1_000);
    }
    expect([count('update'), count('inbox')]).toEqual([1, 3]);
    link('disconnected', 'connected', 'BidCos-RF');
    link('connected', 'loading', 'BidCos-RF');
    await clock.pass(3_590_000);
    expect(count('update')).toBe(1);
    await clock.pass(10_000);
    expect(count('update')).toBe(2);
  });

  it('checks for firmware once also while the first check is under way or where the check has no interval', async () => {
    const { clock, link, read, state } = world({ intervals: { update: 0 } });
    const checks = () => read.filter((each) => each === 'update').length;
    let answer = () => {};
    state.firmwareGate = new Promise<void>((resolve) => {
      answer = resolve;
    });
    link('connected', 'loading');
    await clock.pass(1_000);
    link('connected', 'loading', 'BidCos-RF');
    await clock.pass(1_000);
    answer();
    await settle();
    link('connected', 'loading', 'VirtualDevices');
    await clock.pass(1_000);
    expect(checks()).toBe(1);
  });

  it('checks for firmware anew when the CCU is back after an installation, once for all interfaces', async () => {
    const { clock, sync, link, read } = world({ intervals: { update: 3_600_000 } });
    link('connected', 'loading');
    await clock.pass(1_000);
    sync.installing(true);
    await clock.pass(1_000);
    sync.installing(false);
    await clock.pass(1_000);
    const checks = () => read.filter((each) => each === 'update').length;
    expect(checks()).toBe(1);
    for (const name of ['HmIP-RF', 'BidCos-RF'] as const) {
      link('connected', 'disconnected', name);
      await clock.pass(1_000);
    }
    expect(checks()).toBe(2);
  });

  it('repeats a failed check for firmware by itself', async () => {
    const { clock, link, read, state } = world({ intervals: { update: 3_600_000 } });
    const checks = () => read.filter((each) => each === 'update').length;
    state.fail = new Error('away');
    link('connected', 'loading');
    await clock.pass(1_000);
    state.fail = undefined;
    link('connected', 'loading', 'BidCos-RF');
    await clock.pass(1_000);
    expect(checks()).toBe(1);
    await clock.pass(10_000);
    expect(checks()).toBe(2);
  });

  it('requests the identity of the CCU until it is known, and then no more', async () => {
    const { clock, link, read, state, information } = world({ intervals: { sysvars: 0, programs: 0 } });
    const asked = () => read.filter((each) => each === 'info').length;
    state.information = { serial: 'NEQ1' };
    link('connected', 'loading');
    // After 2, 5, 9.5 and 16.25 seconds.
    await clock.pass(14_000);
    expect(asked()).toBe(4);
    await clock.pass(3_000);
    expect(asked()).toBe(5);
    state.information = { serial: 'NEQ1', model: 'CCU3', version: '3.1' };
    await clock.pass(40_000);
    expect(information.at(-1)).toMatchObject({ model: 'CCU3', version: '3.1' });
    const known = asked();
    link('connected', 'lost' as ConnectionState);
    await clock.pass(3_600_000);
    expect(asked()).toBe(known);
  });

  it.each([3_000, 45_000, 59_000])(
    'asks a logic layer that is %d ms late before ids are made of its name',
    async (lateMs) => {
      const kept: unknown[] = [];
      const { clock, link, state } = world({ keepIdentity: (_central, said) => void kept.push(said) });
      state.awaited = true;
      state.information = {};
      link('connected', 'loading');
      await clock.pass(lateMs);
      state.information = { serial: 'NEQ1' };
      await clock.pass(60_000);
      const named = kept.findIndex((said) => (said as { ids?: string }).ids === 'name');
      expect(kept.slice(0, named)).toContainEqual(expect.objectContaining({ serial: 'NEQ1' }));
    },
  );

  it('lists parts that were never read, and parts that could not be read again', async () => {
    const { clock, link, sync, state } = world();
    state.fail = new Error('away');
    link('connected', 'loading');
    await clock.pass(300);
    expect([...sync.failures()]).toContainEqual(['sysvars', 'unread']);
    state.fail = undefined;
    await sync.refresh('sysvars');
    expect(sync.failures().has('sysvars')).toBe(false);
    state.fail = new Error('away again');
    await expect(sync.refresh('sysvars')).rejects.toThrow('away again');
    expect(sync.failures().has('sysvars')).toBe(false);
    await expect(sync.refresh('sysvars')).rejects.toThrow('away again');
    expect([...sync.failures()]).toContainEqual(['sysvars', 'stale']);
  });

  it('reads a part that failed again soon, and not at its next turn', async () => {
    const { clock, link, sync, state } = world({ intervals: { sysvars: 300_000 } });
    link('connected', 'loading');
    await clock.pass(300);
    state.fail = new Error('away');
    await clock.pass(300_000);
    await clock.pass(5_000);
    expect([...sync.failures()]).toContainEqual(['sysvars', 'stale']);
    state.fail = undefined;
    await clock.pass(10_000);
    expect(sync.failures().has('sysvars')).toBe(false);
  });

  it('reads a part that failed again also without an interval, and reports it as stale', async () => {
    const { clock, link, sync, state } = world({ intervals: { sysvars: 0 } });
    link('connected', 'loading');
    await clock.pass(300);
    state.fail = new Error('away');
    link('connected', 'disconnected');
    await clock.pass(300 + 5_000);
    expect([...sync.failures()]).toContainEqual(['sysvars', 'stale']);
    state.fail = undefined;
    await clock.pass(10_000);
    expect(sync.failures().has('sysvars')).toBe(false);
  });

  it('reads a part that failed at the request of a client again soon, and not at its next turn', async () => {
    const { clock, link, sync, state, read } = world({ intervals: { sysvars: 300_000 } });
    link('connected', 'loading');
    await clock.pass(300);
    state.fail = new Error('away');
    await expect(sync.refresh('sysvars')).rejects.toThrow('away');
    state.fail = undefined;
    read.splice(0);
    await clock.pass(5_000);
    expect(read).toEqual(['sysvars']);
  });

  it('is not put off by an endless row of events', async () => {
    const { clock, link, read, value } = world();
    link('connected', 'loading');
    await clock.pass(300);
    read.splice(0);
    for (let times = 0; times < 5; times += 1) {
      value('0001D3C99C0001:0', 'LOW_BAT', times % 2 === 0);
      await clock.pass(100);
    }
    expect(read).toContain('service');
  });

  it('distinguishes a logic layer that is away from a part that cannot be read, and reports its return', async () => {
    const { clock, link, sync, state, published } = world();
    link('connected', 'loading');
    await clock.pass(300);
    state.fail = new Error('this part alone');
    await expect(sync.refresh('programs')).rejects.toThrow();
    await clock.pass(0);
    expect([sync.isAway(), published.includes('away')]).toEqual([false, false]);
    state.present = undefined;
    await clock.pass(60_000);
    expect(sync.isAway()).toBe(false);
    state.present = false;
    await clock.pass(60_000);
    expect([sync.isAway(), published.filter((type) => type === 'away')]).toEqual([true, ['away']]);
    state.fail = undefined;
    state.present = true;
    await clock.pass(300_000);
    expect([sync.isAway(), published.filter((type) => type === 'back')]).toEqual([false, ['back']]);
  });

  it('asks a CCU without a logic layer for nothing of it again, and holds that for no failure', async () => {
    const { clock, link, sync, read, state, published } = world();
    state.session = 'absent';
    state.fail = new Error('no logic layer');
    link('connected', 'loading');
    await clock.pass(300);
    expect(published.filter((each) => each === 'absent')).toEqual(['absent']);
    expect([...sync.failures().keys()]).toEqual(['messages']);
    state.fail = undefined;
    read.length = 0;
    await clock.pass(3_600_000);
    expect(new Set(read)).toEqual(new Set(['alarms', 'service', 'info']));
    expect(sync.failures().size).toBe(0);
    expect(sync.isAway()).toBe(false);
  });

  it('asks for everything anew when a CCU has got a logic layer after all', async () => {
    const { clock, link, read, state, published } = world();
    state.session = 'absent';
    state.fail = new Error('no logic layer');
    link('connected', 'loading');
    await clock.pass(300);
    Object.assign(state, { session: 'open', fail: undefined });
    read.length = 0;
    link('connected', 'loading');
    await clock.pass(300);
    expect(read).toEqual(expect.arrayContaining(['programs', 'sysvars', 'inbox', 'update']));
    expect(published).toContain('there');
  });

  it('goes on at its own pace for each part', async () => {
    const { clock, link, read } = world({ intervals: { sysvars: 30_000, programs: 0 } });
    link('connected', 'loading');
    await clock.pass(300);
    read.length = 0;
    await clock.pass(120_000);
    const count = (name: string) => read.filter((each) => each === name).length;
    expect([count('sysvars'), count('programs'), count('alarms'), count('update')]).toEqual([4, 0, 2, 0]);
  });

  it('reports the moment of the request, not of the answer', async () => {
    const { clock, sync, facts } = world();
    const asked = clock.time.now();
    await sync.refresh('sysvars');
    expect(facts).toMatchObject([{ at: asked, sysvars: [variable] }]);
  });

  it('reads at once when a program presses a key of a virtual remote, and not for other keys', async () => {
    const { clock, read, value } = world();
    value('0001D3C99C0001:1', 'PRESS_SHORT');
    value('HmIP-RCV-1:3', 'LEVEL');
    await clock.pass(1_000);
    expect(read).toEqual([]);
    value('HmIP-RCV-1:3', 'PRESS_SHORT');
    value('HmIP-RCV-1:3', 'PRESS_LONG');
    await clock.pass(1_000);
    expect(read).toEqual(['sysvars', 'programs']);
  });

  it('reads messages once, for any number of repetitions by a device', async () => {
    const { clock, read, value } = world();
    const say = async (address: string, parameter: string, wire: WireValue) => {
      value(address, parameter, wire);
      await clock.pass(1_000);
      return read.splice(0);
    };
    expect(await say('0001D3C99C0001:0', 'LOW_BAT', false)).toEqual([]);
    expect(await say('0001D3C99C0001:0', 'LOW_BAT', true)).toEqual(['alarms', 'service']);
    expect(await say('0001D3C99C0001:0', 'LOW_BAT', true)).toEqual([]);
    expect(await say('0001D3C99C0001:0', 'LOW_BAT', false)).toEqual(['alarms', 'service']);
    expect(await say('NEQ0000001:1', 'ERROR_SABOTAGE', 1)).toEqual(['alarms', 'service']);
  });

  it('looks for messages when a device raises one', async () => {
    const { clock, read, value } = world();
    value('0001D3C99C0001:0', 'STICKY_UNREACH');
    value('0001D3C99C0001:1', 'STATE');
    await clock.pass(1_000);
    expect(read).toEqual(['alarms', 'service']);
  });

  it('counts down while devices are paired', async () => {
    const { clock, sync, facts, link, state } = world();
    state.installSeconds = 60;
    link('connected', 'loading');
    await clock.pass(300);
    const before = facts.length;
    await clock.pass(15_000);
    expect(facts.slice(before).filter((part) => part.installModes !== undefined)).toHaveLength(3);
    await sync.refresh('installModes');
  });

  it('goes on after failures, and rejects the request that failed', async () => {
    const { clock, sync, link, read, state, facts } = world();
    state.fail = new Error('gone');
    await expect(sync.refresh('programs')).rejects.toThrow('gone');
    link('connected', 'loading');
    await clock.pass(300);
    state.fail = undefined;
    read.length = 0;
    await clock.pass(60_000);
    expect(read).toContain('alarms');
    expect(facts.length).toBeGreaterThan(0);
  });

  it('reads again for requests during a reading, once for all of them', async () => {
    const { sync, read } = world();
    await Promise.all([sync.refresh('programs'), sync.refresh('programs'), sync.refresh('programs')]);
    expect(read).toEqual(['programs', 'programs']);
  });

  it('takes over only the selected entries', async () => {
    const { sync, facts, state } = world({
      selection: { internalVariables: false, variableMarkers: ['MQTT'], programMarkers: [] },
    });
    state.sysvars = [
      { internal: false, description: 'for MQTT' },
      { internal: true, description: 'for MQTT' },
      { internal: false, description: 'for nobody' },
    ];
    await sync.refresh('sysvars');
    expect(facts[0]?.sysvars).toEqual([{ internal: false, description: 'for MQTT' }]);
  });

  it('stops: nothing waits, nothing listens, and a late answer changes nothing', async () => {
    const { clock, sync, link, listeners, facts } = world();
    link('connected', 'loading');
    const late = sync.refresh('programs');
    sync.stop();
    await late;
    expect(facts).toEqual([]);
    expect([clock.waiting(), listeners.size]).toEqual([0, 0]);
  });

  it('applies other intervals and another selection while it runs, and reads only affected parts', async () => {
    const { clock, sync, read, facts, state, link } = world({ intervals: { sysvars: 600_000 } });
    state.sysvars = [variable, { internal: true, description: '' }];
    link('connected', 'loading');
    await clock.pass(1_000);
    read.length = 0;
    facts.length = 0;
    sync.configure({
      intervals: { sysvars: 600_000 },
      selection: { internalVariables: false, variableMarkers: [], programMarkers: [] },
    });
    await clock.pass(1_000);
    expect(read.toSorted()).toEqual(['programs', 'sysvars']);
    expect(facts.find(({ sysvars }) => sysvars !== undefined)?.sysvars).toHaveLength(1);
    read.length = 0;
    sync.configure({
      intervals: { sysvars: 5_000, messages: 0 },
      selection: { internalVariables: false, variableMarkers: [], programMarkers: [] },
    });
    await clock.pass(12_000);
    expect(read).toEqual(['sysvars', 'sysvars', 'sysvars']);
    await clock.pass(120_000);
    expect(read).not.toContain('alarms');
  });

  it('reads nothing for other settings while there is no connection', async () => {
    const { clock, sync, read } = world();
    sync.configure({ intervals: { sysvars: 5_000 } });
    await clock.pass(60_000);
    expect(read).toEqual([]);
  });
});
