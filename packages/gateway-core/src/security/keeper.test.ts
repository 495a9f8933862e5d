import { type AlarmState, newState, planOf } from '@ccu-gateway/alarm';
import type { InstallationProblem } from '@ccu-gateway/contract/types';
import { describe, expect, it } from 'vitest';
import { createSecurityKeeper, type SecurityKeeper, type SecurityKeeperDeps } from './keeper.js';

const START = Date.UTC(2026, 10, 29, 12);
const HOUR = 3_600_000;
const at = (ms: number) => new Date(ms).toISOString();

const problem = (kind: InstallationProblem['kind'], address: string, more: object = {}): InstallationProblem => ({
  id: `home/${address}/${kind}`,
  kind,
  severity: 'critical',
  summary: `${address}: ${kind}`,
  name: address,
  central: 'home',
  interface_id: 'home-HmIP-RF',
  device_address: address,
  ...more,
});

const zone = {
  ...{ id: 'ground', name: 'Ground floor', position: 0, preAlarmMs: 0, alarmMs: 1, coolDownMs: 1, rearms: true },
  modes: { full: { exitDelayMs: 0, entryDelayMs: 0 } },
  ...{
    swingerLimit: 3,
    needsCodeToArm: false,
    needsCodeToDisarm: false,
    groups: [],
    outputs: [{ id: 'horn', name: 'Horn' }],
  },
  sensors: [
    {
      ...{ id: 'lid', name: 'Lid', kind: 'tamper', activeValues: [], modes: [], reaction: 'instant', isAlways: true },
      ...{ bypass: 'never', chimes: false },
      point: { central: 'home', interfaceId: 'HmIP-RF', channelAddress: 'LID:0', parameter: 'SABOTAGE' },
    },
  ],
  // As far as the overview reads it.
} as unknown as Parameters<typeof planOf>[0]['zones'][number];

/** An installation whose problems are set by hand, and storage that goes through JSON. */
function worldOf({ hasStorage = true } = {}) {
  const facts = {
    problems: [] as readonly InstallationProblem[],
    isConnected: true,
    centrals: ['home'] as readonly string[],
    alarm: newState(START) as AlarmState,
    isFull: false,
    stored: undefined as string | undefined,
    now: START,
  };
  const events: string[] = [];
  let hear: (event: { readonly type: string }) => void = () => {};
  let listen: (event: { readonly type: string; readonly topic: string }) => void = () => {};
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  const plan = planOf({ zones: [zone], codes: [] });
  const deps = {
    house: {
      centralNames: () => facts.centrals,
      interfaces: () => [{ id: 'home-HmIP-RF', connected: facts.isConnected }],
      devices: () => [{ address: 'A', central: 'home', name: 'Detector', model: 'HmIP-SWSD' }],
    },
    problems: () => facts.problems,
    health: { health: () => ({ status: 'healthy', components: [] }) },
    alarm: { plan: () => plan, state: () => facts.alarm },
    events: {
      subscribe: (topics: readonly string[], listener: typeof hear) => {
        const wanted = topics.map((topic) => new RegExp(`^${topic.replaceAll('+', '[^.]+')}$`));
        hear = listener;
        listen = (event) => {
          if (wanted.some((pattern) => pattern.test(event.topic))) hear(event);
        };
        return { close: () => {} };
      },
    },
    publish: ({ type, payload }: { type: string; payload: Record<string, unknown> }) => {
      const { change, level, class: kind, reason, fault } = payload as Record<string, string & { id: string }>;
      events.push([type.replace('security.', ''), kind ?? fault?.id, change ?? level ?? reason].join(' '));
    },
    records: hasStorage
      ? {
          load: async () => (facts.stored === undefined ? undefined : JSON.parse(facts.stored)),
          save: async (memory: object) => {
            if (facts.isFull) throw new Error('the disk is full');
            facts.stored = JSON.stringify(memory);
          },
        }
      : undefined,
    time: {
      now: () => facts.now,
      after: (ms: number, run: () => void) => {
        const timer = { at: facts.now + ms, run };
        timers.push(timer);
        return () => {
          timers = timers.filter((each) => each !== timer);
        };
      },
    },
    log: { error: () => {} },
    // Doubles of a few members of each port.
  } as unknown as SecurityKeeperDeps;
  let keeper: SecurityKeeper = createSecurityKeeper(deps);
  return {
    facts,
    events,
    keeper: () => keeper,
    ids: () => keeper.faults().map(({ id, level }) => `${id} ${level}`),
    take: () => events.splice(0),
    /** The problems changed, and time passes until they were noticed. */
    async become(...problems: readonly InstallationProblem[]) {
      facts.problems = problems;
      listen({ type: 'problems.changed', topic: 'hub.home.problems' });
      await this.pass(1_000);
    },
    /** The interface of the CCU is connected, and time passes until that was noticed. */
    async connect() {
      facts.isConnected = true;
      listen({ type: 'connectivity.changed', topic: 'hub.home.connectivity.home-HmIP-RF' });
      await this.pass(1_000);
    },
    async pass(ms: number) {
      const until = facts.now + ms;
      for (let next = timers[0]; ; ) {
        next = timers.filter((each) => each.at <= until).sort((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        timers = timers.filter((each) => each !== next);
        facts.now = next.at;
        next.run();
      }
      facts.now = until;
      await new Promise(setImmediate);
    },
    async restart(awayMs = 0) {
      await keeper.close();
      timers = [];
      facts.now += awayMs;
      keeper = createSecurityKeeper(deps);
      await keeper.restore();
    },
  };
}

async function start(options = {}) {
  const world = worldOf(options);
  await world.keeper().restore();
  return world;
}

describe('the security overview', () => {
  it('has one level over all kinds of causes, each in its class', async () => {
    const world = await start();
    expect(world.keeper().overview()).toMatchObject({ level: 'ok', since: at(START), silenced: 0, left_out: 0 });
    await world.become(problem('low_battery', 'A'));
    expect(world.keeper().overview().level).toBe('attention');
    const message = (address: string, parameter: string) => problem('service_message', address, { parameter });
    await world.become(
      ...(['smoke', 'water', 'co', 'alarm', 'sabotage', 'device_unreachable', 'low_battery'] as const).map((kind) =>
        problem(kind, 'A'),
      ),
      problem('config_pending', 'A'),
      ...[message('B', 'ERROR_JAMMED'), message('C', 'STICKY_UNREACH'), message('D', 'UPDATE_PENDING')],
    );
    const { level, classes } = world.keeper().overview();
    expect(level).toBe('danger');
    expect(classes.map((each) => `${each.class} ${each.level} ${each.count}`)).toEqual([
      'smoke danger 1',
      'water danger 1',
      'co danger 1',
      'alarm danger 1',
      'tamper ok 0',
      'sabotage danger 1',
      'unreachable attention 2',
      'battery attention 1',
      'fault attention 1',
    ]);
    expect(world.keeper().ofClass('fault').faults).toMatchObject([
      { id: 'home:B:service_message', source: 'device:home:B' },
    ]);
  });

  it('announces a cause once with its class, a notification and the level, and its end', async () => {
    const world = await start();
    await world.become(problem('low_battery', 'A'));
    await world.become(problem('low_battery', 'A'));
    expect(world.take()).toEqual([
      'fault_changed home:A:low_battery raised',
      'notification battery raised',
      'class_changed battery attention',
      'state_changed  attention',
    ]);
    await world.become();
    expect(world.take()).toEqual([
      'fault_changed home:A:low_battery cleared',
      'class_changed battery ok',
      'state_changed  ok',
    ]);
  });

  it('keeps a danger that ended until an operator acknowledges it, also over a restart', async () => {
    const world = await start();
    await world.become(problem('smoke', 'A', { since: at(START - HOUR) }));
    await world.become();
    await world.restart(HOUR);
    expect(world.keeper().faults()).toMatchObject([
      { class: 'smoke', level: 'attention', since: at(START - HOUR), ended_at: at(START + 1_200) },
    ]);
    await world.keeper().acknowledge('home:A:smoke', 'anna');
    expect(world.keeper().overview()).toMatchObject({ level: 'ok' });
    await expect(world.keeper().acknowledge('home:A:smoke', 'anna')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('still counts an acknowledged danger while it lasts, and forgets it when it ends', async () => {
    const world = await start();
    await world.become(problem('water', 'A'));
    expect(await world.keeper().acknowledge('home:A:water', 'anna')).toMatchObject({
      acknowledged_by: 'anna',
      level: 'danger',
    });
    await world.restart();
    expect(world.keeper().ofClass('water')).toMatchObject({ level: 'danger', count: 1, unacknowledged: 0 });
    await world.become();
    expect(world.ids()).toEqual([]);
    await world.become(problem('water', 'A'));
    expect(world.keeper().ofClass('water').unacknowledged).toBe(1);
  });

  it('counts a silenced cause one step less until the end of its silence, which is announced', async () => {
    const world = await start();
    await world.become(problem('smoke', 'A'), problem('low_battery', 'B'));
    const until = world.facts.now + HOUR;
    for (const id of ['home:A:smoke', 'home:B:low_battery']) await world.keeper().silence(id, { until, by: 'anna' });
    expect(world.ids()).toEqual(['home:A:smoke attention', 'home:B:low_battery ok']);
    await world.restart();
    world.take();
    await world.pass(HOUR);
    expect(world.take()).toEqual([
      'fault_changed home:A:smoke unsilenced',
      'notification smoke silence_ended',
      'fault_changed home:B:low_battery unsilenced',
      'notification battery silence_ended',
      'class_changed smoke danger',
      'class_changed battery attention',
      'state_changed  danger',
    ]);
  });

  it('stays silent for a cause that ends and begins again, and hears it again where the silence is taken back', async () => {
    const world = await start();
    await world.become(problem('low_battery', 'A'));
    await world.keeper().silence('home:A:low_battery', { until: world.facts.now + HOUR, by: 'anna' });
    await world.become();
    world.take();
    await world.become(problem('low_battery', 'A'));
    expect(world.take()).toEqual(['fault_changed home:A:low_battery raised', 'class_changed battery ok']);
    expect(await world.keeper().silence('home:A:low_battery', undefined)).toMatchObject({ level: 'attention' });
  });

  it('refuses a silence without an end in reach by its field', async () => {
    const world = await start();
    await world.become(problem('smoke', 'A'), problem('low_battery', 'B'));
    const silence = (id: string, ms: number) => world.keeper().silence(id, { until: world.facts.now + ms, by: 'anna' });
    const refused = { code: 'validation', details: { errors: [{ field: 'until' }] } };
    await expect(silence('home:A:smoke', 25 * HOUR)).rejects.toMatchObject(refused);
    await expect(silence('home:B:low_battery', 91 * 24 * HOUR)).rejects.toMatchObject(refused);
    await expect(silence('home:B:low_battery', 0)).rejects.toMatchObject(refused);
    await expect(silence('home:C:low_battery', HOUR)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('leaves classes of a source out and counts them again, also over a restart', async () => {
    const world = await start();
    await world.become(problem('low_battery', 'A'), problem('smoke', 'A'));
    expect(await world.keeper().exclude('device:home:A', ['battery'])).toMatchObject({
      faults: 2,
      excluded: ['battery'],
    });
    await world.restart();
    expect(world.ids()).toEqual(['home:A:smoke danger']);
    expect(world.keeper().overview().left_out).toBe(1);
    await world.keeper().exclude('device:home:A', []);
    expect(world.ids()).toHaveLength(2);
    await expect(world.keeper().exclude('device:home:X', ['battery'])).rejects.toMatchObject({ code: 'not_found' });
  });

  it('takes no absence for an end while the CCU is not connected, as after a restart', async () => {
    const world = await start();
    await world.become(problem('sabotage', 'A'), problem('low_battery', 'B'));
    world.facts.isConnected = false;
    world.facts.problems = [];
    await world.restart(HOUR);
    expect(world.keeper().faults()).toMatchObject([
      { class: 'sabotage', level: 'danger', unproven: true },
      { class: 'battery', level: 'attention', unproven: true },
    ]);
    world.facts.isConnected = true;
    await world.become();
    expect(world.ids()).toEqual(['home:A:sabotage attention']);
  });

  it('announces the end of a cause as soon as the CCU is connected after a restart', async () => {
    const world = await start();
    await world.become(problem('smoke', 'A'));
    world.facts.problems = [];
    world.facts.isConnected = false;
    await world.restart();
    world.take();
    await world.connect();
    expect(world.take()).toContain('fault_changed home:A:smoke ended');
  });

  it('takes a CCU that is missing at the start for one that is added later, and forgets one that stays away', async () => {
    const world = await start();
    await world.become(problem('low_battery', 'A'));
    await world.keeper().acknowledge('home:A:low_battery', 'anna');
    world.facts.centrals = [];
    world.facts.problems = [];
    await world.restart();
    expect(world.keeper().faults()).toMatchObject([{ unproven: true, acknowledged_by: 'anna' }]);
    await world.pass(11 * 60_000);
    expect(world.ids()).toEqual([]);
  });

  it('counts the alarm of a zone until it is acknowledged, and an opened housing as tampering', async () => {
    const world = await start();
    const incident = { id: 7, startedAt: START, causes: [{ kind: 'sensor', sensor: 'lid' }] };
    const be = (state: object) => {
      world.facts.alarm = { ...newState(START), zones: { ground: state } } as unknown as AlarmState;
    };
    be({ incident });
    await world.become();
    expect(world.keeper().faults()).toMatchObject([{ id: 'zone:ground:7', class: 'tamper', zone_id: 'ground' }]);
    expect(world.keeper().overview().zones).toEqual([{ zone_id: 'ground', name: 'Ground floor', level: 'danger' }]);
    expect(world.take()).toContain('zone_changed  danger');
    be({ unacknowledged: 7 });
    await world.become();
    expect(world.ids()).toEqual(['zone:ground:7 attention']);
    be({});
    await world.become();
    expect(world.ids()).toEqual([]);
    await world.become(problem('low_battery', 'LID'));
    expect(world.keeper().overview().zones).toMatchObject([{ level: 'attention' }]);
  });

  it('counts a siren that does not obey or is gone as a fault of its zone', async () => {
    const world = await start();
    world.facts.alarm = { ...newState(START), missingOutputs: ['horn'] };
    await world.become();
    expect(world.keeper().faults()).toMatchObject([
      {
        id: 'output:horn',
        class: 'fault',
        kind: 'alarm_output',
        zone_id: 'ground',
        summary: 'Horn of Ground floor is no longer there',
      },
    ]);
    expect(world.keeper().overview().zones).toMatchObject([{ level: 'attention' }]);
  });

  it.each(['constructor', '__proto__', 'toString', ''])('knows no cause and no source %o', async (id) => {
    const world = await start();
    const missing = { code: 'not_found' };
    await expect(world.keeper().acknowledge(id, 'anna')).rejects.toMatchObject(missing);
    await expect(world.keeper().silence(id, undefined)).rejects.toMatchObject(missing);
    await expect(world.keeper().exclude(id, ['battery'])).rejects.toMatchObject(missing);
    expect(world.keeper().faults()).toEqual([]);
  });

  it('changes nothing where it cannot be stored, and is shown without storage', async () => {
    const world = await start();
    await world.become(problem('smoke', 'A'));
    world.facts.isFull = true;
    await expect(world.keeper().acknowledge('home:A:smoke', 'anna')).rejects.toThrow('full');
    expect(world.keeper().ofClass('smoke').unacknowledged).toBe(1);
    const without = worldOf({ hasStorage: false });
    await without.keeper().restore();
    await without.become(problem('smoke', 'A'));
    expect(without.keeper().overview().level).toBe('danger');
    expect(without.events).toEqual([]);
    await expect(without.keeper().acknowledge('home:A:smoke', 'anna')).rejects.toMatchObject({
      code: 'service_unready',
    });
  });
});
