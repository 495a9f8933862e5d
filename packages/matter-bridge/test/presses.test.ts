import type { Endpoint } from '@matter/main';
import { expect, it } from 'vitest';
import type { LiveEndpoint } from '../src/endpoints/live-endpoint.js';
import { createPresses } from '../src/endpoints/presses.js';
import { inputKey } from '../src/house/house.js';
import { exposablesIn } from '../src/index.js';
import { createManualClock } from './bridge-world.js';
import { optionsFor, viewsOf } from './house.js';
import { addressOf, madeUpHouse } from './made-up.js';

const exposables = exposablesIn(viewsOf(madeUpHouse()), optionsFor());

/** The key of a remote control, and what controllers are told of it. */
function keyOfRemote(channel: number, failure?: Error) {
  const plan = exposables.find((each) => each.address === addressOf('remote') && each.channel === channel)?.plan;
  if (plan === undefined) throw new Error('no such key');
  const told: string[] = [];
  const failed: unknown[] = [];
  const event = (name: string) => ({
    emit: (payload: object) => void told.push([name, ...Object.values(payload)].join(' ')),
  });
  const names = ['initialPress', 'shortRelease', 'longPress', 'longRelease', 'multiPressOngoing', 'multiPressComplete'];
  const events = Object.fromEntries(names.map((name) => [name, event(name)]));
  const endpoint = {
    parts: [],
    act(actor: (agent: unknown) => void) {
      if (failure !== undefined) throw failure;
      actor({ context: {}, switch: { events } });
    },
  } as unknown as Endpoint;
  const clock = createManualClock();
  const presses = createPresses(clock, (_thing, error) => void failed.push(error));
  presses.follow([{ endpoint, plan: () => plan } as LiveEndpoint]);
  const [of] = plan.inputs;
  if (of?.kind !== 'data_point') throw new Error('no key');
  return {
    told,
    failed,
    clock,
    press: (parameter: string) => presses.onPress(inputKey({ ...of, parameter })),
    /** What was told since the last look. */
    news: () => told.splice(0),
  };
}

it('is one long press while a held key repeats its event, and is released by the event of the device', () => {
  const { press, clock, news } = keyOfRemote(1);
  for (let again = 0; again < 10; again += 1) {
    press('PRESS_LONG');
    clock.pass(400);
  }
  expect(news()).toEqual(['initialPress 1', 'longPress 1']);
  press('PRESS_LONG_RELEASE');
  expect(news()).toEqual(['longRelease 1']);
  clock.pass(60_000);
  expect(news()).toEqual([]);
});

it('is released by itself when a held key is silent, and its late release is reported once', () => {
  const { press, clock, news } = keyOfRemote(1);
  press('PRESS_LONG');
  clock.pass(2000);
  press('PRESS_LONG_RELEASE');
  expect(news()).toEqual(['initialPress 1', 'longPress 1', 'longRelease 1']);
  press('PRESS_LONG');
  expect(news()).toEqual(['initialPress 1', 'longPress 1']);
});

it('is held until the release where the device reports the start, and a lost release is added', () => {
  const { press, clock, news } = keyOfRemote(2);
  press('PRESS_LONG_START');
  clock.pass(60_000);
  expect(news()).toEqual(['initialPress 1', 'longPress 1']);
  press('PRESS_LONG_START');
  expect(news()).toEqual(['longRelease 1', 'initialPress 1', 'longPress 1']);
  press('PRESS_SHORT');
  expect(news()).toEqual(['longRelease 1', 'initialPress 1', 'shortRelease 1']);
});

it('counts short presses in a row, and reports more than two as none', () => {
  const { press, clock, news } = keyOfRemote(1);
  const count = (presses: number) => {
    for (let each = 0; each < presses; each += 1) press('PRESS_SHORT');
    clock.pass(500);
    return news().at(-1);
  };
  expect([count(1), count(2), count(3)]).toEqual([
    'multiPressComplete 1 1',
    'multiPressComplete 1 2',
    'multiPressComplete 1 0',
  ]);
  press('PRESS_SHORT');
  press('PRESS_SHORT');
  expect(news().filter((each) => each.startsWith('multiPressOngoing'))).toEqual(['multiPressOngoing 1 2']);
});

it('ends the counting of short presses where a long one follows', () => {
  const { press, clock, news } = keyOfRemote(1);
  press('PRESS_SHORT');
  press('PRESS_LONG');
  expect(news()).toEqual([
    'initialPress 1',
    'shortRelease 1',
    'multiPressComplete 1 1',
    'initialPress 1',
    'longPress 1',
  ]);
  clock.pass(500);
  expect(news()).toEqual([]);
});

it('reports a press that could not be sent, and throws nothing', async () => {
  const { press, failed } = keyOfRemote(1, new Error('closed'));
  press('PRESS_SHORT');
  await expect.poll(() => failed).toEqual([new Error('closed')]);
});
