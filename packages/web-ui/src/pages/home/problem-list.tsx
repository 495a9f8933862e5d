import { OctagonAlert, TriangleAlert } from 'lucide';
import { useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { Button } from '../../ui/form/button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { useRefusal } from '../../ui/form/use-permission.js';
import { HelpLink } from '../../ui/help-link.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import type { Problem } from './problem.js';
import { homeTexts } from './texts.js';

/** Fits above the rooms on a phone. */
const FIRST = 4;

/** One line per cause; a line opens to its remedy and its consequences. */
export function ProblemList({ problems }: { readonly problems: readonly Problem[] }) {
  const { base } = useServices();
  const say = useTexts(homeTexts);
  if (problems.length === 0) return null;
  return (
    <section class="card attention" aria-labelledby="home-attention">
      <h2 id="home-attention" class="visually-hidden">
        {say('wrong')}
      </h2>
      <ul class="problems">
        {problems.slice(0, FIRST).map((problem) => (
          <ProblemLine key={problem.id} problem={problem} />
        ))}
      </ul>
      {problems.length > FIRST && (
        <a class="button quiet" href={base.at('problems')}>
          {say('moreProblems', { n: problems.length - FIRST })}
        </a>
      )}
    </section>
  );
}

function ProblemLine({ problem }: { readonly problem: Problem }) {
  const { clock } = useServices();
  const say = useTexts(homeTexts);
  const formats = useFormats();
  const { tone, title, inserted, todo, note, since } = problem;
  return (
    <li class={`problem ${tone}`}>
      <details>
        <summary>
          <Icon of={tone === 'bad' ? OctagonAlert : TriangleAlert} />
          <span class="grow">
            <strong class="private">{say(title, inserted)}</strong>{' '}
            {since !== undefined && Number.isFinite(since) && (
              <span class="dim small">{say('since', { age: formats.duration(Math.max(0, clock.value - since)) })}</span>
            )}
          </span>
        </summary>
        <div class="stack-small">
          {note !== undefined && <p class="small">{note}</p>}
          {todo !== undefined && <p class="small dim">{say(todo)}</p>}
          <div class="row">
            <ProblemAction problem={problem} />
            <HelpLink to={problem.help} />
          </div>
          <Consequences problem={problem} />
        </div>
      </details>
    </li>
  );
}

/** More of them are in the list of devices. */
const SHOWN_CONSEQUENCES = 20;

/** Problems that another one causes, folded under it. */
export function Consequences({ problem: { follows = [], followsTotal = 0 } }: { readonly problem: Problem }) {
  const { base } = useServices();
  const say = useTexts(homeTexts);
  if (follows.length === 0) return null;
  return (
    <details class="consequences small">
      <summary>{say('consequences', { n: followsTotal })}</summary>
      <ul>
        {follows.slice(0, SHOWN_CONSEQUENCES).map(({ id, title, inserted, note }) => (
          <li key={id}>
            <span class="private">{say(title, inserted)}</span>
            {note !== undefined && <span class="dim"> {note}</span>}
          </li>
        ))}
      </ul>
      {followsTotal > SHOWN_CONSEQUENCES && <a href={base.at('devices?state=unreachable')}>{say('moreDevices')}</a>}
    </details>
  );
}

/** Action of the gateway against a problem. */
export function ProblemAction({ problem: { action } }: { readonly problem: Problem }) {
  const { base, gateway, session } = useServices();
  const say = useTexts(homeTexts);
  const [error, setError] = useState<unknown>();
  const refusal = useRefusal('operator');
  if (action === undefined) return null;
  const run = async () => {
    setError(undefined);
    try {
      if (action.kind === 'reconnect') {
        for (const id of action.interfaceIds) await gateway.call('reconnectInterface', { path: { id } });
      } else {
        const operation = action.kind === 'acknowledge_alarm' ? 'acknowledgeAlarmMessage' : 'acknowledgeServiceMessage';
        await gateway.call(operation, { path: { id: action.messageId }, query: { central: action.central } });
      }
    } catch (problem) {
      setError(problem);
    }
  };
  return (
    <>
      <Button disabledReason={refusal} onClick={() => void run()}>
        {say(action.kind === 'reconnect' ? 'reconnect' : 'acknowledge')}
      </Button>
      {action.kind === 'reconnect' && session.may('admin') && (
        <a class="button quiet" href={base.at('doctor')}>
          {say('diagnose')}
        </a>
      )}
      {error !== undefined && <ErrorBox error={error} />}
    </>
  );
}
