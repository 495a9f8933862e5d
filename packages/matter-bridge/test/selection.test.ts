import { expect, it } from 'vitest';
import { selectionOf } from '../src/bridge/selection.js';
import { type Choice, type Exposable, exposablesIn } from '../src/index.js';
import { optionsFor, viewsOf } from './house.js';
import { addressOf, madeUpHouse } from './made-up.js';

const plug = exposablesIn(viewsOf(madeUpHouse()), optionsFor()).find(({ address }) => address === addressOf('plug'));

/** As many plugs, in the order of the list. */
const plugs = (count: number, more: Partial<Exposable> = {}): readonly Exposable[] =>
  Array.from({ length: count }, (_, index) => {
    const key = `home/plug:${index}`;
    if (plug?.plan === undefined) throw new Error('no plug');
    return { ...plug, ...more, key, plan: { ...plug.plan, key } };
  });

const keysOf = (selection: ReturnType<typeof selectionOf>) => selection.plans.map(({ key }) => key);
const nothing = { choices: new Map<string, Choice>(), numberOf: () => undefined };

it('shows everything in the order of the list where the system has room for it', () => {
  const selection = selectionOf(plugs(200), 'apple', nothing);
  expect(keysOf(selection)).toEqual(plugs(200).map(({ key }) => key));
  expect([selection.tooMany.size, selection.warnings]).toEqual([0, []]);
});

it('leaves out things above the limit, and warns', () => {
  const selection = selectionOf(plugs(83), 'alexa', nothing);
  expect(keysOf(selection)).toEqual(
    plugs(83)
      .slice(0, 80)
      .map(({ key }) => key),
  );
  expect([...selection.tooMany]).toEqual(['home/plug:80', 'home/plug:81', 'home/plug:82']);
  expect(selection.warnings).toMatchObject([
    { code: 'limit_passed', keys: ['home/plug:80', 'home/plug:81', 'home/plug:82'] },
  ]);
});

it('keeps exposed things when devices are added before them in the list', () => {
  const numberOf = (key: string) => {
    const index = Number(key.split(':')[1]);
    return index >= 5 ? index : undefined;
  };
  const selection = selectionOf(plugs(85), 'alexa', { choices: new Map(), numberOf });
  expect([...selection.tooMany]).toEqual(['home/plug:0', 'home/plug:1', 'home/plug:2', 'home/plug:3', 'home/plug:4']);
});

it('prefers chosen things to default ones', () => {
  const choices = new Map([['home/plug:84', { enabled: true }]]);
  const selection = selectionOf(plugs(85), 'alexa', { choices, numberOf: (key) => Number(key.split(':')[1]) + 2 });
  expect(keysOf(selection)[0]).toBe('home/plug:84');
  expect(selection.tooMany.has('home/plug:79')).toBe(true);
});

it('leaves out held back, deselected and unmapped things', () => {
  const choices = new Map([['home/plug:0', { enabled: false }]]);
  expect(keysOf(selectionOf(plugs(2), 'all', { ...nothing, choices }))).toEqual(['home/plug:1']);
  expect(keysOf(selectionOf(plugs(1, { shownByDefault: false }), 'all', nothing))).toEqual([]);
  const planless = plugs(1).map((each) => ({ ...each, plan: undefined }));
  const chosen = new Map([['home/plug:0', { enabled: true }]]);
  expect(keysOf(selectionOf(planless, 'all', { ...nothing, choices: chosen }))).toEqual([]);
});
