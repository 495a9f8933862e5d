import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../../context/services.js';
import type { Channel, Device, Point, PointKey } from '../../../store/points.js';
import { Control } from '../../../ui/form/control.tsx';
import { Card, Chip } from '../../../ui/layout.tsx';
import { ValueView } from '../../../ui/value/value-view.tsx';
import { nowTexts } from './texts.js';

/** All values of a device by channel: value, age, source, and raw value. */
export function Values({
  device,
  guarded,
}: {
  readonly device: Device;
  /** Channels with read-only values here, because their control asks first. */
  readonly guarded: ReadonlySet<number>;
}) {
  const { store } = useServices();
  const say = useTexts(nowTexts);
  const [all, setAll] = useState(false);
  const channels = device.channels
    .map((channel) => ({ channel, points: channel.points.filter((key) => all || isShown(store.peekPoint(key))) }))
    .filter(({ channel, points }) => points.length > 0 && (all || channel.summary.hidden !== true))
    // Maintenance is the least used channel.
    .sort((a, b) => rank(a.channel) - rank(b.channel));
  return (
    <Card
      title={say('values')}
      aside={
        <label class="row small">
          <input type="checkbox" checked={all} onChange={({ currentTarget }) => setAll(currentTarget.checked)} />
          {say('all')}
        </label>
      }
    >
      {channels.map(({ channel, points }, index) => (
        <ChannelValues
          key={channel.summary.number}
          channel={channel}
          points={points}
          open={index < 2}
          guarded={guarded.has(channel.summary.number)}
        />
      ))}
    </Card>
  );
}

const rank = ({ summary: { number } }: Channel): number => (number === 0 ? Number.MAX_SAFE_INTEGER : number);

function isShown(point: Point | undefined): boolean {
  const usage = point?.summary.usage;
  return point !== undefined && usage !== 'no_create' && usage !== 'ignored' && usage !== 'event';
}

function ChannelValues({
  channel: { summary },
  points,
  open,
  guarded,
}: {
  readonly channel: Channel;
  readonly points: readonly PointKey[];
  readonly open: boolean;
  readonly guarded: boolean;
}) {
  const say = useTexts(nowTexts);
  const [shown, show] = useState(open);
  const title = summary.number === 0 ? say('maintenance') : (summary.name ?? say('channel', { n: summary.number }));
  return (
    <details class="channel" open={shown} onToggle={({ currentTarget }) => show(currentTarget.open)}>
      <summary>
        <strong class="private">{title}</strong>{' '}
        <span class="dim small">
          {[`:${summary.number}`, summary.type_label ?? summary.type, say('valueCount', { n: points.length })]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </summary>
      {shown && (
        <ul class="values">
          {points.map((key) => (
            <ValueRow key={key} point={key} guarded={guarded} />
          ))}
        </ul>
      )}
    </details>
  );
}

/** A confirmed value is the rule and has no chip. */
const SOURCES = { cache: 'warn', stale: 'warn', unobserved: 'neutral' } as const;

function ValueRow({ point: key, guarded }: { readonly point: PointKey; readonly guarded: boolean }) {
  const { store } = useServices();
  const say = useTexts(nowTexts);
  const point = store.point(key).value;
  if (point === undefined) return null;
  const { summary } = point;
  const source = summary.source ?? 'unobserved';
  const label = summary.parameter_label ?? summary.parameter;
  return (
    <li>
      <span class="value-name">
        {label}
        <code class="dim small">{summary.parameter}</code>
      </span>
      <span class="value-now">
        <ValueView point={point} />
        <span class="row small dim">
          {summary.observed && (
            <>
              {source !== 'live' && <Chip tone={SOURCES[source]}>{say(source)}</Chip>}
              <span>
                <span class="visually-hidden">{say('raw')}: </span>
                <code title={say('raw')}>{JSON.stringify(summary.value)}</code>
              </span>
            </>
          )}
        </span>
      </span>
      {summary.operations.write && !guarded && (
        <span class="value-set">
          <Control point={point} name={label} />
        </span>
      )}
    </li>
  );
}
