import { useEffect, useRef, useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/form/button.tsx';
import { CodeBlock } from '../../ui/form/code-block.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { CentralForm } from '../centrals/central-form.tsx';
import { EMPTY_DRAFT } from '../centrals/central-form-data.js';
import { Discovered } from '../centrals/discovered.tsx';
import { LoopTestSteps } from '../centrals/loop-test.tsx';
import { MintForm } from '../tokens/mint-dialog.tsx';
import { type Minted, TokenReveal } from '../tokens/token-reveal.tsx';
import { EventStep } from './event-step.tsx';
import { indexOf, STEPS, type Step, stepOf } from './steps.js';
import { welcomeTexts } from './texts.js';
import './welcome.css';

/** First-run wizard: find a CCU, sign in to it, prove the round trip, receive an event, mint a token. */
export function WelcomePage() {
  const { store, scope } = useServices();
  const say = useTexts(welcomeTexts);
  const { query, setQuery } = useHere();
  // The CCU that is being connected must not be hidden.
  useEffect(() => scope.choose(undefined), []);
  const centrals = useResource(({ gateway }) => gateway.call('listCentrals'));
  const count = centrals.current.value.value?.length;
  const loaded = store.loaded.value;
  const progress = (centralCount: number) => ({
    centrals: centralCount,
    interfaces: store.interfaces.value,
    heard: store.recent.value.length > 0,
  });
  useEffect(() => {
    if (query.step !== undefined || count === undefined || !loaded) return;
    // Later progress does not leave the step: users continue themselves.
    setQuery({ step: stepOf(undefined, progress(count)) });
  }, [query.step, count, loaded]);
  return (
    <div class="welcome">
      <PageHeader title={say('title')}>{say('intro')}</PageHeader>
      <Loaded of={centrals} height="12rem" count={1}>
        {(found) => <StepView step={stepOf(query.step, progress(found.length))} onChanged={() => centrals.reload()} />}
      </Loaded>
    </div>
  );
}

function StepView({ step, onChanged }: { readonly step: Step; readonly onChanged: () => Promise<void> }) {
  const { base } = useServices();
  const say = useTexts(welcomeTexts);
  const { setQuery, query } = useHere();
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(true);
  useEffect(() => {
    if (first.current) first.current = false;
    else heading.current?.focus();
  }, [step]);
  const go = (to: Step) => setQuery({ step: to });
  return (
    <>
      <StepList step={step} />
      <h2 ref={heading} tabIndex={-1}>
        {indexOf(step) + 1}. {say(step)}
      </h2>
      {step === 'find' && <FindStep onChosen={(host) => setQuery({ step: 'login', host })} />}
      {step === 'login' && (
        <LoginStep
          host={query.host ?? ''}
          onBack={() => go('find')}
          onSaved={async () => {
            await onChanged();
            setQuery({ step: 'loop', host: '' });
          }}
        />
      )}
      {step === 'loop' && <LoopStepView onNext={() => go('event')} />}
      {step === 'event' && (
        <Card>
          <EventStep onNext={() => go('token')} />
        </Card>
      )}
      {step === 'token' && <TokenStep homeUrl={base.at('')} />}
    </>
  );
}

function StepList({ step }: { readonly step: Step }) {
  const say = useTexts(welcomeTexts);
  return (
    <ol class="step-list" aria-label={say('steps')}>
      {STEPS.map((each, index) => (
        <li key={each} class={index < indexOf(step) ? 'done' : ''} aria-current={each === step ? 'step' : undefined}>
          <span class="number">{index < indexOf(step) ? '✓' : index + 1}</span>
          {say(each)}
        </li>
      ))}
    </ol>
  );
}

function FindStep({ onChosen }: { readonly onChosen: (host: string) => void }) {
  const say = useTexts(welcomeTexts);
  return (
    <>
      <Discovered onAdopt={onChosen} />
      <div class="row">
        <Button onClick={() => onChosen('')}>{say('byHand')}</Button>
        <span class="small dim">{say('byHandHint')}</span>
      </div>
      <details>
        <summary>{say('demo')}</summary>
        <p class="dim">{say('demoHint')}</p>
        <CodeBlock title={say('demo')} text="npx @ccu-gateway/daemon demo" copyLabel={say('copy')} />
      </details>
    </>
  );
}

function LoginStep({
  host,
  onBack,
  onSaved,
}: {
  readonly host: string;
  readonly onBack: () => void;
  readonly onSaved: () => Promise<void>;
}) {
  const { gateway } = useServices();
  const say = useTexts(welcomeTexts);
  return (
    <Card>
      <div class="stack">
        <CentralForm
          initial={{ ...EMPTY_DRAFT, host }}
          submitLabel={say('connect')}
          onSave={async (settings) => {
            await gateway.call('createCentral', { body: settings });
            await onSaved();
          }}
        />
        <div class="row">
          <Button kind="quiet" onClick={onBack}>
            {say('back')}
          </Button>
        </div>
      </div>
    </Card>
  );
}

/** The interfaces appear some moments after the CCU was added; the first one is tested, another can be chosen. */
function LoopStepView({ onNext }: { readonly onNext: () => void }) {
  const { store, base } = useServices();
  const say = useTexts(welcomeTexts);
  const { go } = useHere();
  const [chosen, setChosen] = useState<string>();
  const [ok, setOk] = useState(false);
  const interfaces = store.interfaces.value;
  const id = interfaces.find((each) => each.id === chosen)?.id ?? interfaces[0]?.id;
  if (id === undefined) {
    return (
      <Card>
        <Waiting />
      </Card>
    );
  }
  const central = interfaces.find((each) => each.id === id)?.central_id ?? '';
  return (
    <Card>
      <div class="stack">
        {interfaces.length > 1 && (
          <label class="field">
            {say('interface')}
            <select class="input" value={id} onChange={(event) => setChosen(event.currentTarget.value)}>
              {interfaces.map((each) => (
                <option key={each.id} value={each.id}>
                  {each.id}
                </option>
              ))}
            </select>
          </label>
        )}
        <LoopTestSteps
          key={id}
          interfaceId={id}
          onEdit={() => go(`centrals?edit=${encodeURIComponent(central)}`)}
          onDone={(result) => setOk(result.ok)}
        />
        <div class="row">
          <Button kind={ok ? 'primary' : 'quiet'} onClick={onNext}>
            {say('next')}
          </Button>
          {!ok && (
            <a class="button quiet" href={base.at('centrals')}>
              CCUs
            </a>
          )}
        </div>
      </div>
    </Card>
  );
}

/** The CCU was added, and has not listed its interfaces: how long this has taken so far. */
function Waiting() {
  const { now } = useServices();
  const say = useTexts(welcomeTexts);
  const [since] = useState(now);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.round((now() - since) / 1000)), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div class="stack">
      <Notice live>{say('waitingForInterface')}</Notice>
      <progress aria-label={say('waitingForInterface')} />
      <p class="small dim">{say('waited', { n: seconds })}</p>
    </div>
  );
}

function TokenStep({ homeUrl }: { readonly homeUrl: string }) {
  const say = useTexts(welcomeTexts);
  const [minted, setMinted] = useState<Minted>();
  return (
    <Card>
      <div class="stack">
        {minted === undefined ? (
          <>
            <p>{say('tokenIntro')}</p>
            <MintForm onMinted={setMinted} />
          </>
        ) : (
          <TokenReveal {...minted} />
        )}
        <div class="row">
          <a class={`button ${minted === undefined ? 'quiet' : 'primary'}`} href={homeUrl}>
            {say(minted === undefined ? 'finishWithout' : 'finish')}
          </a>
        </div>
      </div>
    </Card>
  );
}
