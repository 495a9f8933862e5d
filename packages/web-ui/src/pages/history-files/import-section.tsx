import type { CallAnswer } from '@ccu-gateway/client';
import { useEffect, useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/form/button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { Card } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { type CheckedFile, CheckForm } from './check-form.tsx';
import { ImportContents, ImportOutcome } from './import-report.tsx';
import { historyFilesTexts } from './texts.js';

type Report = NonNullable<CallAnswer<'getHistoryImport'>>;

const LOOK_MS = 1_000;
/** A gateway of its own kind reads gigabytes for minutes; the client adds the time of sending. */
const PATIENCE_MS = 1_800_000;

/** Uploads a file of values: the gateway reads it first and stores nothing, then once more to store it. */
export function ImportSection() {
  const { gateway } = useServices();
  const say = useTexts(historyFilesTexts);
  const [checked, setChecked] = useState<CheckedFile>();
  const [isSending, noteSending] = useState(false);
  const storing = useAction();
  const last = useResource<Report | undefined>(({ gateway: { call } }) => call('getHistoryImport'));
  const { value: report, error } = last.current.value;
  const isRunning = isSending || report?.state === 'receiving' || report?.state === 'storing';
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => void last.reload(), LOOK_MS);
    return () => clearInterval(timer);
  }, [isRunning, last]);

  async function send({ file, options }: Omit<CheckedFile, 'report'>, isDry: boolean): Promise<Report> {
    const body = new FormData();
    body.set('file', file);
    const query = { ...options, ...(isDry && { dry_run: true }) };
    return await gateway.call('importHistory', { query, body, timeoutMs: PATIENCE_MS });
  }
  const store = (file: CheckedFile) =>
    storing.run(async () => {
      noteSending(true);
      try {
        await send(file, false);
        setChecked(undefined);
      } finally {
        noteSending(false);
        await last.reload();
      }
    });
  return (
    <Card title={say('import')}>
      <div class="stack">
        <p>{say('importAbout')}</p>
        {isRunning && <Running report={report} isSending={isSending} onEnded={() => last.reload()} />}
        {storing.error !== undefined && <ErrorBox error={storing.error} />}
        {error !== undefined && <ErrorBox error={error} retry={() => void last.reload()} />}
        {!isRunning && report !== undefined && <ImportOutcome report={report} />}
        {!isRunning && checked === undefined && (
          <CheckForm onCheck={(file) => send(file, true)} onChecked={setChecked} />
        )}
        {!isRunning && checked !== undefined && (
          <>
            <ImportContents report={checked.report} name={checked.file.name} />
            <div class="row">
              <Button
                kind="primary"
                disabledReason={checked.report.values === 0 ? say('nothingToImport') : undefined}
                onClick={() => void store(checked)}
              >
                {say('importNow', { n: checked.report.values })}
              </Button>
              <Button onClick={() => setChecked(undefined)}>{say('otherFile')}</Button>
            </div>
          </>
        )}
      </div>
    </Card>
  );
}

interface RunningProps {
  readonly report: Report | undefined;
  readonly isSending: boolean;
  readonly onEnded: () => Promise<unknown>;
}

/** Progress of an import, from this window or another one. */
function Running({ report, isSending, onEnded }: RunningProps) {
  const { gateway } = useServices();
  const say = useTexts(historyFilesTexts);
  const ending = useAction();
  const isStoring = report?.state === 'storing';
  return (
    <>
      <Notice tone="info" live>
        {isStoring ? say('storing', { n: report.percent ?? 0 }) : say(isSending ? 'sending' : 'receiving')}
      </Notice>
      <div class="row">
        <Button
          disabledReason={ending.busy ? say('ending') : undefined}
          onClick={() =>
            void ending.run(async () => {
              await gateway.call('cancelHistoryImport');
              await onEnded();
            })
          }
        >
          {say('cancelImport')}
        </Button>
      </div>
      {ending.error !== undefined && <ErrorBox error={ending.error} />}
    </>
  );
}
