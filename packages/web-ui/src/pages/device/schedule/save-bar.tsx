import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../../context/services.js';
import { useUnsaved } from '../../../context/use-unsaved.js';
import { guardOf, useRadioCosts } from '../../../radio/cost.js';
import { RadioCostView } from '../../../radio/cost-view.tsx';
import { radioTexts } from '../../../radio/texts.js';
import { type Device, pointsOf } from '../../../store/points.js';
import { Button } from '../../../ui/form/button.tsx';
import { ErrorBox } from '../../../ui/form/error-box.tsx';
import { useRefusal } from '../../../ui/form/use-permission.js';
import { scheduleTexts } from './texts.js';
import type { Schedule } from './week.js';

interface SaveBarProps {
  readonly device: Device;
  /** Number of days or entries that differ from those of the device. */
  readonly changes: number;
  readonly write: Schedule;
  readonly onSent: () => Promise<void>;
  readonly onDiscard: () => void;
}

interface Correction {
  readonly weekday: string;
  readonly requested: string;
  readonly applied: string;
}

/** Unsent changes, their radio cost, and the outcome at the device. */
export function SaveBar({ device, changes, write, onSent, onDiscard }: SaveBarProps) {
  const { gateway, store, announce, consents } = useServices();
  useUnsaved(changes > 0, ['channel']);
  const say = useTexts(scheduleTexts);
  const sayRadio = useTexts(radioTexts);
  const refusal = useRefusal('operator');
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();
  const [corrections, setCorrections] = useState<readonly Correction[]>();
  const costs = useRadioCosts(
    changes === 0 ? [] : [{ device: device.summary, paramset: 'MASTER', parameters: changes, messages: 1 }],
  );
  const full = guardOf(costs) === 'refuse' ? sayRadio('refuse') : undefined;
  const send = async () => {
    const points = pointsOf(device, store.peekPoint);
    const consent = await consents.toAutomate(points, { name: device.summary.name, what: say('send') });
    if (consent === undefined) return;
    setSending(true);
    setError(undefined);
    try {
      const answer = await gateway.call('putChannelSchedule', {
        path: { addr: device.summary.address, no: write.channel.number },
        query: { central: device.summary.central ?? '' },
        body: write,
      });
      setCorrections(answer.corrections ?? []);
      announce(say('sent'));
      await onSent();
    } catch (problem) {
      setError(problem);
    }
    setSending(false);
  };
  return (
    <>
      {corrections !== undefined && changes === 0 && (
        <div class="written">
          <p>{say('sent')}</p>
          {corrections.map(({ weekday, requested, applied }) => (
            <p key={`${weekday} ${requested}`}>
              {say('corrected', { requested, applied, day: say(weekday as 'MONDAY') })}
            </p>
          ))}
        </div>
      )}
      {error !== undefined && <ErrorBox error={error} />}
      {changes > 0 && (
        <div class="save-bar">
          <strong class="grow" aria-live="polite">
            {say('unsaved', { n: changes })}
          </strong>
          <Button onClick={onDiscard}>{say('discard')}</Button>
          <Button
            kind="primary"
            disabledReason={sending ? say('sending') : (refusal ?? full)}
            onClick={() => void send()}
          >
            {say('send')}
          </Button>
          <RadioCostView costs={costs} />
        </div>
      )}
    </>
  );
}
