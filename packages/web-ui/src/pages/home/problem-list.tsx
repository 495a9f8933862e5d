import { CircleCheck, OctagonAlert, TriangleAlert } from 'lucide';
import { useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { Button } from '../../ui/form/button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { useRefusal } from '../../ui/form/use-permission.js';
import { Card, Chip, Empty } from '../../ui/layout.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import type { Problem } from './problems.js';
import { homeTexts } from './texts.js';

const FIRST = 6;

/** Problems, each with its cause, start and remedy. */
export function ProblemList({ problems }: { readonly problems: readonly Problem[] }) {
  const say = useTexts(homeTexts);
  const [all, setAll] = useState(false);
  return (
    <Card title={say('wrong')} aside={problems.length > 0 && <Chip tone={problems[0]!.tone}>{problems.length}</Chip>}>
      {problems.length === 0 ? (
        <Empty title={say('quiet')} icon={CircleCheck}>
          <p class="small">{say('quietHint')}</p>
        </Empty>
      ) : (
        <ul class="problems">
          {(all ? problems : problems.slice(0, FIRST)).map((problem) => (
            <ProblemRow key={problem.id} problem={problem} />
          ))}
        </ul>
      )}
      {problems.length > FIRST && !all && (
        <Button kind="quiet" onClick={() => setAll(true)}>
          {say('more', { n: problems.length - FIRST })}
        </Button>
      )}
    </Card>
  );
}

function ProblemRow({ problem }: { readonly problem: Problem }) {
  const { clock } = useServices();
  const say = useTexts(homeTexts);
  const formats = useFormats();
  const { tone, title, inserted, todo, note, since } = problem;
  return (
    <li class={`problem ${tone}`}>
      <Icon of={tone === 'bad' ? OctagonAlert : TriangleAlert} />
      <div class="grow">
        <strong class="private">{say(title, inserted)}</strong>
        {since !== undefined && (
          <span class="dim small"> {say('since', { age: formats.duration(clock.value - since) })}</span>
        )}
        {note !== undefined && <p class="small">{note}</p>}
        {todo !== undefined && <p class="small dim">{say(todo)}</p>}
        <ProblemAction problem={problem} />
      </div>
    </li>
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
      if (action.kind === 'reconnect') await gateway.call('reconnectInterface', { path: { id: action.interfaceId } });
      else {
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
