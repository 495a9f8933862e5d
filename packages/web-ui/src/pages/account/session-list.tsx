import type { CallAnswer } from '@ccu-gateway/client';
import { MonitorSmartphone, Plug } from 'lucide';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { Button } from '../../ui/form/button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { Chip } from '../../ui/layout.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { browserOf } from './browser.js';
import { accountTexts } from './texts.js';
import './account.css';

type Session = CallAnswer<'listSessions'>[number];

interface SessionListProps {
  readonly sessions: readonly Session[];
  readonly onChanged: () => void;
}

/** Sessions with the browser and the address they began at; each can be ended. */
export function SessionList({ sessions, onChanged }: SessionListProps) {
  const { gateway, announce } = useServices();
  const say = useTexts(accountTexts);
  const action = useAction();
  const end = ({ id }: Session) =>
    action.run(async () => {
      await gateway.call('endSession', { path: { id } });
      announce(say('ended'));
      onChanged();
    });
  return (
    <>
      <ul class="sessions">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => void end(session)} />
        ))}
      </ul>
      {action.error !== undefined && <ErrorBox error={action.error} />}
    </>
  );
}

function SessionRow({ session, onEnd }: { readonly session: Session; readonly onEnd: () => void }) {
  const { clock } = useServices();
  const say = useTexts(accountTexts);
  const formats = useFormats();
  const { user_agent: agent = '', address, created_at, expires_at, last_seen_at, live_sockets = 0, current } = session;
  const { browser = say('unknownBrowser'), system } = browserOf(agent);
  const since = formats.age(Date.parse(created_at), clock.value);
  return (
    <li>
      <Icon of={MonitorSmartphone} />
      <div class="grow">
        <strong title={agent}>{system === undefined ? browser : say('browserOn', { browser, system })}</strong>{' '}
        {current && <Chip tone="accent">{say('here')}</Chip>}{' '}
        {live_sockets > 0 && (
          <Chip tone="good" icon={Plug}>
            {say('socketCount', { n: live_sockets })}
          </Chip>
        )}
        <p class="small dim">
          <span class="private">{address}</span> ·{' '}
          {say('sessionFacts', { since, until: formats.dateTime(Date.parse(expires_at)) })}
          {typeof last_seen_at === 'string' &&
            ` · ${say('lastUsed', { age: formats.age(Date.parse(last_seen_at), clock.value) })}`}
        </p>
      </div>
      {!current && (
        <Button onClick={onEnd}>
          {say('end')}
          <span class="visually-hidden"> {address}</span>
        </Button>
      )}
    </li>
  );
}
