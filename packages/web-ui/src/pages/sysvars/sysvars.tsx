import type { SysvarSummary } from '@ccu-gateway/contract/types';
import { Pencil, Plus, RefreshCw, Variable } from 'lucide';
import { useMemo, useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/form/button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { useRefusal } from '../../ui/form/use-permission.js';
import { Chip, PageHeader } from '../../ui/layout.tsx';
import { SearchedTable } from '../../ui/table/searched-table.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { labelOf } from './labels.js';
import { sysvarsTexts } from './texts.js';
import { ValueEditor } from './value-editor.tsx';

const keyOf = ({ central, name }: SysvarSummary) => `${central}/${name}`;
const readAtOf = ({ last_seen_at }: SysvarSummary) => (last_seen_at === undefined ? 0 : Date.parse(last_seen_at));

/** The system variables of all CCUs: read, set, made, changed, deleted. */
export function SysvarsPage() {
  const { language } = useServices();
  const say = useTexts(sysvarsTexts);
  const { query, setQuery } = useHere();
  const { q = '' } = query;
  const locale = language.current.value;
  const [edited, edit] = useState<SysvarSummary | 'new'>();
  const list = useResource(
    ({ gateway, scope }) => gateway.call('listSysvars', { query: { ...scope.query(), locale } }),
    {
      refreshOn: ['hub.sysvar_changed'],
      inputs: [locale],
    },
  );
  const { value } = list.current.value;
  const shown = useMemo(() => {
    const wanted = q.toLowerCase();
    return (value ?? []).filter((each) =>
      `${labelOf(each)} ${each.name} ${each.description ?? ''}`.toLowerCase().includes(wanted),
    );
  }, [value, q]);
  const columns = useColumns({ edit, several: new Set(value?.map(({ central }) => central)).size > 1 });
  const close = () => {
    edit(undefined);
    void list.reload();
  };
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <>
            <SearchField label={say('search')} value={q} onInput={(text) => setQuery({ q: text })} />
            <Button kind="primary" disabledReason={useRefusal('operator')} onClick={() => edit('new')}>
              <Icon of={Plus} />
              {say('create')}
            </Button>
          </>
        }
      >
        {value !== undefined &&
          (q === '' ? say('count', { n: value.length }) : say('countOf', { n: shown.length, total: value.length }))}
      </PageHeader>
      <SearchedTable
        label={say('title')}
        list={list}
        shown={shown}
        columns={columns}
        rowKey={keyOf}
        none={{ title: say('none'), hint: say('noneHint'), icon: Variable }}
      />
      {value !== undefined && value.length > 0 && <Freshness sysvars={value} onRead={() => void list.reload()} />}
      {edited !== undefined && <EditDialog sysvar={edited === 'new' ? undefined : edited} onClose={close} />}
    </>
  );
}

/** When the variables were read, and reading them now: the CCU does not push their changes. */
function Freshness({ sysvars, onRead }: { readonly sysvars: readonly SysvarSummary[]; readonly onRead: () => void }) {
  const { gateway, clock } = useServices();
  const say = useTexts(sysvarsTexts);
  const formats = useFormats();
  const action = useAction();
  const newest = Math.max(...sysvars.map(readAtOf));
  const read = async () => {
    if (await action.run(() => gateway.call('fetchSysvars'))) onRead();
  };
  return (
    <>
      <div class="row small dim note">
        <span class="grow">
          {say('freshness', { age: newest === 0 ? say('never') : formats.age(newest, Math.max(clock.value, newest)) })}
        </span>
        <Button kind="quiet" disabledReason={useRefusal('operator')} onClick={() => void read()}>
          <Icon of={RefreshCw} />
          {say('refresh')}
        </Button>
      </div>
      {action.error !== undefined && <ErrorBox error={action.error} />}
    </>
  );
}

interface ColumnsDeps {
  readonly edit: (sysvar: SysvarSummary) => void;
  readonly several: boolean;
}

function useColumns({ edit, several }: ColumnsDeps): readonly Column<SysvarSummary>[] {
  const say = useTexts(sysvarsTexts);
  const formats = useFormats();
  const refusal = useRefusal('operator');
  return [
    {
      id: 'name',
      title: say('name'),
      width: 'minmax(13rem, 2.5fr)',
      isTitle: true,
      compare: (a, b) => formats.compare(labelOf(a), labelOf(b)),
      cell: (sysvar) => <SysvarName sysvar={sysvar} />,
    },
    {
      id: 'value',
      title: say('value'),
      width: 'minmax(13rem, 2fr)',
      cell: (sysvar) => <ValueEditor key={keyOf(sysvar)} sysvar={sysvar} />,
    },
    {
      id: 'type',
      title: say('type'),
      width: 'minmax(7rem, 0.8fr)',
      compare: (a, b) => formats.compare(say(a.value_type), say(b.value_type)),
      cell: ({ value_type }) => <span class="dim">{say(value_type)}</span>,
    },
    ...(several
      ? [
          {
            id: 'ccu',
            title: say('ccu'),
            width: 'minmax(5rem, 0.8fr)',
            compare: (a: SysvarSummary, b: SysvarSummary) => formats.compare(a.central, b.central),
            cell: ({ central }: SysvarSummary) => <span class="private dim">{central}</span>,
          },
        ]
      : []),
    {
      id: 'edit',
      title: say('actions'),
      hiddenTitle: true,
      width: '3.5rem',
      align: 'end',
      cell: (sysvar) => (
        <Button
          kind="quiet"
          label={say('more', { name: labelOf(sysvar) })}
          disabledReason={refusal}
          onClick={() => edit(sysvar)}
        >
          <Icon of={Pencil} />
        </Button>
      ),
    },
  ];
}

function SysvarName({ sysvar }: { readonly sysvar: SysvarSummary }) {
  const say = useTexts(sysvarsTexts);
  const description = sysvar.translated_description ?? sysvar.description ?? '';
  return (
    <>
      <span class="private">{labelOf(sysvar)}</span> {sysvar.is_internal && <Chip>{say('internal')}</Chip>}
      {description !== '' && <span class="private dim small cell-second">{description}</span>}
    </>
  );
}
