import { useState } from 'preact/hooks';
import { useFormats, useTexts } from '../../../context/services.js';
import { guardOf, listeningOf, useRadioCosts } from '../../../radio/cost.js';
import { RadioCostView } from '../../../radio/cost-view.tsx';
import { radioTexts } from '../../../radio/texts.js';
import type { Device } from '../../../store/points.js';
import { Button } from '../../../ui/form/button.tsx';
import { Dialog } from '../../../ui/form/dialog.tsx';
import { ErrorBox } from '../../../ui/form/error-box.tsx';
import { useRefusal } from '../../../ui/form/use-permission.js';
import type { Change } from './fields.js';
import { configureTexts } from './texts.js';
import { valueWords } from './value-words.js';

interface ReviewProps {
  readonly device: Device;
  readonly title: string;
  readonly changes: readonly Change[];
  /** Rejects with a refusal of the gateway. */
  readonly send: () => Promise<void>;
  readonly onClose: () => void;
}

/** Old and new values with their radio cost, before anything is sent. */
export function Review({ device, title, changes, send, onClose }: ReviewProps) {
  const say = useTexts(configureTexts);
  const sayRadio = useTexts(radioTexts);
  const formats = useFormats();
  const refusal = useRefusal('operator');
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();
  const costs = useRadioCosts([
    { device: device.summary, paramset: 'MASTER', parameters: changes.length, messages: 1 },
  ]);
  const full = guardOf(costs) === 'refuse' ? sayRadio('refuse') : undefined;
  const run = async () => {
    setSending(true);
    setError(undefined);
    try {
      await send();
    } catch (problem) {
      setError(problem);
      setSending(false);
    }
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{say('cancel')}</Button>
          <Button
            kind="primary"
            disabledReason={sending ? say('sending') : (refusal ?? full)}
            onClick={() => void run()}
          >
            {say('send')}
          </Button>
        </>
      }
    >
      <div class="stack">
        <table class="diff">
          <thead>
            <tr>
              <th scope="col">{say('setting')}</th>
              <th scope="col">{say('before')}</th>
              <th scope="col">{say('after')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ parameter, before, after }) => (
              <tr key={parameter.parameter}>
                <th scope="row">{parameter.label}</th>
                <td>
                  <del>{valueWords(parameter, before, say, formats)}</del>
                </td>
                <td>
                  <ins>{valueWords(parameter, after, say, formats)}</ins>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <RadioCostView costs={costs} />
        {costs.some(({ radio }) => radio) && (
          <p class="small dim">
            {say('radio')} {listeningOf(device.summary) === 'asleep' && say('sleeps')}
          </p>
        )}
        {error !== undefined && <ErrorBox error={error} />}
      </div>
    </Dialog>
  );
}
