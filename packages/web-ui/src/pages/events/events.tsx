import { Download, Eraser, Minus, Pause, Play, Radio } from 'lucide';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { download, fileName } from '../../files/download.js';
import { Button } from '../../ui/form/button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { Empty, PageHeader, Skeleton } from '../../ui/layout.tsx';
import { useScrolledPast } from '../../ui/table/use-scrolled-past.js';
import { Icon } from '../../ui/value/icon.tsx';
import { EventDetail } from './event-detail.tsx';
import { ndjsonOf } from './event-export.js';
import { EventFilters } from './event-filters.tsx';
import type { EventSession } from './event-session.js';
import { type EventSettings, queryOf, settingsOf } from './event-settings.js';
import { EventStatus } from './event-status.tsx';
import { EventTable } from './event-table.tsx';
import { eventTexts } from './texts.js';
import { useEventSession } from './use-session.js';
import './events.css';

/** Event inspector: filters events before it stores them, pauses without loss, and shows gaps. */
export function EventsPage() {
  const { store } = useServices();
  const say = useTexts(eventTexts);
  if (!store.loaded.value) {
    return (
      <>
        <PageHeader title={say('title')} />
        <Skeleton height="3rem" count={6} />
      </>
    );
  }
  return <Inspector />;
}

function Inspector() {
  const say = useTexts(eventTexts);
  const { query, setQuery } = useHere();
  const central = useServices().scope.chosen.value ?? query.central ?? '';
  const settings = useMemo(() => settingsOf({ ...query, central }), [JSON.stringify(query), central]);
  const session = useEventSession(settings);
  const rows = session.rows.value;
  const { error, reason } = session.status.value;
  const around = useRef<HTMLDivElement>(null);
  const change = (next: Partial<EventSettings>) => setQuery(queryOf(next));
  const { open } = settings;
  const opened = useMemo(
    () =>
      open === undefined
        ? undefined
        : rows.flatMap((item) => (item.item === 'event' && item.seq === open ? [item] : []))[0],
    [rows, open],
  );
  useScrolledPast(around, () => !settings.paused && change({ paused: true }));
  return (
    <div class="events">
      <PageHeader title={say('title')} actions={<Actions session={session} settings={settings} onChange={change} />}>
        {say('about')}
      </PageHeader>
      <div class="card stack">
        <EventFilters settings={settings} onChange={change} />
        <EventStatus session={session} settings={settings} onChange={change} />
      </div>
      {error !== undefined && <ErrorBox error={error} />}
      {reason !== undefined && <p class="small dim">{reason}</p>}
      <div class={`event-columns${open === undefined ? '' : ' with-detail'}`}>
        <div ref={around} class="event-main">
          {rows.length === 0 ? (
            <Nothing session={session} />
          ) : (
            <EventTable
              rows={rows}
              utc={settings.utc}
              open={open}
              onOpen={({ seq }) => change({ open: seq, paused: true })}
              onRewind={(since) => change({ since, open: undefined })}
            />
          )}
        </div>
        {open !== undefined && <EventDetail seq={open} item={opened} utc={settings.utc} onChange={change} />}
      </div>
    </div>
  );
}

interface ActionsProps {
  readonly session: EventSession;
  readonly settings: EventSettings;
  readonly onChange: (change: Partial<EventSettings>) => void;
}

function Actions({ session, settings, onChange }: ActionsProps) {
  const { now } = useServices();
  const say = useTexts(eventTexts);
  const { waiting } = session.counts.value;
  const { paused } = settings;
  const toggle = () => {
    if (paused) scrollTo({ top: 0 });
    onChange(paused ? { paused: false, open: undefined } : { paused: true });
  };
  useKeys({ p: toggle, c: () => session.clear() });
  const save = () => download(fileName('events', now(), 'ndjson'), ndjsonOf(session.all()), 'application/x-ndjson');
  return (
    <div class="row event-actions" title={say('keys')}>
      <Button kind={paused ? 'primary' : undefined} onClick={toggle}>
        <Icon of={paused ? Play : Pause} />
        {paused ? (waiting > 0 ? say('resumeCount', { n: waiting }) : say('resume')) : say('pause')}
      </Button>
      <Button onClick={() => session.clear()}>
        <Icon of={Eraser} />
        {say('clear')}
      </Button>
      <Button onClick={() => session.mark()}>
        <Icon of={Minus} />
        {say('mark')}
      </Button>
      <Button onClick={save}>
        <Icon of={Download} />
        {say('export')}
      </Button>
      <PauseNote session={session} paused={paused} />
    </div>
  );
}

const NOTE_EVERY_MS = 5_000;

/** Status for users of a screen reader, at a rate that they can follow. */
function PauseNote({ session, paused }: { readonly session: EventSession; readonly paused: boolean }) {
  const say = useTexts(eventTexts);
  const [told, tell] = useState<number | undefined>();
  useEffect(() => {
    if (!paused) return tell(undefined);
    tell(session.counts.peek().waiting);
    const timer = setInterval(() => tell(session.counts.peek().waiting), NOTE_EVERY_MS);
    return () => clearInterval(timer);
  }, [paused]);
  return (
    <span class="visually-hidden" aria-live="polite">
      {told !== undefined && say('pausedNote', { n: told })}
    </span>
  );
}

/** Keys without a modifier, where nothing is typed. */
function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if ((event.target as HTMLElement).closest('input, textarea, select, [contenteditable]')) return;
      const run = latest.current[event.key];
      if (run === undefined) return;
      event.preventDefault();
      run();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

function Nothing({ session }: { readonly session: EventSession }) {
  const { clock, session: account, base } = useServices();
  const say = useTexts(eventTexts);
  const formats = useFormats();
  const { lastAt } = session.status.value;
  return (
    <Empty title={say('nothing')} icon={Radio}>
      {lastAt !== undefined && <p>{say('nothingLast', { age: formats.age(lastAt, clock.value) })}</p>}
      <p>{say('nothingHint')}</p>
      {account.may('admin') && (
        <a class="button" href={base.at('centrals')}>
          {say('sendTest')}
        </a>
      )}
    </Empty>
  );
}
