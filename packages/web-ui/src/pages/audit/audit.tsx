import { Download, History, RefreshCw } from 'lucide';
import { useMemo, useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { useResource } from '../../context/use-resource.js';
import { download, fileName } from '../../files/download.js';
import { Button } from '../../ui/form/button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { Chip, Empty, PageHeader, Skeleton } from '../../ui/layout.tsx';
import { type Column, Table } from '../../ui/table/table.tsx';
import { useMedia } from '../../ui/use-media.js';
import { Icon } from '../../ui/value/icon.tsx';
import {
  type AuditEntry,
  type AuditFilter,
  FACETS,
  facetCounts,
  matchesAudit,
  originOf,
  targetOf,
} from './audit-entries.js';
import { EntryDialog } from './entry-dialog.tsx';
import { auditTexts } from './texts.js';
import './audit.css';

const PAGE = 1_000;

/** Audit log: changes with their user and origin, facets, a search, and all changes of one subject. */
export function AuditPage() {
  const { scope } = useServices();
  const say = useTexts(auditTexts);
  const { query, setQuery } = useHere();
  const { q = '', subject = '', action = '', outcome = '', scheme = '', token_fingerprint = '' } = query;
  const filter: AuditFilter = { text: q, subject, action, outcome, scheme, token_fingerprint };
  const [pages, setPages] = useState(1);
  const [opened, open] = useState<AuditEntry>();
  const list = useResource(({ gateway }) => gateway.call('listAudit', { query: { limit: pages * PAGE } }), {
    inputs: [pages],
  });
  const { value: all, error, loading } = list.current.value;
  const value = useMemo(() => all?.filter(({ central }) => scope.covers(central)), [all, scope.chosen.value]);
  const shown = useMemo(
    () => (value ?? []).filter((entry) => matchesAudit(entry, filter)),
    [value, q, subject, action, outcome, scheme, token_fingerprint],
  );
  const columns = useColumns();
  // For widths between a phone, where rows are cards, and a wide screen. The entry itself shows everything.
  const narrow = useMedia('(min-width: 44.01rem) and (max-width: 75rem)');
  const filtered = Object.values(filter).some((each) => each !== '');
  return (
    <>
      <PageHeader title={say('title')} actions={<Actions shown={shown} onReload={() => void list.reload()} />}>
        {value !== undefined &&
          (filtered ? say('countOf', { n: shown.length, total: value.length }) : say('count', { n: value.length }))}
      </PageHeader>
      <div class="stack">
        <Filters entries={value ?? []} filter={filter} onChange={setQuery} />
        {error !== undefined && <ErrorBox error={error} retry={() => void list.reload()} />}
        {value === undefined && loading && <Skeleton height="3rem" count={8} />}
        {value?.length === 0 && (
          <Empty title={say('none')} icon={History}>
            <p>{say('noneHint')}</p>
          </Empty>
        )}
        {value !== undefined && value.length > 0 && shown.length === 0 && <Empty title={say('noMatch')} />}
        {shown.length > 0 && (
          <Table
            label={say('title')}
            rows={shown}
            columns={narrow ? columns.filter(({ id }) => id !== 'from' && id !== 'change') : columns}
            rowKey={({ id, timestamp }) => `${id ?? timestamp}`}
            sort=""
            onSort={() => {}}
            onOpen={open}
          />
        )}
        {all?.length === pages * PAGE && pages < 10 && (
          <div class="row">
            <Button onClick={() => setPages(pages + 1)}>{say('more')}</Button>
          </div>
        )}
      </div>
      {opened !== undefined && <EntryDialog entry={opened} onClose={() => open(undefined)} />}
    </>
  );
}

function Actions({ shown, onReload }: { readonly shown: readonly AuditEntry[]; readonly onReload: () => void }) {
  const { base, now } = useServices();
  const say = useTexts(auditTexts);
  return (
    <div class="row">
      <Button onClick={onReload}>
        <Icon of={RefreshCw} />
        {say('reload')}
      </Button>
      <a class="button" href={base.at('api/v1/audit?format=csv&limit=10000')} download>
        <Icon of={Download} />
        {say('csv')}
      </a>
      <Button
        onClick={() =>
          download(fileName('audit', now(), 'json'), `${JSON.stringify(shown, null, 2)}\n`, 'application/json')
        }
      >
        {say('json')}
      </Button>
    </div>
  );
}

interface FiltersProps {
  readonly entries: readonly AuditEntry[];
  readonly filter: AuditFilter;
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
}

function Filters({ entries, filter, onChange }: FiltersProps) {
  const say = useTexts(auditTexts);
  const filtered = Object.values(filter).some((each) => each !== '');
  return (
    <div class="card audit-filters">
      <SearchField label={say('search')} value={filter.text} onInput={(q) => onChange({ q })} />
      <div class="row">
        {FACETS.map((facet) => {
          const counts = facetCounts(entries, facet, filter);
          const chosen = filter[facet];
          return (
            <select
              key={facet}
              class="input"
              aria-label={say(facet)}
              value={chosen}
              onChange={(event) => onChange({ [facet]: event.currentTarget.value })}
            >
              <option value="">{`${say(facet)}: ${say('all')}`}</option>
              {chosen !== '' && !counts.some(([value]) => value === chosen) && <option value={chosen}>{chosen}</option>}
              {counts.map(([value, count]) => (
                <option key={value} value={value}>{`${value} (${count})`}</option>
              ))}
            </select>
          );
        })}
        {filtered && (
          <Button
            kind="quiet"
            onClick={() => onChange({ q: '', ...Object.fromEntries(FACETS.map((facet) => [facet, ''])) })}
          >
            {say('reset')}
          </Button>
        )}
      </div>
    </div>
  );
}

function useColumns(): readonly Column<AuditEntry>[] {
  const say = useTexts(auditTexts);
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: 'when',
        title: say('when'),
        width: '13rem',
        cell: ({ timestamp }) => formats.dateTime(Date.parse(timestamp)),
      },
      {
        id: 'subject',
        title: say('subject'),
        width: 'minmax(6rem, 1fr)',
        cell: ({ subject = '—', scheme, token_fingerprint: token, via_user: via, via_user_name: name = via }) => (
          <>
            <span class="private">{subject}</span>
            <span class="small dim audit-line">
              {scheme} {name !== undefined && <span class="private">{name}</span>}
              {token !== undefined && <code class="private">{token.slice(0, 8)}</code>}
            </span>
          </>
        ),
      },
      {
        id: 'action',
        title: say('action'),
        width: 'minmax(9rem, 1.5fr)',
        isTitle: true,
        cell: ({ action, outcome = 'ok' }) => (
          <span class="row">
            <code>{action}</code>
            {outcome !== 'ok' && <Chip tone="bad">{outcome}</Chip>}
          </span>
        ),
      },
      {
        id: 'target',
        title: say('target'),
        width: 'minmax(10rem, 2fr)',
        cell: (entry) => (
          <>
            <span class="private">{targetOf(entry)}</span>
            {entry.note !== undefined && <span class="small dim audit-line private">{entry.note}</span>}
          </>
        ),
      },
      {
        id: 'change',
        title: say('change'),
        width: 'minmax(8rem, 1.5fr)',
        cell: ({ changes = [] }) =>
          changes.slice(0, 2).map((change) => <ChangeLine key={change.parameter} {...change} />),
      },
      {
        id: 'from',
        title: say('from'),
        width: '8rem',
        cell: (entry) => <span class="mono private">{originOf(entry)}</span>,
      },
    ],
    [say, formats],
  );
}

function ChangeLine({ parameter, before, after }: NonNullable<AuditEntry['changes']>[number]) {
  return (
    <span class="mono audit-line">
      <span class="dim">{`${parameter} ${before === undefined ? '' : `${JSON.stringify(before)} `}→ `}</span>
      {JSON.stringify(after) ?? '—'}
    </span>
  );
}
