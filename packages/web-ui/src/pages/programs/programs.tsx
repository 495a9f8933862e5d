import type { ProgramSummary } from '@ccu-gateway/contract/types';
import { ListChecks, Play } from 'lucide';
import { useMemo, useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/form/button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { type Action, useAction } from '../../ui/form/use-action.js';
import { useRefusal } from '../../ui/form/use-permission.js';
import { Chip, PageHeader } from '../../ui/layout.tsx';
import { SearchedTable } from '../../ui/table/searched-table.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { RunDialog } from './run-dialog.tsx';
import { programsTexts } from './texts.js';

const keyOf = ({ central, id }: ProgramSummary) => `${central}/${id}`;
const lastRunOf = ({ last_executed }: ProgramSummary) => (last_executed === undefined ? 0 : Date.parse(last_executed));

/** The programs of all CCUs: run, switch on and off. */
export function ProgramsPage() {
  const { clock } = useServices();
  const say = useTexts(programsTexts);
  const formats = useFormats();
  const { query, setQuery } = useHere();
  const { q = '' } = query;
  const action = useAction();
  const [toRun, setToRun] = useState<ProgramSummary>();
  const list = useResource(({ gateway, scope }) => gateway.call('listPrograms', { query: scope.query() }), {
    refreshOn: ['hub.program_executed', 'hub.program_changed'],
  });
  const { value, at = 0 } = list.current.value;
  const shown = useMemo(() => {
    const wanted = q.toLowerCase();
    return (value ?? []).filter(({ name, description = '' }) =>
      `${name} ${description}`.toLowerCase().includes(wanted),
    );
  }, [value, q]);
  const columns = useColumns({
    action,
    run: setToRun,
    several: new Set(value?.map(({ central }) => central)).size > 1,
  });
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={<SearchField label={say('search')} value={q} onInput={(text) => setQuery({ q: text })} />}
      >
        {value !== undefined &&
          (q === '' ? say('count', { n: value.length }) : say('countOf', { n: shown.length, total: value.length }))}
      </PageHeader>
      {action.error !== undefined && <ErrorBox error={action.error} />}
      <SearchedTable
        label={say('title')}
        list={list}
        shown={shown}
        columns={columns}
        rowKey={keyOf}
        none={{ title: say('none'), hint: say('noneHint'), icon: ListChecks }}
      />
      {value !== undefined && (
        <p class="small dim note">{say('freshness', { age: formats.age(at, Math.max(clock.value, at)) })}</p>
      )}
      {toRun !== undefined && <RunDialog program={toRun} onClose={() => setToRun(undefined)} />}
    </>
  );
}

interface ColumnsDeps {
  readonly action: Action;
  readonly run: (program: ProgramSummary) => void;
  readonly several: boolean;
}

function useColumns({ action, run, several }: ColumnsDeps): readonly Column<ProgramSummary>[] {
  const say = useTexts(programsTexts);
  const formats = useFormats();
  const refusal = useRefusal('operator');
  const { clock } = useServices();
  return [
    {
      id: 'name',
      title: say('name'),
      width: 'minmax(14rem, 3fr)',
      isTitle: true,
      compare: (a, b) => formats.compare(a.name, b.name),
      cell: (program) => <ProgramName program={program} />,
    },
    ...(several
      ? [
          {
            id: 'ccu',
            title: say('ccu'),
            width: 'minmax(6rem, 1fr)',
            compare: (a: ProgramSummary, b: ProgramSummary) => formats.compare(a.central, b.central),
            cell: ({ central }: ProgramSummary) => <span class="private dim">{central}</span>,
          },
        ]
      : []),
    {
      id: 'last',
      title: say('lastRun'),
      width: '9rem',
      compare: (a, b) => lastRunOf(b) - lastRunOf(a),
      isUnknown: (program) => lastRunOf(program) === 0,
      cell: (program) => {
        const at = lastRunOf(program);
        return <span class="dim">{at === 0 ? say('never') : formats.age(at, Math.max(clock.value, at))}</span>;
      },
    },
    {
      id: 'active',
      title: say('active'),
      width: '6rem',
      compare: (a, b) => Number(b.active) - Number(a.active),
      cell: (program) => <ActiveSwitch program={program} action={action} />,
    },
    {
      id: 'run',
      title: say('actions'),
      hiddenTitle: true,
      width: '9rem',
      align: 'end',
      cell: (program) => (
        <Button disabledReason={refusal} onClick={() => run(program)}>
          <Icon of={Play} />
          <span aria-hidden="true">{say('run')}</span>
          <span class="visually-hidden">{say('runNamed', { name: program.name })}</span>
        </Button>
      ),
    },
  ];
}

function ProgramName({ program: { name, description, is_internal } }: { readonly program: ProgramSummary }) {
  const say = useTexts(programsTexts);
  return (
    <>
      <span class="private">{name}</span> {is_internal && <Chip>{say('internal')}</Chip>}
      {description !== undefined && description !== '' && (
        <span class="private dim small cell-second">{description}</span>
      )}
    </>
  );
}

function ActiveSwitch({ program, action }: { readonly program: ProgramSummary; readonly action: Action }) {
  const { gateway, announce } = useServices();
  const say = useTexts(programsTexts);
  const { id, central, name, active } = program;
  const toggle = () =>
    action.run(async () => {
      const { executed } = await gateway.call('patchProgram', {
        path: { id },
        query: { central },
        body: { active: active !== true },
      });
      announce(say(executed === true ? 'switchedRan' : 'switched', { name }));
    });
  return (
    <Switch
      on={active === true}
      label={`${say('active')}: ${name}`}
      disabledReason={useRefusal('operator')}
      hint={active === true ? undefined : say('activates')}
      onToggle={() => void toggle()}
    />
  );
}
