import { CloudOff, History, LoaderCircle, Radio, RotateCw } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import type { ConnectionState } from '../connection/connection.js';
import { useFormats, useServices, useTexts } from '../context/services.js';
import type { Say } from '../i18n/texts.js';
import { Button } from '../ui/form/button.tsx';
import { Popover } from '../ui/popover.tsx';
import { Icon } from '../ui/value/icon.tsx';
import { shellTexts } from './texts.js';

const LOOKS = {
  live: { icon: Radio, tone: 'good' },
  connecting: { icon: LoaderCircle, tone: 'neutral' },
  catching_up: { icon: History, tone: 'accent' },
  reloading: { icon: RotateCw, tone: 'accent' },
  offline: { icon: CloudOff, tone: 'bad' },
  restarting: { icon: RotateCw, tone: 'warn' },
} as const;

const BLOCKED = { icon: Radio, tone: 'warn' } as const;

function isBlocked(state: ConnectionState): boolean {
  return state.state === 'live' && state.blocked === true;
}

/** How this page is connected, in a word; the details behind it. */
export function ConnectionPill() {
  const { connection } = useServices();
  const say = useTexts(shellTexts);
  const state = connection.current.value;
  const seconds = useCountdown('retryAt' in state ? state.retryAt : undefined);
  const { icon, tone } = isBlocked(state) ? BLOCKED : LOOKS[state.state];
  return (
    <Popover
      label={say('connection')}
      trigger={
        <span class={`chip ${tone} connection-pill`}>
          <Icon of={icon} />
          <span>{wordsOf(state, seconds, say)}</span>
        </span>
      }
    >
      <ConnectionDetails />
    </Popover>
  );
}

function wordsOf(state: ConnectionState, seconds: number, say: Say<typeof shellTexts>): string {
  switch (state.state) {
    case 'live':
      if (isBlocked(state)) return say('liveBlocked');
      return state.rttMs === undefined ? say('live') : say('liveRtt', { n: Math.max(1, Math.round(state.rttMs)) });
    case 'catching_up':
      return say('catchingUp', { n: state.waiting });
    case 'offline':
      if (state.network === false) return say('noNetwork');
      return say('offline', { n: seconds });
    default:
      return say(state.state);
  }
}

function useCountdown(until: number | undefined): number {
  const { now } = useServices();
  const [, tick] = useState(0);
  useEffect(() => {
    if (until === undefined) return;
    const timer = setInterval(() => tick((count) => count + 1), 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return until === undefined ? 0 : Math.max(0, Math.ceil((until - now()) / 1000));
}

function ConnectionDetails() {
  const { connection, store, clock } = useServices();
  const say = useTexts(shellTexts);
  const formats = useFormats();
  const newest = Math.max(0, ...store.lastEventAt.value.values());
  const current = connection.current.value;
  const { state } = current;
  return (
    <div class="stack">
      <dl class="facts">
        <dt>{say('newestEvent')}</dt>
        <dd>{newest === 0 ? say('noEvent') : formats.age(newest, clock.value)}</dd>
        <dt>{say('seq')}</dt>
        <dd>{formats.number(store.seq.value)}</dd>
        <dt>{say('resyncs')}</dt>
        <dd>{say('resyncCount', { n: connection.resyncs.value })}</dd>
      </dl>
      {state === 'offline' && <p class="small">{say(current.network === false ? 'noNetworkHint' : 'offlineHint')}</p>}
      {isBlocked(current) && <p class="small">{say('blocked', { origin: location.origin })}</p>}
      {(state === 'offline' || state === 'restarting') && (
        <>
          {store.loaded.value && (
            <p class="small dim">{say('asOf', { time: formats.dateTime(Math.max(newest, store.loadedAt.value)) })}</p>
          )}
          <Button onClick={() => connection.retry()}>{say('retryNow')}</Button>
        </>
      )}
    </div>
  );
}
