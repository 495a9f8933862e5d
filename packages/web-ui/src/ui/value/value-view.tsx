import { useFormats, useServices, useTexts } from '../../context/services.js';
import type { Point } from '../../store/points.js';
import { uiTexts } from './texts.js';
import { valueText } from './value-text.js';

/**
 * Value with its unit, age and source. A sent and unconfirmed value is dotted, and a rolled back one shows the reason.
 */
export function ValueView({ point, withAge = true }: { readonly point: Point; readonly withAge?: boolean }) {
  const { clock } = useServices();
  const say = useTexts(uiTexts);
  const formats = useFormats();
  const { summary, write } = point;
  const pending = write?.state === 'pending' || summary.pending === true;
  const shown = write?.state === 'pending' ? write.value : summary.value;
  const never = !summary.observed && !pending;
  const source = never ? 'never' : summary.source === 'live' ? 'live' : 'cached';
  const note = pending
    ? say('pending')
    : summary.source === 'cache'
      ? say('cached')
      : summary.source === 'stale'
        ? say('stale')
        : summary.value_status !== undefined
          ? say(summary.value_status)
          : undefined;
  const rolledBack = write?.state === 'rolled_back' ? write : undefined;
  return (
    <span class={`value ${source}${pending ? ' pending' : ''}${rolledBack ? ' rolled-back' : ''}`}>
      <output title={note}>{never ? '—' : valueText(summary, shown, say, formats)}</output>
      {note !== undefined && <span class="visually-hidden">{note}</span>}
      {withAge && (
        <span class="age">
          {never
            ? say(summary.value_status ?? 'never')
            : summary.modified_at !== undefined && formats.age(Date.parse(summary.modified_at), clock.value)}
        </span>
      )}
      {rolledBack && <RollbackReason reason={rolledBack.reason} />}
    </span>
  );
}

function RollbackReason({ reason }: { readonly reason: string }) {
  const say = useTexts(uiTexts);
  const known = ['timeout', 'mismatch', 'send_error', 'unreachable'] as const;
  const key = known.find((each) => each === reason);
  return <span class="rolled-back-reason">{key === undefined ? reason : say(key)}</span>;
}
