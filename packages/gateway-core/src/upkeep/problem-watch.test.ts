import type { InstallationProblem } from '@ccu-gateway/contract/types';
import type { ModelEvent } from '@ccu-gateway/device-model';
import { expect, it } from 'vitest';
import { createProblemWatch } from './problem-watch.js';

const weak = (name: string): InstallationProblem => ({
  id: `home/${name}/LOW_BAT`,
  kind: 'low_battery',
  severity: 'warning',
  summary: `${name} has a weak battery`,
  name,
});

const change = (parameter: string) =>
  ({
    type: 'datapoint.value_changed',
    topic: '',
    kind: 'change',
    payload: { central: 'home', parameter },
  }) as ModelEvent;

/** A watch with pauses that the test ends. */
function watching() {
  let problems: readonly InstallationProblem[] = [];
  const events: ModelEvent[] = [];
  const pauses: (() => void)[] = [];
  const watch = createProblemWatch({
    house: { problems: () => problems },
    publish: (event) => events.push(event),
    time: {
      after(_delay, run) {
        pauses.push(run);
        return () => pauses.splice(pauses.indexOf(run), 1);
      },
    },
  });
  return {
    watch,
    events,
    pauses,
    settle(now: readonly InstallationProblem[]) {
      problems = now;
      for (const run of pauses.splice(0)) run();
    },
  };
}

it('announces changed problems once for many events, and again only after another change', () => {
  const { watch, events, pauses, settle } = watching();
  for (let n = 0; n < 50; n += 1) watch.onEvent(change('LOW_BAT'));
  expect(pauses).toHaveLength(1);
  settle([weak('A')]);
  expect(events).toMatchObject([
    { type: 'problems.changed', topic: 'hub.home.problems', payload: { central: 'home', count: 1, critical: 0 } },
  ]);
  watch.onEvent(change('LOWBAT'));
  settle([weak('A')]);
  expect(events).toHaveLength(1);
  watch.onEvent(change('LOWBAT'));
  settle([]);
  expect(events.at(-1)?.payload).toMatchObject({ count: 0 });
});

it('checks nothing for values that raise no problem, and nothing after its end', () => {
  const { watch, pauses } = watching();
  watch.onEvent(change('LEVEL'));
  expect(pauses).toEqual([]);
  watch.onEvent(change('UNREACH'));
  watch.close();
  expect(pauses).toEqual([]);
});
