import { CircleCheck, CircleX, LoaderCircle, TriangleAlert } from 'lucide';
import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { Button } from '../../ui/form/button.tsx';
import { Confirm } from '../../ui/form/confirm.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { HelpLink } from '../../ui/help-link.tsx';
import { Chip } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { type CcuFacts, type CcuState, HELP_OF_STATE } from './central-facts.js';
import type { InterfaceCourse } from './interface-courses.js';
import { InterfaceRows } from './interface-rows.tsx';
import type { Interruptions } from './interruptions.js';
import { centralsTexts } from './texts.js';
import './centrals.css';

const LOOKS = {
  connected: { tone: 'good', icon: CircleCheck },
  silent: { tone: 'warn', icon: TriangleAlert },
  partly: { tone: 'warn', icon: TriangleAlert },
  starting: { tone: 'warn', icon: LoaderCircle },
  wrong_password: { tone: 'bad', icon: CircleX },
  too_many_sessions: { tone: 'bad', icon: CircleX },
  unreachable: { tone: 'bad', icon: CircleX },
  disabled: { tone: 'neutral', icon: CircleX },
} as const satisfies Record<CcuState, unknown>;

interface CentralCardProps {
  readonly facts: CcuFacts;
  readonly courses: ReadonlyMap<string, InterfaceCourse>;
  readonly interruptions: ReadonlyMap<string, Interruptions> | undefined;
  readonly onEdit: () => void;
  readonly onTest: (interfaceId: string) => void;
  readonly onChanged: () => void;
}

/** One CCU: its connection and the reason of a failure, its interfaces and its actions. */
export function CentralCard({ facts, courses, interruptions, onEdit, onTest, onChanged }: CentralCardProps) {
  const { base } = useServices();
  const say = useTexts(centralsTexts);
  const { name, state, rows, notes } = facts;
  const { tone, icon } = LOOKS[state];
  return (
    <article class={`card ccu ${tone}`} aria-label={name}>
      <header>
        <h2 class="grow private">{name}</h2>
        <Chip tone={tone} icon={icon}>
          {say(state)}
        </Chip>
      </header>
      {state !== 'connected' && state !== 'disabled' && (
        <Notice tone={tone === 'bad' ? 'bad' : 'warn'}>
          <p>{say(`${state}Hint`)}</p>
          {(state === 'wrong_password' || state === 'unreachable') && (
            <Button onClick={onEdit}>{say('editLogin')}</Button>
          )}{' '}
          <a class="button quiet" href={base.at('doctor')}>
            {say('diagnose')}
          </a>
          <HelpLink to={HELP_OF_STATE[state]} />
        </Notice>
      )}
      <Facts facts={facts} />
      <InterfaceRows
        rows={rows}
        courses={courses}
        interruptions={interruptions}
        onTest={onTest}
        onChanged={onChanged}
      />
      {notes
        .filter(({ name: part, unwell }) => unwell && part !== 'session')
        .map(({ name: part, note }) => (
          <Notice key={part} tone="warn">
            {note}
          </Notice>
        ))}
      <Others facts={facts} />
      <Actions facts={facts} onEdit={onEdit} onChanged={onChanged} />
    </article>
  );
}

function Facts({ facts: { central, system, notes, state } }: { readonly facts: CcuFacts }) {
  const say = useTexts(centralsTexts);
  const session = notes.find(({ name }) => name === 'session');
  const login =
    state === 'wrong_password'
      ? 'loginRefused'
      : state === 'too_many_sessions'
        ? 'loginFull'
        : session?.unwell || state === 'unreachable' || state === 'disabled'
          ? 'loginUnknown'
          : 'loginWorks';
  const { readiness } = system ?? {};
  return (
    <dl class="ccu-facts">
      <Fact name={say('host')} value={central.host} isPrivate />
      <Fact name={say('model')} value={system?.model ?? say('unknown')} />
      <Fact name={say('firmware')} value={system?.version ?? say('unknown')} />
      <Fact name={say('serial')} value={system?.serial ?? say('unknown')} isPrivate />
      <Fact name={say('login')} value={say(login)} />
      {central.username && (login === 'loginWorks' || login === 'loginFull') && (
        <Fact name={say('sessions')} value={say(login === 'loginFull' ? 'sessionsFull' : 'sessionsOwn')} />
      )}
      {readiness !== undefined && (
        <Fact
          name={say('loaded')}
          value={say('loadedOf', { n: readiness.interfaces_loaded, total: readiness.interfaces_total })}
        />
      )}
    </dl>
  );
}

function Fact({
  name,
  value,
  isPrivate = false,
}: {
  readonly name: string;
  readonly value: string;
  readonly isPrivate?: boolean;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class={isPrivate ? 'private' : ''}>{value}</dd>
    </div>
  );
}

/** Interfaces that the CCU runs beside the configured ones, with the settings to connect them. */
function Others({ facts: { system } }: { readonly facts: CcuFacts }) {
  const say = useTexts(centralsTexts);
  const others = system?.other_interfaces ?? [];
  if (others.length === 0) return null;
  return (
    <details class="small">
      <summary>
        {say('others')}: {others.map(({ name }) => name).join(', ')}
      </summary>
      <ul class="plain-list">
        {others.map(({ name, hint }) => (
          <li key={name}>
            <strong>{name}</strong>: {hint}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Actions({
  facts: { name },
  onEdit,
  onChanged,
}: Omit<CentralCardProps, 'onTest' | 'courses' | 'interruptions'>) {
  const { gateway, announce } = useServices();
  const say = useTexts(centralsTexts);
  const action = useAction();
  const [removing, setRemoving] = useState(false);
  const reread = async () => {
    await gateway.call('refreshDevices', { query: { central: name } });
    announce(say('rereading', { name }));
  };
  return (
    <>
      <div class="row">
        <Button onClick={onEdit}>{say('edit')}</Button>
        <Button onClick={() => void action.run(reread)}>
          {say('reread')}
          <span class="visually-hidden"> {name}</span>
        </Button>
        <Button kind="danger" onClick={() => setRemoving(true)}>
          {say('remove')}
        </Button>
      </div>
      {action.error !== undefined && <ErrorBox error={action.error} />}
      {removing && (
        <Confirm
          title={say('removeTitle', { name })}
          action={say('remove')}
          repeat={name}
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            await gateway.call('deleteCentral', { path: { name } });
            announce(say('removed', { name }));
            onChanged();
          }}
        >
          <p>{say('removeEffect')}</p>
        </Confirm>
      )}
    </>
  );
}
