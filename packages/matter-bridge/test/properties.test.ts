import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../scripts/lib/any-text.mjs';
import {
  type ClusterPlan,
  type EndpointPlan,
  exposablesIn,
  type Profile,
  type ValueReader,
  type WriteIntent,
} from '../src/index.js';
import { optionsFor, viewsOf } from './house.js';
import { madeUpHouse } from './made-up.js';
import { RANGES } from './ranges.js';

const PROFILES: readonly Profile[] = ['all', 'alexa', 'google', 'apple', 'homeassistant'];
const house = madeUpHouse();
const plans = PROFILES.flatMap((profile) => exposablesIn(viewsOf(house), optionsFor(profile))).flatMap(
  ({ plan }) => plan ?? [],
);
const clustersOf = ({ clusters, parts }: EndpointPlan): readonly ClusterPlan[] => [
  ...clusters,
  ...parts.flatMap((part) => part.clusters),
];

/** Members of states and names of arguments, so that chance finds what plans look at. */
const MEMBERS =
  'is_on brightness hue saturation color_temp_kelvin color_mode current_position current_tilt_position is_opening is_closing is_locked is_locking is_unlocking is_jammed is_open hvac_mode hvac_action current_temperature target_temperature current_humidity valve_position'.split(
    ' ',
  );
const ARGUMENTS =
  'level stepSize stepMode transitionTime optionsMask optionsOverride hue saturation colorX colorY stepX stepY colorTemperatureMireds colorTemperatureMinimumMireds colorTemperatureMaximumMireds liftPercent100thsValue tiltPercent100thsValue mode amount onTime onOffControl openDuration'.split(
    ' ',
  );

/** What a CCU may send: special values, what is out of range, what is of another kind. */
const sent = fc.oneof(
  fc.constantFrom(
    1.005,
    1.01,
    1.275,
    -0.005,
    255,
    361,
    100,
    111_600,
    16_383_000,
    25.5,
    0,
    -0,
    1,
    2,
    3,
    true,
    false,
    3276.7,
    -3276.8,
  ),
  fc.constantFrom(
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    null,
    undefined,
    '',
    'true',
    '21.5',
    'heat',
    'off',
    'auto',
    'cool',
    'hs',
    'color_temp',
    'heating',
  ),
  fc.integer(),
  fc.integer({ min: 0, max: 10 }),
  fc.double(),
  fc.double({ min: 0, max: 110, noNaN: true }),
  anyText(),
  fc.anything(),
);

const state = fc.oneof(
  { weight: 5, arbitrary: fc.record(Object.fromEntries(MEMBERS.map((name) => [name, sent])), { requiredKeys: [] }) },
  { weight: 1, arbitrary: fc.anything() },
);
const reader = fc.record({ values: fc.array(sent, { minLength: 1, maxLength: 8 }), state }).map(
  ({ values, state: said }): ValueReader => ({
    value: ({ channel, parameter }) => values[(channel + parameter.length) % values.length],
    state: () => said as Readonly<Record<string, unknown>>,
  }),
);

const argument = fc.oneof(
  fc.integer({ min: 0, max: 300 }),
  fc.integer({ min: 0, max: 10_000 }),
  fc.integer(),
  fc.constantFrom(0, 1, 2, 3, null, { executeIfOff: true }, { acceptOnlyWhenOn: true }),
  fc.anything(),
);
const args = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record(Object.fromEntries(ARGUMENTS.map((name) => [name, argument])), { requiredKeys: [] }),
  },
  { weight: 1, arbitrary: fc.anything() },
);

describe('any values of a CCU', () => {
  it('give attributes that Matter allows, or none', () => {
    fc.assert(
      fc.property(fc.constantFrom(...plans), reader, (plan, values) => {
        for (const cluster of clustersOf(plan)) {
          for (const [name, value] of Object.entries(cluster.attributes(values))) {
            const check = RANGES[cluster.name]?.[name];
            if (check === undefined) throw new Error(`${cluster.name}.${name} is no attribute that is known`);
            if (!check(value)) throw new Error(`${cluster.name}.${name} is ${String(value)}`);
          }
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('do not affect the initial values, which Matter allows', () => {
    for (const cluster of plans.flatMap(clustersOf)) {
      for (const [name, value] of Object.entries(cluster.initial)) {
        expect(RANGES[cluster.name]?.[name]?.(value), `${cluster.name}.${name}`).toBe(true);
      }
    }
  });
});

/** What the house says to a write: nothing where it would take it. */
function objectionTo(intent: WriteIntent): string | undefined {
  if (intent.kind === 'nothing') return undefined;
  if (intent.kind === 'value') return 'a plain value was written';
  const { of, operation, params } = intent;
  const planned = house.planOperation({ address: of.address, central: of.central, name: of.name, operation, params });
  return planned.ok ? undefined : JSON.stringify(planned);
}

describe('any requests of a controller', () => {
  const meanings = plans.flatMap((plan) =>
    clustersOf(plan).flatMap(({ name, commands, writable }) =>
      Object.entries({ ...commands, ...writable }).map(([what, meaning]) => ({ what: `${name}.${what}`, meaning })),
    ),
  );

  it('are valid for the CCU, or refused with a reason', () => {
    let taken = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...meanings),
        fc.oneof(args, argument),
        reader,
        ({ what, meaning }, asked, values) => {
          const result = meaning(asked, values);
          if (result.kind === 'refused') {
            expect(result.reason, what).not.toBe('');
            return;
          }
          const objection = objectionTo(result);
          // Slats that were never heard of: the house asks for a movement first.
          if (objection?.includes('move the blind once') === true) return;
          if (objection !== undefined) throw new Error(`${what} ${JSON.stringify(result)}: ${objection}`);
          taken += 1;
        },
      ),
      { numRuns: 4000 },
    );
    expect(taken).toBeGreaterThan(1000);
  });

  it('are refused where members of an argument have no text', () => {
    const nothing: ValueReader = { value: () => undefined, state: () => ({}) };
    const asked = { motorDirectionReversed: { toString: false }, calibrationMode: 1n };
    for (const { what, meaning } of meanings) {
      if (what === 'WindowCovering.mode') expect(meaning(asked, nothing).kind).toBe('refused');
      else expect(() => meaning(asked, nothing), what).not.toThrow();
    }
  });

  it('plain commands are taken of every thing that has them', () => {
    const nothing: ValueReader = { value: () => undefined, state: () => ({}) };
    const plain = [
      'on',
      'off',
      'upOrOpen',
      'downOrClose',
      'stopMotion',
      'lockDoor',
      'unlockDoor',
      'unboltDoor',
      'open',
      'close',
    ];
    const asked = meanings.filter(({ what }) => plain.includes(what.split('.')[1] ?? ''));
    expect(asked.length).toBeGreaterThan(20);
    for (const { what, meaning } of asked) {
      const result = meaning({}, nothing);
      // A door drive and a shutter of the made-up house can all be stopped.
      expect(result.kind, what).toBe('operation');
      expect(objectionTo(result as WriteIntent), what).toBeUndefined();
    }
  });
});

describe('any names in an installation', () => {
  it('names fit, are never empty, and keys are those of the addresses', () => {
    const views = viewsOf(house);
    fc.assert(
      fc.property(anyText(), fc.constantFrom(...views), (name, view) => {
        const called = { ...view, device: { ...view.device, name, rooms: [name], manufacturer: name, model: name } };
        for (const { plan, key } of exposablesIn([called], { ...optionsFor(), areaOf: () => name })) {
          expect(key.startsWith(`${view.central}/${view.device.address}:`)).toBe(true);
          if (plan === undefined) continue;
          for (const text of [plan.name, plan.vendor, plan.product, plan.serial]) {
            expect(text).not.toBe('');
            expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(32);
          }
          for (const text of [plan.room ?? 'none', plan.area ?? 'none']) {
            expect(text).not.toBe('');
            expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(16);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
