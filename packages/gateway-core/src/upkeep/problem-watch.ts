import type { InstallationProblem } from '@ccu-gateway/contract/types';
import type { HouseModel, ModelEvent } from '@ccu-gateway/device-model';
import type { Time } from '../ports/time.js';

/** Announces that the problems of a CCU changed. */
export interface ProblemWatch {
  /** To be called with each event of the CCUs that this process holds. */
  onEvent(event: ModelEvent): void;
  close(): void;
}

/** All devices of a CCU are checked at most this often. */
const PAUSE_MS = 1_000;

const CAUSES: ReadonlySet<ModelEvent['type']> = new Set<ModelEvent['type']>([
  'device.created',
  'device.removed',
  'device.availability_changed',
  'device.metadata_changed',
  'central.state_changed',
  'system.status_changed',
  'hub.alarm_message',
  'hub.service_message',
  'connectivity.changed',
]);

/** Values that raise or end a problem; detectors of BidCos report `STATE`, as a switch does, and their sabotage as `ERROR`. */
const PARAMETERS =
  /SABOTAGE|LOW_?BAT|CONFIG_PENDING|UNREACH|SMOKE|ALARMSTATE|WATERLEVEL|MOISTURE|^CO_|CARBON_MONOXIDE|^(STATE|ERROR)$|^DUTY_?CYCLE/;

/**
 * Publishes `problems.changed` after the problems of a CCU changed, at most once a second for each CCU.
 *
 * @example
 * const watch = createProblemWatch({ house, publish, time });
 * for (const event of house.apply(ccuEvent)) watch.onEvent(event);
 */
export function createProblemWatch(deps: {
  readonly house: Pick<HouseModel, 'problems'>;
  readonly publish: (event: ModelEvent) => void;
  readonly time: Pick<Time, 'after'>;
}): ProblemWatch {
  const { house, publish, time } = deps;
  const waiting = new Map<string, () => void>();
  const published = new Map<string, string>();

  function check(central: string): void {
    waiting.delete(central);
    const problems = house.problems({ central });
    const now = stateOf(problems);
    if (now === (published.get(central) ?? '')) return;
    published.set(central, now);
    const critical = problems.filter(({ severity }) => severity === 'critical').length;
    publish({
      type: 'problems.changed',
      topic: `hub.${central}.problems`,
      kind: 'change',
      key: `problems/${central}`,
      payload: { central, count: problems.length, critical },
    });
  }

  return {
    onEvent(event) {
      if (!bearsOnProblems(event)) return;
      const { central } = event.payload as { readonly central: string };
      if (!waiting.has(central))
        waiting.set(
          central,
          time.after(PAUSE_MS, () => check(central)),
        );
    },
    close() {
      for (const cancel of waiting.values()) cancel();
      waiting.clear();
    },
  };
}

const bearsOnProblems = (event: ModelEvent): boolean =>
  event.type === 'datapoint.value_changed' ? PARAMETERS.test(event.payload.parameter) : CAUSES.has(event.type);

/** Text that differs whenever the shown problems do; empty without any. */
const stateOf = (problems: readonly InstallationProblem[]): string =>
  problems
    .flatMap((each) => [each, ...(each.follows ?? [])])
    .map(({ id, kind, name, members = [] }) => [id, kind, name, ...members].join(' '))
    .join('\n');
