import { FileText, LifeBuoy, Pause, Play, SlidersHorizontal } from 'lucide';
import { useMemo, useRef, useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { Button } from '../../ui/form/button.tsx';
import { CopyButton } from '../../ui/form/copy-button.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { Chip, Empty, PageHeader, Skeleton, type Tone } from '../../ui/layout.tsx';
import { type Column, Table } from '../../ui/table/table.tsx';
import { useScrolledPast } from '../../ui/table/use-scrolled-past.js';
import { Icon } from '../../ui/value/icon.tsx';
import { Preformatted } from '../../ui/value/preformatted.tsx';
import { BundleDialog } from './bundle-dialog.tsx';
import { LevelDialog } from './level-dialog.tsx';
import { LEVELS, type LogFilter, type LogLine, type LogRow, loggersOf, matchesLog, rowsOf } from './log-lines.js';
import { logTexts } from './texts.js';
import { useLog } from './use-log.js';
import './logs.css';

/** Live log: filters, repeats as one row, levels, and the bundle for support. */
export function LogsPage() {
  const say = useTexts(logTexts);
  const { query, setQuery } = useHere();
  const { q = '', logger = '', repeats = '', paused = '' } = query;
  const level = LEVELS.find((each) => each === query.level) ?? 'debug';
  const filter: LogFilter = { text: q, level, logger };
  const log = useLog();
  const [dialog, show] = useState<'levels' | 'bundle' | LogLine | undefined>();
  const lines = useHeld(log.lines.value, paused === '1');
  const matching = useMemo(
    () => lines.shown.filter((line) => matchesLog(line, filter)),
    [lines.shown, q, level, logger],
  );
  const rows = useMemo(() => rowsOf(matching, repeats !== 'all'), [matching, repeats]);
  const around = useRef<HTMLDivElement>(null);
  useScrolledPast(around, () => paused !== '1' && setQuery({ paused: '1' }));
  const toggle = () => {
    if (paused === '1') scrollTo({ top: 0 });
    setQuery({ paused: paused === '1' ? '' : '1' });
  };
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <div class="row">
            <PauseButton paused={paused === '1'} waiting={lines.waiting} onClick={toggle} />
            <Button onClick={() => show('levels')}>
              <Icon of={SlidersHorizontal} />
              {say('levels')}
            </Button>
            <DownloadLink />
            <Button onClick={() => show('bundle')}>
              <Icon of={LifeBuoy} />
              {say('bundle')}
            </Button>
          </div>
        }
      >
        {say('about')}
      </PageHeader>
      <div class="stack">
        <div class="card log-filters">
          <SearchField label={say('search')} value={q} onInput={(text) => setQuery({ q: text })} />
          <Choices filter={filter} lines={log.lines.value} collapsed={repeats !== 'all'} onChange={setQuery} />
          <div class="row small">
            <Chip tone={log.live.value ? 'good' : 'warn'}>{say(log.live.value ? 'live' : 'notLive')}</Chip>
            <span class="dim">{say('count', { n: matching.length, total: lines.shown.length })}</span>
            {log.missed.value > 0 && <Chip tone="bad">{say('missed', { n: log.missed.value })}</Chip>}
          </div>
        </div>
        {log.error.value !== undefined && <ErrorBox error={log.error.value} />}
        {!log.loaded.value && log.error.value === undefined && <Skeleton height="2.5rem" count={8} />}
        {log.loaded.value && rows.length === 0 && <NoLines filtered={lines.shown.length > 0} />}
        <div ref={around} class="log-table">
          {rows.length > 0 && <LogTable rows={rows} onOpen={show} />}
        </div>
      </div>
      {dialog === 'levels' && <LevelDialog loggers={loggersOf(log.lines.value)} onClose={() => show(undefined)} />}
      {dialog === 'bundle' && <BundleDialog onClose={() => show(undefined)} />}
      {typeof dialog === 'object' && <LineDialog line={dialog} onClose={() => show(undefined)} onChange={setQuery} />}
    </>
  );
}

/** While held, the shown lines stay and new ones are counted. */
function useHeld(lines: readonly LogLine[], held: boolean) {
  const kept = useRef<readonly LogLine[] | undefined>(undefined);
  if (!held || (kept.current?.length ?? 0) === 0) kept.current = lines;
  const shown = kept.current ?? lines;
  const last = shown.at(-1)?.seq ?? -1;
  return { shown, waiting: held ? lines.filter(({ seq }) => seq > last).length : 0 };
}

interface PauseButtonProps {
  readonly paused: boolean;
  /** Number of lines that came since. */
  readonly waiting: number;
  readonly onClick: () => void;
}

function PauseButton({ paused, waiting, onClick }: PauseButtonProps) {
  const say = useTexts(logTexts);
  if (!paused) {
    return (
      <Button onClick={onClick}>
        <Icon of={Pause} />
        {say('pause')}
      </Button>
    );
  }
  return (
    <Button kind="primary" onClick={onClick}>
      <Icon of={Play} />
      {waiting > 0 ? say('resumeCount', { n: waiting }) : say('resume')}
    </Button>
  );
}

/** `filtered`: there are lines, and none matches. */
function NoLines({ filtered }: { readonly filtered: boolean }) {
  const say = useTexts(logTexts);
  return (
    <Empty title={say(filtered ? 'noMatch' : 'none')} icon={FileText}>
      {!filtered && <p>{say('noneHint')}</p>}
    </Empty>
  );
}

function DownloadLink() {
  const { base } = useServices();
  const say = useTexts(logTexts);
  return (
    <a class="button" href={base.at('api/v1/diagnostics/logs?format=ndjson&download=1&limit=1000')} download>
      {say('download')}
    </a>
  );
}

interface ChoicesProps {
  readonly filter: LogFilter;
  readonly lines: readonly LogLine[];
  readonly collapsed: boolean;
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
}

function Choices({ filter, lines, collapsed, onChange }: ChoicesProps) {
  const say = useTexts(logTexts);
  const known = useMemo(() => loggersOf(lines), [lines]);
  const loggers = filter.logger === '' || known.includes(filter.logger) ? known : [filter.logger, ...known];
  return (
    <div class="row">
      <select
        class="input"
        aria-label={say('level')}
        value={filter.level}
        onChange={(event) =>
          onChange({ level: event.currentTarget.value === 'debug' ? '' : event.currentTarget.value })
        }
      >
        {LEVELS.map((each) => (
          <option key={each} value={each}>
            {say('andAbove', { level: each })}
          </option>
        ))}
      </select>
      <select
        class="input"
        aria-label={say('logger')}
        value={filter.logger}
        onChange={(event) => onChange({ logger: event.currentTarget.value })}
      >
        <option value="">{`${say('logger')}: ${say('all')}`}</option>
        {loggers.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <label class="chip">
        <input
          type="checkbox"
          checked={collapsed}
          onChange={(event) => onChange({ repeats: event.currentTarget.checked ? '' : 'all' })}
        />
        {say('collapse')}
      </label>
    </div>
  );
}

const TONES: Readonly<Record<string, Tone>> = { warn: 'warn', error: 'bad', info: 'accent' };

function LogTable({ rows, onOpen }: { readonly rows: readonly LogRow[]; readonly onOpen: (line: LogLine) => void }) {
  const say = useTexts(logTexts);
  const formats = useFormats();
  const columns = useMemo<readonly Column<LogRow>[]>(
    () => [
      {
        id: 'time',
        title: say('time'),
        width: '11.5rem',
        cell: ({ line }) => <span class="small">{formats.dateTime(Date.parse(line.time))}</span>,
      },
      {
        id: 'level',
        title: say('level'),
        width: '5rem',
        cell: ({ line: { level } }) => <Chip tone={TONES[level] ?? 'neutral'}>{level}</Chip>,
      },
      {
        id: 'logger',
        title: say('logger'),
        width: 'minmax(6rem, 10rem)',
        cell: ({ line }) => <span class="mono">{line.logger ?? '—'}</span>,
      },
      {
        id: 'message',
        title: say('message'),
        width: 'minmax(12rem, 1fr)',
        isTitle: true,
        cell: ({ line: { msg, attrs }, times }) => (
          <span class="log-message private">
            {times > 1 && <Chip>{say('times', { n: times })}</Chip>} {msg}
            {attrs !== undefined && <span class="mono dim small"> {JSON.stringify(attrs)}</span>}
          </span>
        ),
      },
    ],
    [say, formats],
  );
  return (
    <Table
      label={say('title')}
      rows={rows}
      columns={columns}
      rowKey={({ line }) => String(line.seq)}
      sort=""
      onSort={() => {}}
      onOpen={({ line }) => onOpen(line)}
      rowHeight={45}
    />
  );
}

interface LineDialogProps {
  readonly line: LogLine;
  readonly onClose: () => void;
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
}

function LineDialog({ line, onClose, onChange }: LineDialogProps) {
  const say = useTexts(logTexts);
  const { logger, attrs = {} } = line;
  const request = attrs.request_id ?? attrs.requestId;
  const filter = (change: Readonly<Record<string, string>>) => {
    onChange(change);
    onClose();
  };
  return (
    <Dialog title={say('line', { seq: String(line.seq) })} onClose={onClose}>
      <div class="stack">
        <Preformatted class="code-block mono private">{JSON.stringify(line, null, 2)}</Preformatted>
        <div class="row">
          {typeof request === 'string' && (
            <Button onClick={() => filter({ q: request, level: '', logger: '' })}>{say('sameRequest')}</Button>
          )}
          {logger !== undefined && <Button onClick={() => filter({ logger })}>{say('sameLogger')}</Button>}
          <CopyButton label={say('copy')} text={() => JSON.stringify(line, null, 2)} />
        </div>
      </div>
    </Dialog>
  );
}
