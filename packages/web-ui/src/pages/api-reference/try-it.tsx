import { useEffect, useRef, useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import type { Role } from '../../session/session.js';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { useRefusal } from '../../ui/form/use-permission.js';
import { Preformatted } from '../../ui/value/preformatted.tsx';
import { type CallInput, type Filled, inputOf, missingOf } from './call-text.js';
import type { RestEntry } from './document.js';
import { type Answer, send } from './send.js';
import { apiTexts } from './texts.js';

const ROLES: readonly Role[] = ['viewer', 'operator', 'admin'];

/** Sends the call with the session of this page. A call that changes data needs a confirmation. */
export function TryIt({ entry, filled }: { readonly entry: RestEntry; readonly filled: Filled }) {
  const say = useTexts(apiTexts);
  const { gateway, announce, now } = useServices();
  const refusal = useRefusal(ROLES.find((each) => each === entry.access) ?? 'viewer');
  const action = useAction();
  const [asking, setAsking] = useState<CallInput>();
  const [answer, setAnswer] = useState<Answer>();
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const { input, wrong } = readInput(entry, filled, say);
  const run = (what: CallInput) =>
    action.run(async () => {
      setAnswer(undefined);
      stop.current = new AbortController();
      const got = await send(gateway, entry, what, { now, signal: stop.current.signal });
      setAnswer(got);
      announce(got.line);
    });
  const start = () => {
    if (input === undefined) return;
    if (entry.method === 'GET') void run(input);
    else setAsking(input);
  };
  if (entry.otherBody !== undefined) return <p class="small dim">{say('files')}</p>;
  return (
    <section class="api-try" aria-label={say('tryIt')}>
      <div class="row">
        <Button
          kind={entry.method === 'GET' ? 'primary' : 'danger'}
          disabledReason={refusal ?? wrong ?? (action.busy ? say('sending') : undefined)}
          onClick={start}
        >
          {say('send')} {entry.method}
        </Button>
        {action.busy && <Button onClick={() => stop.current.abort()}>{say('stop')}</Button>}
        <span class="small dim">{refusal ?? wrong ?? say('asYou')}</span>
      </div>
      {action.error !== undefined && <ErrorBox error={action.error} />}
      {answer !== undefined && <AnswerView answer={answer} />}
      {asking !== undefined && (
        <Dialog
          title={say('askTitle', { method: `${entry.method} ${entry.path}` })}
          onClose={() => setAsking(undefined)}
          actions={
            <>
              <Button
                kind="danger"
                onClick={() => {
                  setAsking(undefined);
                  void run(asking);
                }}
              >
                {say('send')}
              </Button>
              <Button onClick={() => setAsking(undefined)}>{say('cancel')}</Button>
            </>
          }
        >
          <p>{say('askHint')}</p>
          <Preformatted class="api-answer">{JSON.stringify(asking, null, 2)}</Preformatted>
        </Dialog>
      )}
    </section>
  );
}

/** The input to send, or the reason why it is invalid. */
function readInput(
  entry: RestEntry,
  filled: Filled,
  say: (key: 'fillIn' | 'notJson', inserted: Record<string, string>) => string,
): { readonly input?: CallInput; readonly wrong?: string } {
  const missing = missingOf(entry, filled);
  if (missing.length > 0) return { wrong: say('fillIn', { names: missing.join(', ') }) };
  try {
    return { input: inputOf(entry, filled) };
  } catch (error) {
    return { wrong: say('notJson', { why: error instanceof Error ? error.message : String(error) }) };
  }
}

function AnswerView({ answer }: { readonly answer: Answer }) {
  const say = useTexts(apiTexts);
  const { line, isGood, body, cutAt, instead } = answer;
  return (
    <figure class={`api-code ${isGood ? 'good' : 'bad'}`}>
      <figcaption>{line}</figcaption>
      {instead === 'stream' && <p class="small">{say('stream')}</p>}
      {instead === 'binary' && <p class="small">{say('binary', { type: body })}</p>}
      {instead === undefined && body !== '' && <Preformatted class="api-answer private">{body}</Preformatted>}
      {cutAt !== undefined && <p class="small dim">{say('cut', { n: cutAt })}</p>}
    </figure>
  );
}
