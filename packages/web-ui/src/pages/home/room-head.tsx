import { useRef } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import type { PointKey } from '../../store/points.js';
import { Icon } from '../../ui/value/icon.tsx';
import { ValueView } from '../../ui/value/value-view.tsx';
import { CourseOf } from './course.tsx';
import type { TileGroup } from './grouping.js';
import { roomIcon } from './room-icon.js';
import { STATE_ICONS } from './state-chips.tsx';
import { homeTexts } from './texts.js';
import { useSummary } from './use-summary.js';

/** Name of a room with its air, the course of its temperature in the last day, and its open windows, lights and blinds. */
export function RoomHead({ group, title }: { readonly group: TileGroup; readonly title: string }) {
  const say = useTexts(homeTexts);
  const { base } = useServices();
  const head = useRef<HTMLElement>(null);
  const { counts, temperature, humidity } = useSummary(group.devices);
  // Favourites and devices without a room share no air.
  const isRoom = group.kind === 'named';
  return (
    <header ref={head} class="room-head">
      <Icon of={roomIcon(group)} />
      <h3>
        <span class="private">{title}</span>{' '}
        <span class="dim small">{say('deviceCount', { n: group.devices.length })}</span>
      </h3>
      {isRoom && temperature !== undefined && (
        <>
          <span class="room-air">
            <Reading point={temperature} />
            {humidity !== undefined && <Reading point={humidity} />}
          </span>
          <AirCourse point={temperature} around={head} />
          <a class="small" href={base.at(`room-day?room=${encodeURIComponent(group.name)}`)}>
            {say('roomDay')}
            <span class="visually-hidden private"> {title}</span>
          </a>
        </>
      )}
      {counts.length > 0 && (
        <ul class="room-states">
          {counts.map(([state, n]) => (
            <li key={state} class={`chip ${state}`}>
              <Icon of={STATE_ICONS[state]} />
              {say(state, { n })}
            </li>
          ))}
        </ul>
      )}
    </header>
  );
}

function Reading({ point: key }: { readonly point: PointKey }) {
  const point = useServices().store.point(key).value;
  if (point === undefined) return null;
  return (
    <span>
      <span class="visually-hidden">{point.summary.parameter_label}: </span>
      <ValueView point={point} withAge={false} />
    </span>
  );
}

function AirCourse({
  point: key,
  around,
}: {
  readonly point: PointKey;
  readonly around: { readonly current: HTMLElement | null };
}) {
  const point = useServices().store.peekPoint(key);
  return point === undefined ? null : <CourseOf key={key} point={point} around={around} />;
}
