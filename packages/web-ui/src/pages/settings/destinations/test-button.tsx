import type { CallAnswer } from '@ccu-gateway/client';
import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../../context/services.js';
import { Button } from '../../../ui/form/button.tsx';
import { ErrorBox } from '../../../ui/form/error-box.tsx';
import { type Action, useAction } from '../../../ui/form/use-action.js';
import { HelpLink } from '../../../ui/help-link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { destinationTexts } from './texts.js';

type Outcome = CallAnswer<'testConfigSection'>;

/** A test of settings that are not saved. */
export interface SettingsTest extends Pick<Action, 'busy' | 'error'> {
  readonly outcome: Outcome | undefined;
  run(): Promise<boolean>;
}

/** Runs a test; the outcome of an earlier one goes when the next begins. */
export function useSettingsTest(work: () => Promise<Outcome>): SettingsTest {
  const action = useAction();
  const { announce } = useServices();
  const say = useTexts(destinationTexts);
  const [outcome, setOutcome] = useState<Outcome>();
  return {
    busy: action.busy,
    error: action.error,
    outcome,
    run() {
      setOutcome(undefined);
      return action.run(async () => {
        const answer = await work();
        setOutcome(answer);
        announce(say(answer.ok ? 'testWorks' : `fault_${answer.kind ?? 'internal'}`));
      });
    },
  };
}

export function TestButton({
  test,
  disabledReason,
}: {
  readonly test: SettingsTest;
  readonly disabledReason?: string;
}) {
  const say = useTexts(destinationTexts);
  return (
    <Button disabledReason={test.busy ? say('testing') : disabledReason} onClick={() => void test.run()}>
      {say('test')}
    </Button>
  );
}

interface TestOutcomeProps {
  readonly test: SettingsTest;
  /** Symptom of a failure, by its anchor in `docs/troubleshooting.md`. */
  readonly help: string;
}

/** Outcome of the last test, in a word and with the sentence of the gateway. */
export function TestOutcome({ test: { busy, outcome, error }, help }: TestOutcomeProps) {
  const say = useTexts(destinationTexts);
  if (busy) return <Notice live>{say('testing')}</Notice>;
  if (error !== undefined) return <ErrorBox error={error} />;
  if (outcome === undefined) return null;
  return (
    <Notice tone={outcome.ok ? 'good' : 'bad'} live>
      <strong>{say(outcome.ok ? 'testWorks' : `fault_${outcome.kind ?? 'internal'}`)}</strong>
      <p class="small private">{outcome.message}</p>
      {!outcome.ok && <HelpLink to={help} />}
    </Notice>
  );
}
