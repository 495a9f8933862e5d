import { SearchX } from 'lucide';
import { useMemo } from 'preact/hooks';
import type { Services } from '../../context/services.js';
import { useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/form/button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { Chip, Empty, PageHeader, Skeleton } from '../../ui/layout.tsx';
import { type ApiDocument, type Catalogue, type Entry, entriesOf, find } from './document.js';
import { RestDetail } from './rest-detail.tsx';
import { SocketDetail } from './socket-detail.tsx';
import { apiTexts } from './texts.js';
import './api-reference.css';

const KINDS = ['', 'rest', 'ws'] as const;
const ROLES = ['', 'public', 'viewer', 'operator', 'admin'] as const;

/** Both documents of this very gateway. */
async function readBoth({ gateway }: Services) {
  const [openapi, catalogue] = await Promise.all([
    gateway.request('getOpenApi').then((answer) => answer.json() as Promise<ApiDocument>),
    gateway.request('getWsCatalogue').then((answer) => answer.json() as Promise<Catalogue & { version?: string }>),
  ]);
  const schemas = { ...catalogue.schemas, ...openapi.components?.schemas };
  return { entries: entriesOf(openapi, catalogue), schemas, version: catalogue.version ?? '' };
}

/** Every call, command and event of the API: to read, to search, to try, and to copy into a shell or a program. */
export function ApiReferencePage() {
  const say = useTexts(apiTexts);
  const { query, setQuery } = useHere();
  const { q = '', kind = '', access = '', open = '' } = query;
  const documents = useResource(readBoth);
  const { value, error } = documents.current.value;
  const shown = useMemo(() => find(value?.entries ?? [], { q, kind, access }), [value, q, kind, access]);
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={<SearchField label={say('search')} value={q} onInput={(text) => setQuery({ q: text })} />}
      >
        {value !== undefined && say('intro', { version: value.version, n: value.entries.length })}
      </PageHeader>
      <div class="api-filters row">
        <Choice
          label={say('kind')}
          values={KINDS}
          chosen={kind}
          text={(each) => (each === '' ? say('all') : say(each))}
          onChoose={(each) => setQuery({ kind: each })}
        />
        <Choice
          label={say('role')}
          values={ROLES}
          chosen={access}
          text={(each) => (each === '' ? say('anyRole') : say(each))}
          onChoose={(each) => setQuery({ access: each })}
        />
        {value !== undefined && <span class="small dim">{say('found', { n: shown.length })}</span>}
      </div>
      {error !== undefined && <ErrorBox error={error} retry={() => void documents.reload()} />}
      {value === undefined && error === undefined && <Skeleton height="2.75rem" count={8} />}
      {value !== undefined && shown.length === 0 && (
        <Empty title={say('noMatch')} icon={SearchX}>
          <Button onClick={() => setQuery({ q: '', kind: '', access: '' })}>{say('clear')}</Button>
        </Empty>
      )}
      {value !== undefined && (
        <Groups entries={shown} open={open} schemas={value.schemas} onOpen={(id) => setQuery({ open: id })} />
      )}
    </>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly values: readonly T[];
  readonly chosen: string;
  readonly text: (value: T) => string;
  readonly onChoose: (value: T) => void;
}

function Choice<T extends string>({ label, values, chosen, text, onChoose }: ChoiceProps<T>) {
  return (
    <label class="row small">
      {label}
      <select class="input" value={chosen} onChange={({ currentTarget }) => onChoose(currentTarget.value as T)}>
        {values.map((each) => (
          <option key={each} value={each}>
            {text(each)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface GroupsProps {
  readonly entries: readonly Entry[];
  readonly open: string;
  readonly schemas: Parameters<typeof RestDetail>[0]['schemas'];
  readonly onOpen: (id: string) => void;
}

function Groups({ entries, open, schemas, onOpen }: GroupsProps) {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  return (
    <>
      {[...groups].map(([group, members]) => (
        <section key={group} class="api-group">
          <h2>{group}</h2>
          <ul class="card">
            {members.map((entry) => (
              <li key={entry.id} class={entry.id === open ? 'open' : ''}>
                <EntryRow
                  entry={entry}
                  isOpen={entry.id === open}
                  onToggle={() => onOpen(entry.id === open ? '' : entry.id)}
                />
                {entry.id === open &&
                  (entry.kind === 'rest' ? (
                    <RestDetail key={entry.id} entry={entry} schemas={schemas} />
                  ) : (
                    <SocketDetail entry={entry} schemas={schemas} />
                  ))}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function EntryRow({
  entry,
  isOpen,
  onToggle,
}: {
  readonly entry: Entry;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}) {
  const say = useTexts(apiTexts);
  const isRest = entry.kind === 'rest';
  return (
    <button type="button" class="api-entry" aria-expanded={isOpen} onClick={onToggle}>
      <span class={`api-method ${isRest ? entry.method.toLowerCase() : entry.kind}`}>
        {isRest ? entry.method : say(entry.kind)}
      </span>
      <code>{isRest ? entry.path : entry.name}</code>
      <span class="dim small api-summary">{entry.summary}</span>
      {isRest && entry.isDeprecated && <Chip tone="warn">{say('deprecated')}</Chip>}
      {entry.kind !== 'broadcast' && <RoleChip access={entry.access} />}
    </button>
  );
}

const ROLE_TEXTS = ['public', 'viewer', 'operator', 'admin'] as const;

function RoleChip({ access }: { readonly access: string }) {
  const say = useTexts(apiTexts);
  const known = ROLE_TEXTS.find((each) => each === access);
  return <Chip tone={access === 'admin' ? 'accent' : 'neutral'}>{known === undefined ? access : say(known)}</Chip>;
}
