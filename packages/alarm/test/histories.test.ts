import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Actor,
  type AlarmInput,
  type AlarmState,
  newState,
  planOf,
  type Step,
  stateNameOf,
  statusOf,
  step,
} from '../src/index.js';
import { admin, anna, byCode, code, key, output, START, sensor, zone } from './world.js';

const plan = planOf({
  zones: [
    zone({ preAlarmMs: 5_000, centralLostMs: 90_000, needsCode: { arm: false, disarm: true } }),
    zone({
      id: 'attic',
      rearms: false,
      sensors: [
        sensor('hatch', { kind: 'door', reaction: 'entry' }),
        sensor('a', { group: 'pair' }),
        sensor('b', { group: 'pair' }),
      ],
      groups: [{ id: 'pair', count: 2, withinMs: 10_000 }],
      outputs: [
        output('bell', { durationMs: 60_000 }),
        output('shown', { class: 'sysvar_mirror', trueWhile: 'armed' }),
      ],
    }),
  ],
  codes: [code('cleo'), code('cook', { zones: ['attic'] }), code('old', { validUntil: START }), key('fob')],
});
const zones = plan.config.zones;

const ids = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const sensorId = ids('door', 'window', 'motion', 'case', 'smoke', 'hatch', 'a', 'b');
const zoneId = ids('ground', 'attic', 'master');
const by = ids<Actor['name']>('anna', 'root', 'cleo', 'cook', 'old', 'mallory').map(
  (name): Actor => (name === 'anna' ? anna : name === 'root' ? admin : byCode(name)),
);
const kind = <K extends string>(value: K) => fc.constant(value);
const press = key('fob').binding?.point;
if (press === undefined) throw new Error('the fob has no binding');

/** Everything that may happen, with the time since the event before. */
const anInput = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: kind('sensor'), sensor: sensorId, isActive: ids(true, false, false) }) },
  { weight: 6, arbitrary: fc.record({ kind: kind('tick') }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: kind('arm'),
      zone: zoneId,
      mode: ids('full', 'perimeter'),
      isForced: ids(true, true, false),
      skipsDelay: ids(true, false),
      bypass: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, fc.subarray(['door', 'hatch', 'case'])),
      by: ids(anna, admin, admin, byCode('cook')),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: ids('disarm', 'silence', 'acknowledge'), zone: zoneId, by }) },
  { weight: 1, arbitrary: fc.record({ kind: ids('walk_test_start', 'walk_test_stop'), zone: zoneId, by }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: kind('central'), central: kind('home'), isConnected: ids(true, true, false) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: kind('output'), output: ids('siren', 'bell'), isOn: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: kind('output_missing'), output: ids('siren', 'bell'), isMissing: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('mirrored'), output: kind('shown'), isRight: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('press'), point: fc.constant(press), pressedAt: fc.nat(20) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('scheduled'),
      zone: ids('ground', 'attic'),
      mode: ids('full', 'perimeter'),
      arms: ids(true, true, false),
      occurrence: ids('1', '2', '3', '4', '5', '6'),
      isMissed: ids(false, false, false, true),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('started'), unreadable: fc.constant([]) }) },
  { weight: 1, arbitrary: fc.record({ kind: ids('code_try', 'code_accepted'), account: ids('anna', 'root') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kind('health'),
      sensor: sensorId,
      isUnreachable: fc.boolean(),
      isSabotaged: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: kind('test_output'), output: ids('siren', 'bell'), opticalOnly: fc.boolean(), by }),
  },
);
const aPause = fc.oneof(
  { weight: 10, arbitrary: fc.constant(1_000) },
  { weight: 10, arbitrary: fc.constantFrom(0, 19_000, 20_000, 29_000, 60_000, 180_000) },
  // The clock of the machine jumps.
  { weight: 1, arbitrary: fc.constantFrom(-3_600_000, -1_000, 86_400_000) },
);
const aHistory = fc.array(fc.tuple(aPause, anInput), { minLength: 30, maxLength: 90, size: 'max' });

interface Observed extends Step {
  readonly before: AlarmState;
  readonly input: AlarmInput;
}

/** Runs a history from a connected and closed installation, and checks each step. */
function run(history: readonly (readonly [number, object])[], check: (observed: Observed) => void): void {
  let at = START;
  let state = newState(at);
  const send = (input: object) => {
    const timed = { ...input, at } as AlarmInput;
    const result = step(plan, state, timed);
    check({ ...result, before: state, input: timed });
    state = result.state;
  };
  send({ kind: 'central', central: 'home', isConnected: true });
  for (const id of plan.sensors.keys()) send({ kind: 'sensor', sensor: id, isActive: false });
  for (const [pause, input] of history) {
    at += pause;
    send(input);
  }
}

const holds = (check: () => (observed: Observed) => void) =>
  fc.assert(
    fc.property(aHistory, (history) => run(history, check())),
    { numRuns: 100 },
  );

function mayDisarm({ authority }: Actor, zoneName: string): boolean {
  if (authority.kind === 'code')
    return authority.code === 'cleo' || (authority.code === 'cook' && zoneName === 'attic');
  return authority.kind === 'admin' || zoneName === 'attic';
}

describe('in every history', () => {
  it('a zone is disarmed by an authorised disarm only', () => {
    holds(() => ({ before, state, input }) => {
      for (const { id } of zones) {
        if (before.zones[id]?.arming === undefined || state.zones[id]?.arming !== undefined) continue;
        const isKey = input.kind === 'press' && id === 'ground';
        const isDisarm = input.kind === 'disarm' && (input.zone === id || input.zone === 'master');
        expect(isKey || (isDisarm && mayDisarm(input.by, id)), `${id} was disarmed by ${input.kind}`).toBe(true);
      }
    });
  });

  it('an occurrence of a schedule has one reaction at most, which lowers no protection and ends no alarm', () => {
    holds(() => {
      const sent = new Map(zones.map(({ id }) => [id, new Set<string>()]));
      const reactions = new Map(zones.map(({ id }) => [id, 0]));
      return ({ before, state, input, effects }) => {
        if (input.kind === 'scheduled') sent.get(input.zone)?.add(input.occurrence);
        for (const { id } of zones) {
          const [was, is] = [before.zones[id], state.zones[id]];
          const isArmed = was?.arming === undefined && is?.arming?.by === 'schedule';
          const entries = effects.filter(
            (effect) =>
              effect.kind === 'journal' &&
              effect.entry.zone === id &&
              ['schedule_refused', 'schedule_missed', 'reminder'].includes(effect.entry.event),
          );
          reactions.set(id, (reactions.get(id) ?? 0) + entries.length + (isArmed ? 1 : 0));
          expect(reactions.get(id)).toBeLessThanOrEqual(sent.get(id)?.size ?? 0);
          if (isArmed) expect(effects).not.toContainEqual(expect.objectContaining({ kind: 'remind', zone: id }));
          if (input.kind !== 'scheduled') continue;
          const { state: passed } = step(plan, before, { kind: 'tick', at: input.at });
          const kept = passed.zones[id];
          expect([is?.incident, is?.pending]).toEqual([kept?.incident, kept?.pending]);
          if (kept?.arming !== undefined) expect(is?.arming).toEqual(kept.arming);
        }
      };
    });
  });

  it('an alarm sounds from its cause to its time, a silence or a disarm', () => {
    holds(() => {
      const isOn = new Map<string, boolean>();
      return ({ state, effects }) => {
        for (const effect of effects) if (effect.kind === 'output') isOn.set(effect.output, effect.isOn);
        for (const { id, outputs, alarmMs } of zones) {
          const incident = state.zones[id]?.incident;
          const [siren] = outputs;
          if (incident === undefined || siren === undefined || incident.isSilenced) continue;
          const ends = Math.max(
            incident.soundClock + Math.min(alarmMs, siren.durationMs),
            state.outputs[siren.id]?.testEndClock ?? 0,
          );
          expect(isOn.get(siren.id) === true, `${siren.id} at ${state.clock}, wanted until ${ends}`).toBe(
            state.clock < ends,
          );
        }
      };
    });
  });

  it('a variable shows the state of its zone while its CCU is connected, and no confirmed one is written', () => {
    holds(() => {
      let last: unknown;
      return ({ before, state, input, effects }) => {
        const shown = effects.filter(({ kind: effect }) => effect === 'mirror');
        expect(shown.length).toBeLessThanOrEqual(1);
        last = shown[0] ?? last;
        const isConnected = state.centrals.home !== undefined && state.centrals.home.lostClock === undefined;
        const name = stateNameOf(state, 'attic');
        const arming = state.zones.attic?.arming;
        const isOn = arming !== undefined && arming.exitClock === undefined;
        if (isConnected) expect(last).toEqual({ kind: 'mirror', output: 'shown', state: name, isOn });
        const known = before.mirrors?.shown;
        if (input.kind !== 'started' && known?.isConfirmed && known.state === name && known.isOn === isOn) {
          expect(shown).toEqual([]);
        }
      };
    });
  });

  it('no siren is on without an alarm or a test', () => {
    holds(() => ({ state }) => {
      for (const { id, outputs } of zones) {
        for (const siren of outputs) {
          const known = state.outputs[siren.id];
          if (!known?.isOn) continue;
          const isTested = known.testEndClock !== undefined && known.testEndClock > state.clock;
          expect(isTested || state.zones[id]?.incident !== undefined).toBe(true);
        }
      }
    });
  });

  it('every alarm has its cause in the journal, and a sensor that was active', () => {
    holds(() => {
      const active = new Set<string>();
      return ({ before, state, input, effects }) => {
        if (input.kind === 'sensor' && input.isActive) active.add(input.sensor);
        if (input.kind === 'health' && input.isSabotaged) active.add(input.sensor);
        for (const { id } of zones) {
          const incident = state.zones[id]?.incident;
          if (incident === undefined || incident.id === before.zones[id]?.incident?.id) continue;
          const entry = effects.flatMap((effect) =>
            effect.kind === 'journal' && effect.entry.event === 'triggered' && effect.entry.incident === incident.id
              ? effect.entry
              : [],
          );
          expect(entry).toMatchObject([{ zone: id, details: { cause: incident.causes[0]?.kind } }]);
          const by = incident.causes[0]?.sensor;
          if (by !== undefined) expect(active).toContain(by);
        }
      };
    });
  });

  it('readiness is what arming does', () => {
    holds(() => ({ state }) => {
      for (const status of statusOf(plan, state)) {
        if (status.state !== 'disarmed' || status.isWalkTested) continue;
        for (const mode of ['full', 'perimeter'] as const) {
          const readiness = status.readiness[mode];
          const arm = (isForced: boolean) =>
            step(plan, state, {
              kind: 'arm',
              at: state.at,
              zone: status.id,
              mode,
              isForced,
              skipsDelay: false,
              bypass: [],
              by: admin,
            });
          const plain = arm(false);
          expect(plain.refusal === undefined).toBe(readiness?.isReady);
          if (readiness?.isReady) expect(plain.state.zones[status.id]?.bypassed).toEqual(readiness.bypassed);
          if (plain.refusal?.code === 'blocked') expect(plain.refusal.blockers).toEqual(readiness?.blockers);
          expect(arm(true).refusal === undefined).toBe(readiness?.isForceable);
        }
      }
    });
  });

  it('a delay ends with the first event after its length, by the clock of the events', () => {
    holds(() => {
      let clock = 0;
      const began = new Map<string, number>();
      return ({ before, state, input }) => {
        clock += Math.max(0, input.at - before.at);
        for (const { id } of zones) {
          for (const [name, was, is] of [
            ['exit', before.zones[id]?.arming?.exitClock, state.zones[id]?.arming?.exitClock],
            ['pending', before.zones[id]?.pending?.endClock, state.zones[id]?.pending?.endClock],
          ] as const) {
            const total = name === 'exit' ? state.zones[id]?.arming?.totalMs : state.zones[id]?.pending?.totalMs;
            if (is !== undefined && is !== was) began.set(`${id} ${name}`, clock);
            if (is !== undefined) expect(clock - (began.get(`${id} ${name}`) ?? 0)).toBeLessThan(total ?? 0);
          }
          const exit = before.zones[id]?.arming;
          const isArmed = exit?.exitClock !== undefined && state.zones[id]?.arming?.exitClock === undefined;
          if (isArmed && state.zones[id]?.arming !== undefined) {
            expect(clock - (began.get(`${id} exit`) ?? 0)).toBeGreaterThanOrEqual(exit.totalMs);
          }
        }
      };
    });
  });

  it('a state that was written and read goes on as before', () => {
    holds(() => ({ before, input, state, effects, refusal }) => {
      const again = step(plan, JSON.parse(JSON.stringify(before)), JSON.parse(JSON.stringify(input)));
      expect(again).toEqual({ state, effects, ...(refusal === undefined ? {} : { refusal }) });
    });
  });

  it('a refused command changes nothing but the time', () => {
    holds(() => ({ before, input, state, refusal }) => {
      if (refusal === undefined || input.kind === 'press') return;
      const { state: passed } = step(plan, before, { kind: 'tick', at: input.at });
      expect(JSON.parse(JSON.stringify(state))).toEqual(JSON.parse(JSON.stringify(passed)));
    });
  });
});
