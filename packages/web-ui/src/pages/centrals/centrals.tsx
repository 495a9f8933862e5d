import { Router } from 'lucide';
import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { useResource } from '../../context/use-resource.js';
import { COURSE_POINTS, DAY_MS } from '../../history/course.js';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Empty, PageHeader } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { CentralCard } from './central-card.tsx';
import { type CcuFacts, type CcuSources, ccusOf } from './central-facts.js';
import { CentralForm } from './central-form.tsx';
import { type CentralDraft, draftOf, EMPTY_DRAFT } from './central-form-data.js';
import { Discovered } from './discovered.tsx';
import { FileNotice } from './file-notice.tsx';
import { type InterfaceCourse, interfaceCourses } from './interface-courses.js';
import { type Interruptions, interruptionsOf } from './interruptions.js';
import { LoopTestSteps } from './loop-test.tsx';
import { centralsTexts } from './texts.js';
import '../tokens/tokens.css';
import './centrals.css';

/** The CCUs: their connections, their problems and the remedies. */
export function CentralsPage() {
  const { base } = useServices();
  const say = useTexts(centralsTexts);
  const { query, setQuery } = useHere();
  const [adding, setAdding] = useState<CentralDraft>();
  const ccus = useCcus();
  const courses = useCourses();
  const interruptions = useInterruptions();
  const reload = () => void ccus.reload();
  const found = ccus.current.value.value;
  const facts = useFacts(found);
  const edited = facts.find(({ name }) => name === query.edit);
  const closeEdit = () => setQuery({ edit: '' });
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <Button kind="primary" onClick={() => setAdding(EMPTY_DRAFT)}>
            {say('add')}
          </Button>
        }
      >
        {say('intro')}
      </PageHeader>
      <FileNotice onChanged={reload} />
      <div class="ccus">
        <Loaded of={ccus} height="14rem" count={1}>
          {() =>
            facts.length === 0 ? (
              <Empty title={say('none')} icon={Router}>
                <p>{say('noneHint')}</p>
                <a class="button primary" href={base.at('welcome')}>
                  {say('start')}
                </a>
              </Empty>
            ) : (
              facts.map((each) => (
                <CentralCard
                  key={each.name}
                  facts={each}
                  courses={courses}
                  interruptions={interruptions}
                  onEdit={() => setQuery({ edit: each.name })}
                  onTest={(interfaceId) => setQuery({ test: interfaceId })}
                  onChanged={reload}
                />
              ))
            )
          }
        </Loaded>
        <Discovered onAdopt={(host) => setAdding({ ...EMPTY_DRAFT, host, name: freeName(found?.centrals ?? []) })} />
      </div>
      {adding !== undefined && <AddDialog initial={adding} onClose={() => setAdding(undefined)} onSaved={reload} />}
      {edited !== undefined && <EditDialog facts={edited} onClose={closeEdit} onSaved={reload} />}
      {query.test !== undefined && <LoopDialog interfaceId={query.test} facts={facts} onDone={reload} />}
    </>
  );
}

/** Known facts of each shown CCU. */
function useFacts(found: Omit<CcuSources, 'interfaces'> | undefined): readonly CcuFacts[] {
  const { store, clock, scope } = useServices();
  const interfaces = store.interfaces.value;
  if (found === undefined) return [];
  const centrals = found.centrals.filter(({ name }) => scope.covers(name));
  return ccusOf({ ...found, centrals, interfaces }, clock.value);
}

function useCcus() {
  return useResource(
    async ({ gateway }) => {
      const [centrals, systems, reliability, health] = await Promise.all([
        gateway.call('listCentrals'),
        gateway.call('listCcus'),
        gateway.call('listReliability'),
        gateway.call('getHealth'),
      ]);
      return { centrals, systems: systems.entries, reliability, health };
    },
    {
      refreshOn: [
        'connectivity.changed',
        'central.state_changed',
        'central.readiness_changed',
        'system.status_changed',
      ],
    },
  );
}

/** Course of the interfaces in the last day; the page also works without unreadable parts. */
function useCourses(): ReadonlyMap<string, InterfaceCourse> {
  const { store } = useServices();
  const ids = store.interfaces.value
    .filter(({ duty_cycle, carrier_sense }) => duty_cycle !== undefined || carrier_sense !== undefined)
    .map(({ id }) => id)
    .slice(0, MOST_INTERFACES)
    .join();
  const read = useResource(
    async ({ gateway, now }) => {
      const query = { interfaces: ids, from: new Date(now() - DAY_MS).toISOString(), max_points: COURSE_POINTS };
      const [history, traffic] = await Promise.all([
        ids === '' ? undefined : gateway.call('readHistory', { query }).catch(() => undefined),
        gateway.call('readRadioTraffic', { query: { limit: 1 } }).catch(() => undefined),
      ]);
      return interfaceCourses(history, traffic, now());
    },
    { inputs: [ids] },
  );
  return read.current.value.value ?? new Map();
}

/** When interfaces were not connected in the last day; undefined where that cannot be read. */
function useInterruptions(): ReadonlyMap<string, Interruptions> | undefined {
  const { store, clock } = useServices();
  const read = useResource(
    ({ gateway, now }) =>
      gateway.call('listIncidents', {
        query: { since: new Date(now() - DAY_MS).toISOString(), limit: MOST_INCIDENTS },
      }),
    { refreshOn: ['connectivity.changed'] },
  );
  const incidents = read.current.value.value;
  if (incidents === undefined) return undefined;
  // With more incidents than that, the start of the oldest known one is unknown.
  const now = clock.value;
  const oldest = incidents.length < MOST_INCIDENTS ? undefined : incidents.at(-1)?.when;
  const since = oldest === undefined ? now - DAY_MS : Date.parse(oldest);
  return interruptionsOf(incidents, store.interfaces.value, { since, now });
}

const MOST_INCIDENTS = 500;

/** Each has two series, and one answer has a hundred. */
const MOST_INTERFACES = 50;

/** A name that no CCU has yet. */
function freeName(known: readonly Pick<CcuFacts, 'name'>[]): string {
  const taken = new Set(known.map(({ name }) => name.toLowerCase()));
  if (!taken.has(EMPTY_DRAFT.name)) return EMPTY_DRAFT.name;
  let number = 2;
  while (taken.has(`ccu${number}`)) number += 1;
  return `ccu${number}`;
}

interface DialogProps {
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

interface LoopDialogProps {
  readonly interfaceId: string;
  readonly facts: readonly CcuFacts[];
  readonly onDone: () => void;
}

/** Tests whether events of an interface arrive; settings of its CCU are one click away. */
function LoopDialog({ interfaceId, facts, onDone }: LoopDialogProps) {
  const say = useTexts(centralsTexts);
  const { setQuery } = useHere();
  const ccu = facts.find(({ rows }) => rows.some(({ id }) => id === interfaceId));
  return (
    <Dialog title={say('loopTitle', { name: interfaceId })} onClose={() => setQuery({ test: '' })}>
      <div class="stack">
        <p class="dim">{say('loopIntro')}</p>
        <LoopTestSteps
          interfaceId={interfaceId}
          onEdit={() => setQuery({ test: '', edit: ccu?.name ?? '' })}
          onDone={onDone}
        />
      </div>
    </Dialog>
  );
}

function AddDialog({ initial, onClose, onSaved }: DialogProps & { readonly initial: CentralDraft }) {
  const { gateway, announce } = useServices();
  const say = useTexts(centralsTexts);
  return (
    <Dialog title={say('add')} onClose={onClose}>
      <CentralForm
        initial={initial}
        submitLabel={say('connect')}
        onSave={async (settings) => {
          await gateway.call('createCentral', { body: settings });
          announce(say('saved', { name: settings.name }));
          onSaved();
          onClose();
        }}
      />
    </Dialog>
  );
}

function EditDialog({ facts, onClose, onSaved }: DialogProps & { readonly facts: CcuFacts }) {
  const { gateway, announce } = useServices();
  const say = useTexts(centralsTexts);
  const { name, central } = facts;
  return (
    <Dialog title={say('editTitle', { name })} onClose={onClose}>
      <CentralForm
        initial={draftOf(central)}
        stored={central}
        submitLabel={say('save')}
        onSave={async (settings) => {
          await gateway.call('putCentral', { path: { name }, body: settings });
          announce(say('saved', { name }));
          onSaved();
          onClose();
        }}
      />
    </Dialog>
  );
}
