import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasData } from '../../../test/real-devices.js';
import { distinct, type RealPair, realPairs } from '../../../test/real-pairs.js';
import { applyProfile, changesOf, FACTORY, matchProfile, type Profile, profilesOf } from './profiles.js';
import { effectInWords } from './recipe/effect.js';
import { isWithin, type LinkParameter, type LinkValue, type LinkValues } from './recipe/parameters.js';

/** Any value that the description allows. */
function anyValue(parameter: LinkParameter): fc.Arbitrary<LinkValue> {
  const { type, min, max, value_list: list, specials = [] } = parameter;
  if (type === 'BOOL') return fc.boolean();
  const bounds = { min: typeof min === 'number' ? min : 0, max: typeof max === 'number' ? max : 255 };
  if (list !== undefined) return fc.integer(bounds).filter((value) => isWithin(parameter, value));
  if (type === 'INTEGER') return fc.integer(bounds);
  if (type !== 'FLOAT') return fc.constant('');
  const number = fc.double({ ...bounds, noNaN: true });
  return specials.length === 0 ? number : fc.oneof(number, fc.constantFrom(...specials.map(({ value }) => value)));
}

const anyValues = (parameters: readonly LinkParameter[]): fc.Arbitrary<LinkValues> =>
  fc.record(Object.fromEntries(parameters.map((each) => [each.parameter, anyValue(each)])));

const anySettings = ({ recipe }: Profile): fc.Arbitrary<Record<string, number>> =>
  fc.record(
    Object.fromEntries(
      recipe.humans.map((human) => [
        human.id,
        human.options === undefined
          ? fc.double({ min: human.min, max: human.max, noNaN: true })
          : fc.constantFrom(...human.options.map(({ value }) => value)),
      ]),
    ),
  );

const FEW = { numRuns: 4, seed: 18 } as const;

describe.skipIf(!hasData)('profiles of all real pairs (CCU_GATEWAY_CCU_DATA)', () => {
  const pairs = hasData ? realPairs() : [];
  const distinctPairs = distinct(pairs);
  const ofKinds = (pair: RealPair) => profilesOf(pair).filter(({ id }) => id !== FACTORY);
  const meant = (profiles: readonly Profile[]) =>
    profiles.filter(({ id, key }) => id !== FACTORY && key !== 'no_effect');

  it('exist for at least 95 % of the pairs, in at least 30 kinds', () => {
    const all = pairs.reduce((sum, { count }) => sum + count, 0);
    const without = pairs.filter((pair) => meant(profilesOf(pair)).length === 0);
    const missing = without.reduce((sum, { count }) => sum + count, 0);
    const kinds = new Set(pairs.flatMap((pair) => meant(profilesOf(pair)).map(({ key }) => key)));
    console.info(
      `${all - missing} of ${all} pairs have profiles (${((1 - missing / all) * 100).toFixed(1)} %), of ${kinds.size} kinds`,
    );
    expect(1 - missing / all).toBeGreaterThanOrEqual(0.95);
    expect(kinds.size).toBeGreaterThanOrEqual(30);
  });

  it('are recognised after they were applied, whatever the link was before', () => {
    for (const pair of distinctPairs) {
      const profiles = profilesOf(pair);
      for (const profile of ofKinds(pair)) {
        const property = fc.property(anyValues(pair.parameters), anySettings(profile), (before, settings) => {
          const applied = applyProfile(profile, settings);
          if (!applied.ok) throw new Error(JSON.stringify(applied.faults));
          const match = matchProfile(profiles, pair.parameters, { ...before, ...applied.values });
          const where = `${pair.name} ${profile.key}`;
          expect(match?.profile.key, where).toBe(profile.key);
          expect(match?.settings, where).toEqual(applied.settings);
        });
        fc.assert(property, FEW);
      }
    }
  });

  it('change only their own parameters with one setting', () => {
    for (const pair of distinctPairs) {
      for (const profile of ofKinds(pair)) {
        for (const human of profile.recipe.humans) {
          const property = fc.property(anySettings(profile), anySettings(profile), (settings, others) => {
            const before = applyProfile(profile, settings);
            const after = applyProfile(profile, { ...settings, [human.id]: others[human.id] });
            if (!before.ok || !after.ok) throw new Error('valid settings are refused');
            const changed = changesOf(pair.parameters, before.values, after.values).map(
              ({ parameter }) => parameter.parameter,
            );
            expect(human.parameters).toEqual(expect.arrayContaining(changed));
          });
          fc.assert(property, FEW);
        }
      }
    }
  });

  it('have an effect in words that names each of their settings', () => {
    const said = new Set<string>();
    for (const pair of distinctPairs) {
      for (const { key, recipe } of ofKinds(pair)) {
        const settings = Object.fromEntries(
          recipe.humans.map(({ id, options, max }) => [id, options?.[0]?.value ?? max]),
        );
        for (const locale of ['de', 'en'] as const) {
          const effect = effectInWords(key, recipe.humans, settings, locale);
          const missing = recipe.humans.filter((human) => {
            const alone = effectInWords('linked', [human], settings, locale).split(': ').at(-1)?.slice(0, -1) ?? '';
            return !effect.includes(alone);
          });
          expect(
            missing.map(({ id }) => id),
            effect,
          ).toEqual([]);
          expect(effect).not.toMatch(/set time|eingestellten? Zeit|set position|eingestellte Höhe/);
          said.add(effect);
        }
      }
    }
    expect(said.size).toBeGreaterThan(60);
  });

  it('have only values that the description of the device allows', () => {
    for (const pair of distinctPairs) {
      const byName = new Map(pair.parameters.map((each) => [each.parameter, each]));
      for (const profile of ofKinds(pair)) {
        const property = fc.property(anySettings(profile), (settings) => {
          const applied = applyProfile(profile, settings);
          if (!applied.ok) throw new Error('valid settings are refused');
          const outside = Object.entries(applied.values).filter(([name, value]) => {
            const parameter = byName.get(name);
            return parameter === undefined || !isWithin(parameter, value);
          });
          expect(outside, `${pair.name} ${profile.key}`).toEqual([]);
        });
        fc.assert(property, FEW);
      }
    }
  });
});
