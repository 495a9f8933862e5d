import { Router } from 'lucide';
import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty, PageHeader } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { CentralCard } from './central-card.tsx';
import { type CcuFacts, ccusOf } from './central-facts.js';
import { CentralForm } from './central-form.tsx';
import { type CentralDraft, draftOf, EMPTY_DRAFT } from './central-form-data.js';
import { Discovered } from './discovered.tsx';
import { LoopTestSteps } from './loop-test.tsx';
import { centralsTexts } from './texts.js';
import '../tokens/tokens.css';
import './centrals.css';

/** The CCUs: how each is connected, what is wrong with it, and what can be done about that. */
export function CentralsPage() {
  const { base, store, clock, scope } = useServices();
  const say = useTexts(centralsTexts);
  const { query, setQuery } = useHere();
  const [adding, setAdding] = useState<CentralDraft>();
  const ccus = useCcus();
  const reload = () => void ccus.reload();
  const found = ccus.current.value.value;
  const facts =
    found === undefined
      ? []
      : ccusOf(
          {
            ...found,
            centrals: found.centrals.filter(({ name }) => scope.covers(name)),
            interfaces: store.interfaces.value,
          },
          clock.value,
        );
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
      {query.test !== undefined && (
        <Dialog title={say('loopTitle', { name: query.test })} onClose={() => setQuery({ test: '' })}>
          <div class="stack">
            <p class="dim">{say('loopIntro')}</p>
            <LoopTestSteps
              interfaceId={query.test}
              onEdit={() =>
                setQuery({
                  test: '',
                  edit: facts.find(({ rows }) => rows.some(({ id }) => id === query.test))?.name ?? '',
                })
              }
              onDone={reload}
            />
          </div>
        </Dialog>
      )}
    </>
  );
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
