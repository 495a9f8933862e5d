import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide';
import { useEffect, useId, useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { Sparkline } from '../../ui/chart/sparkline.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Chip } from '../../ui/layout.tsx';
import { Popover } from '../../ui/popover.tsx';
import type { EventSession } from './event-session.js';
import { type EventSettings, seqOf } from './event-settings.js';
import { eventTexts } from './texts.js';

interface StatusProps {
  readonly session: EventSession;
  readonly settings: EventSettings;
  readonly onChange: (change: Partial<EventSettings>) => void;
}

/** How the stream does: state, rate, round trip, gaps; and where to begin. */
export function EventStatus({ session, settings, onChange }: StatusProps) {
  const say = useTexts(eventTexts);
  const { state, more, lag } = session.status.value;
  const { received, gaps, evicted } = session.counts.value;
  const tone = state === 'live' ? 'good' : state === 'denied' || state === 'refused' ? 'bad' : 'warn';
  return (
    <div class="event-status">
      <div class="row">
        <Chip tone={tone} icon={tone === 'good' ? CircleCheck : tone === 'bad' ? CircleAlert : LoaderCircle}>
          {say(state)}
        </Chip>
        <span class="small">
          {say('rows')}: {say('rowsOf', { n: session.rows.value.length, total: received })}
        </span>
        <Chip tone={gaps === 0 ? 'neutral' : 'bad'}>
          {say('gaps')}: {gaps}
        </Chip>
        {lag > 0 && (
          <span class="small">
            {say('lag')}: {lag}
          </span>
        )}
        <Rewind settings={settings} onChange={onChange} />
        {more !== undefined && (
          <Button kind="primary" onClick={() => onChange({ since: more })}>
            {say('readOn')}
          </Button>
        )}
        {(more !== undefined || settings.since !== undefined) && (
          <Button kind="quiet" onClick={() => onChange({ since: undefined })}>
            {say(more === undefined ? 'live_again' : 'toNow')}
          </Button>
        )}
      </div>
      <Graphs session={session} />
      {evicted > 0 && <p class="small dim">{say('leftNote', { n: evicted })}</p>}
    </div>
  );
}

/** Rendered once a second, at any rate of events. */
function Graphs({ session }: { readonly session: EventSession }) {
  const say = useTexts(eventTexts);
  const formats = useFormats();
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  const rates = session.rates();
  const { rttMs } = session.status.value;
  return (
    <dl class="event-graphs">
      {rates.map(({ central, perSecond }) => {
        const name = central === '' ? say('gateway') : central;
        const now = perSecond.at(-1) ?? 0;
        return (
          <div key={central}>
            <dt>
              {say('rate')} · <span class="private">{name}</span>
            </dt>
            <dd>
              <strong class="mono">{formats.number(now, 0)}</strong>
              <Sparkline
                kind="bars"
                values={perSecond}
                label={say('rateOf', { name, n: now, max: Math.max(0, ...perSecond) })}
              />
            </dd>
          </div>
        );
      })}
      <div>
        <dt>{say('rtt')}</dt>
        <dd>
          {rttMs === undefined ? (
            <span class="dim">{say('notMeasured')}</span>
          ) : (
            <>
              <strong class="mono">{`${formats.number(rttMs, 0)}\u202fms`}</strong>
              <Sparkline values={session.rtts()} floor={0} label={say('rttOf', { n: Math.round(rttMs) })} />
            </>
          )}
        </dd>
      </div>
    </dl>
  );
}

/** Where to begin in the log. */
function Rewind({ settings, onChange }: Pick<StatusProps, 'settings' | 'onChange'>) {
  const { announce } = useServices();
  const say = useTexts(eventTexts);
  const [wrong, setWrong] = useState(false);
  const id = useId();
  return (
    <Popover label={say('rewind')} trigger={say('rewindGo')}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          const since = seqOf(String(new FormData(event.currentTarget).get('since') ?? ''));
          setWrong(since === undefined);
          if (since === undefined) announce(say('rewindWrong'));
          else onChange({ since, open: undefined });
        }}
      >
        <label for={id}>{say('rewind')}</label>
        <input
          id={id}
          name="since"
          class="input mono"
          inputMode="numeric"
          defaultValue={settings.since === undefined ? '' : String(settings.since)}
          aria-invalid={wrong}
          aria-describedby={`${id}-wrong`}
        />
        <p id={`${id}-wrong`} class="small field-error">
          {wrong && say('rewindWrong')}
        </p>
        <div class="row">
          <Button type="submit" kind="primary">
            {say('rewindGo')}
          </Button>
          <Button onClick={() => onChange({ since: 0, open: undefined })}>{say('rewindAll')}</Button>
        </div>
      </form>
    </Popover>
  );
}
