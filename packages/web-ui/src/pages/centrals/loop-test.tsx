import { CircleCheck, CircleDashed, CircleX, LoaderCircle } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { Button } from '../../ui/form/button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { HelpLink } from '../../ui/help-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { type LoopStep, type LoopTest, loopSteps } from './loop-steps.js';
import { centralsTexts } from './texts.js';
import './centrals.css';

const LOOKS = {
  proved: { icon: CircleCheck, words: 'hopProved' },
  failed: { icon: CircleX, words: 'hopFailed' },
  waiting: { icon: LoaderCircle, words: 'hopWaiting' },
  unknown: { icon: CircleDashed, words: 'hopUnknown' },
} as const;

const NAMES = {
  ccu: 'hopCcu',
  registration: 'hopRegistration',
  callback: 'hopCallback',
  browser: 'hopBrowser',
} as const;

interface LoopTestProps {
  readonly interfaceId: string;
  /** Leads to where address and login of the CCU are changed. */
  readonly onEdit?: () => void;
  readonly onDone?: (result: LoopTest) => void;
}

/** Sends a ping and shows each hop of the round trip, with a remedy at a broken one. Starts when mounted. */
export function LoopTestSteps({ interfaceId, onEdit, onDone }: LoopTestProps) {
  const { gateway, connection } = useServices();
  const say = useTexts(centralsTexts);
  const action = useAction();
  const [result, setResult] = useState<LoopTest>();
  const test = () =>
    action.run(async () => {
      setResult(undefined);
      const found = await gateway.call('testInterfaceLoop', { path: { id: interfaceId }, timeoutMs: 60_000 });
      setResult(found);
      onDone?.(found);
    });
  useEffect(() => void test(), [interfaceId]);
  const steps = loopSteps(result, {
    running: action.busy,
    live: connection.current.value.state === 'live',
  });
  return (
    <div class="stack">
      <ol class="hops" aria-label={say('loopTest')}>
        {steps.map((step) => (
          <HopRow key={step.hop} step={step} />
        ))}
      </ol>
      {result?.ok === true && (
        <Notice tone="good" live>
          {say('loopOk', { n: Math.max(1, Math.round(result.rtt_ms ?? 0)) })}
        </Notice>
      )}
      {result?.ok === false && <Broken result={result} onEdit={onEdit} />}
      {action.error !== undefined && <ErrorBox error={action.error} />}
      {!action.busy && (
        <div class="row">
          <Button onClick={() => void test()}>{say('again')}</Button>
        </div>
      )}
    </div>
  );
}

function HopRow({ step: { hop, state } }: { readonly step: LoopStep }) {
  const say = useTexts(centralsTexts);
  const { icon, words } = LOOKS[state];
  return (
    <li class={`hop ${state}`}>
      <Icon of={icon} />
      <span class="grow">{say(NAMES[hop])}</span>
      <span class="small">{say(words)}</span>
    </li>
  );
}

function Broken({ result, onEdit }: { readonly result: LoopTest; readonly onEdit: (() => void) | undefined }) {
  const say = useTexts(centralsTexts);
  return (
    <Notice tone="bad" live>
      {result.hop === 'foreign' && <p>{say('foreign')}</p>}
      {result.cause !== undefined && <p class="private">{result.cause}</p>}
      {result.hop === 'callback' && <CallbackRemedy />}
      {(result.hop === 'ccu' || result.hop === 'registration') && onEdit !== undefined && (
        <Button onClick={onEdit}>{say('editLogin')}</Button>
      )}
      <HelpLink to="no-events" />
    </Notice>
  );
}

/** The address by which this page reaches the gateway is likely one that the CCU reaches, too. */
function CallbackRemedy() {
  const { gateway, base } = useServices();
  const say = useTexts(centralsTexts);
  const action = useAction();
  const [step, setStep] = useState<'offered' | 'saved' | 'restarting'>('offered');
  const host = base.url.hostname.replace(/^\[|\]$/g, '');
  const save = async () => {
    const path = { section: 'callback' };
    const section = await gateway.call('getConfigSection', { path });
    await gateway.call('putConfigSection', { path, body: { ...section, public_host: host } });
    setStep('saved');
  };
  const restart = async () => {
    await gateway.call('restartGateway');
    setStep('restarting');
  };
  return (
    <div class="stack">
      {step === 'offered' && <Button onClick={() => void action.run(save)}>{say('setCallback', { host })}</Button>}
      {step === 'saved' && (
        <>
          <p>{say('callbackSet')}</p>
          <Button onClick={() => void action.run(restart)}>{say('restart')}</Button>
        </>
      )}
      {step === 'restarting' && <p>{say('restarting')}</p>}
      {action.error !== undefined && <ErrorBox error={action.error} />}
    </div>
  );
}
