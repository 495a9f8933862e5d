import { CircleAlert, CircleCheck, Clock3 } from 'lucide';
import { useServices, useTexts } from '../../../context/services.js';
import type { PointKey } from '../../../store/points.js';
import { Chip } from '../../../ui/layout.tsx';
import { reasonOf } from '../../../writes/reason.js';
import type { BulkRun, Outcome } from './run.js';
import { bulkTexts } from './texts.js';

interface ProgressProps<T> {
  readonly run: BulkRun<T>;
  readonly keyOf: (item: T) => string;
  readonly nameOf: (item: T) => string;
  /** The written value, which shows its confirmation itself. */
  readonly pointOf?: (item: T) => PointKey;
}

/** Progress, and the outcome on each device. */
export function Progress<T>({ run, keyOf, nameOf, pointOf }: ProgressProps<T>) {
  const say = useTexts(bulkTexts);
  const outcomes = [...run.outcomes.value];
  const ended = outcomes.filter(([, { state }]) => state === 'sent' || state === 'failed').length;
  const failed = outcomes.filter(([, { state }]) => state === 'failed').length;
  return (
    <div class="stack">
      <p>
        <progress max={outcomes.length} value={ended} aria-label={say('running')} />{' '}
        <span aria-live="polite">{say('progress', { n: ended, total: outcomes.length, failed })}</span>
      </p>
      <ul class="bulk-outcomes">
        {outcomes.map(([item, outcome]) => (
          <li key={keyOf(item)}>
            <span class="grow private">{nameOf(item)}</span>
            <OutcomeView outcome={outcome} point={pointOf?.(item)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function OutcomeView({ outcome, point }: { readonly outcome: Outcome; readonly point: PointKey | undefined }) {
  const { store } = useServices();
  const say = useTexts(bulkTexts);
  const write = point === undefined ? undefined : store.point(point).value?.write;
  if (outcome.state === 'failed') return <Failed reason={reasonOf(outcome.error)} />;
  if (outcome.state !== 'sent') return <Chip>{say(outcome.state)}</Chip>;
  if (write?.state === 'rolled_back') return <Failed reason={write.reason} />;
  if (write?.state === 'pending') {
    return (
      <Chip tone="accent" icon={Clock3}>
        {say('pending')}
      </Chip>
    );
  }
  return (
    <Chip tone="good" icon={CircleCheck}>
      {say(point === undefined ? 'sent' : 'confirmed')}
    </Chip>
  );
}

function Failed({ reason }: { readonly reason: string }) {
  const say = useTexts(bulkTexts);
  return (
    <span class="bulk-failed">
      <Chip tone="bad" icon={CircleAlert}>
        {say('failed')}
      </Chip>
      <span class="small dim">{reason}</span>
    </span>
  );
}
