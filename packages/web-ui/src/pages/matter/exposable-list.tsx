import { useMemo } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { useResource } from '../../context/use-resource.js';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { useRefusal } from '../../ui/form/use-permission.js';
import { Card, Empty } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { type Column, Table } from '../../ui/table/table.tsx';
import { isFound, type Thing, thingOf } from './matter-data.js';
import { isKnownRemark, remarkTexts } from './remark-texts.js';
import { matterTexts } from './texts.js';
import { isKnownType, typeTexts } from './type-texts.js';

/** Devices that the bridge exposes or could expose, with the reasons against it. */
export function ExposableList({ onChange }: { readonly onChange: () => Promise<void> }) {
  const say = useTexts(matterTexts);
  const { query, setQuery } = useHere();
  const { q = '', sort = 'name' } = query;
  const { announce, gateway } = useServices();
  const action = useAction();
  const things = useResource(async ({ gateway }) => (await gateway.call('listMatterExposable')).items.map(thingOf));
  const columns = useColumns((thing, change) =>
    action.run(async () => {
      await gateway.call('setMatterExposable', { body: thing.update(change) });
      announce(say('saved', { name: thing.name }));
      await Promise.all([things.reload(), onChange()]);
    }),
  );
  return (
    <Card
      title={say('things')}
      class="matter-things"
      aside={<SearchField label={say('search')} value={q} onInput={(text) => setQuery({ q: text })} />}
    >
      {action.error !== undefined && <ErrorBox error={action.error} />}
      <Loaded of={things}>
        {(list) => (
          <Things list={list} q={q} columns={columns} sort={sort} onSort={(next) => setQuery({ sort: next })} />
        )}
      </Loaded>
    </Card>
  );
}

interface ThingsProps {
  readonly list: readonly Thing[];
  readonly q: string;
  readonly columns: readonly Column<Thing>[];
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}

function Things({ list, q, columns, sort, onSort }: ThingsProps) {
  const say = useTexts(matterTexts);
  const shown = useMemo(() => list.filter((thing) => isFound(thing, q)), [list, q]);
  if (list.length === 0) {
    return (
      <Empty title={say('noThings')}>
        <p>{say('noThingsHint')}</p>
      </Empty>
    );
  }
  return (
    <>
      <p class="small dim">
        {say('thingsOf', { n: list.filter(({ isExposed }) => isExposed).length, total: list.length })}
      </p>
      <Table label={say('things')} rows={shown} columns={columns} rowKey={({ id }) => id} sort={sort} onSort={onSort} />
    </>
  );
}

type Change = Parameters<Thing['update']>[0];

function useColumns(change: (thing: Thing, to: Change) => Promise<unknown>): readonly Column<Thing>[] {
  const say = useTexts(matterTexts);
  const remarkOf = useRemarks();
  const nameOf = useTypeNames();
  const formats = useFormats();
  const refusal = useRefusal('admin');
  return [
    {
      id: 'name',
      title: say('name'),
      width: 'minmax(12rem, 2fr)',
      isTitle: true,
      compare: (a, b) => formats.compare(a.name, b.name),
      cell: ({ name, address, room }) => (
        <>
          <span class="private">{name}</span>{' '}
          <span class="private small dim">{[room, address].filter(Boolean).join(' · ')}</span>
        </>
      ),
    },
    {
      id: 'type',
      title: say('type'),
      width: 'minmax(8rem, 1fr)',
      compare: (a, b) => formats.compare(nameOf(a.type), nameOf(b.type)),
      cell: (thing) =>
        thing.kind === undefined ? (
          <span class="dim">{nameOf(thing.type)}</span>
        ) : (
          <KindChoice thing={thing} onChoose={(kind) => void change(thing, { kind })} />
        ),
    },
    {
      id: 'reason',
      title: say('reason'),
      width: 'minmax(10rem, 2fr)',
      cell: (thing) => <span class="small dim">{remarkOf(thing)}</span>,
    },
    {
      id: 'shown',
      title: say('shown'),
      width: '6rem',
      compare: (a, b) => Number(b.isExposed) - Number(a.isExposed),
      cell: (thing) => (
        <Switch
          on={thing.isExposed}
          label={`${say('shown')}: ${thing.name}`}
          disabledReason={refusal ?? (thing.canBeShown ? undefined : say('cannot', { reason: remarkOf(thing) }))}
          onToggle={() => void change(thing, { enabled: !thing.isExposed })}
        />
      ),
    },
  ];
}

/** A switch is shown as a plug or as a light, which the apps of a home treat differently. */
function KindChoice({ thing, onChoose }: { readonly thing: Thing; readonly onChoose: (kind: Kind) => void }) {
  const say = useTexts(matterTexts);
  const refusal = useRefusal('admin');
  return (
    <select
      class="input"
      aria-label={say('kindOf', { name: thing.name })}
      disabled={refusal !== undefined}
      title={refusal}
      value={thing.kind}
      onChange={(event) => onChoose(event.currentTarget.value === 'light' ? 'light' : 'plug')}
    >
      {KINDS.map((kind) => (
        <option key={kind} value={kind}>
          {say(kind)}
        </option>
      ))}
    </select>
  );
}

const KINDS = ['plug', 'light'] as const;
type Kind = (typeof KINDS)[number];

/** Names device types; one that is not known keeps the name that Matter has for it. */
function useTypeNames(): (type: string) => string {
  const say = useTexts(typeTexts);
  return (type) => (isKnownType(type) ? say(type) : type);
}

/** Returns the reason why a thing is not exposed, the parts left out, or the reason why it must be chosen. */
function useRemarks(): (thing: Thing) => string {
  const say = useTexts(remarkTexts);
  return ({ reason, heldBack, isExposed }) => {
    if (reason !== undefined) {
      return isKnownRemark(reason.code) ? say(reason.code, { parts: reason.leftOut.join(', ') }) : reason.text;
    }
    return heldBack !== undefined && !isExposed && isKnownRemark(heldBack) ? say(heldBack) : '';
  };
}
