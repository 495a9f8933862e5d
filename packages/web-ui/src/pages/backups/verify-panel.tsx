import { useState } from 'preact/hooks';
import { useTexts } from '../../context/services.js';
import { Button } from '../../ui/form/button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { Notice } from '../../ui/notice.tsx';
import { backupsTexts } from './texts.js';

interface Verdict {
  readonly tone: 'good' | 'bad';
  readonly text: string;
}

interface VerifyPanelProps {
  readonly sha256: string | null | undefined;
  /** Reads the stored file to its end and resolves with the verdict. */
  readonly verify: () => Promise<Verdict>;
}

/** Verifies that a stored file has not changed since its creation. */
export function VerifyPanel({ sha256, verify }: VerifyPanelProps) {
  const say = useTexts(backupsTexts);
  const action = useAction();
  const [verdict, setVerdict] = useState<Verdict>();
  const start = () =>
    action.run(async () => {
      setVerdict(undefined);
      setVerdict(await verify());
    });
  return (
    <>
      {typeof sha256 === 'string' && (
        <p class="small">
          SHA-256 <code>{sha256}</code>
        </p>
      )}
      <div class="row">
        <Button onClick={() => void start()} disabledReason={action.busy ? say('verifying') : undefined}>
          {say(action.busy ? 'verifying' : 'verify')}
        </Button>
      </div>
      {verdict !== undefined && (
        <Notice tone={verdict.tone} live>
          {verdict.text}
        </Notice>
      )}
      {action.error !== undefined && <ErrorBox error={action.error} />}
    </>
  );
}
