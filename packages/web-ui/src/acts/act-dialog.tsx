import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../context/services.js';
import { guardOf, useRadioCosts } from '../radio/cost.js';
import { RadioCostView } from '../radio/cost-view.tsx';
import { radioTexts } from '../radio/texts.js';
import type { Device } from '../store/points.js';
import { Button } from '../ui/form/button.tsx';
import { Dialog } from '../ui/form/dialog.tsx';
import { ErrorBox } from '../ui/form/error-box.tsx';
import { useAction } from '../ui/form/use-action.js';
import { useRefusal } from '../ui/form/use-permission.js';
import { uiTexts } from '../ui/value/texts.js';
import { valueText } from '../ui/value/value-text.js';
import { type ActPlan, planOf } from './act-plan.js';
import type { ActWords } from './act-words.js';
import { actsTexts } from './texts.js';
import './acts.css';

interface ActDialogProps {
  /** As it was typed. */
  readonly name: string;
  readonly words: ActWords;
  /** Default: all. */
  readonly devices?: readonly Device[];
  /** Default: the name. */
  readonly title?: string;
  readonly onClose: () => void;
  /** The choice of the act, before its preview. */
  readonly children?: ComponentChildren;
}

/** Preview of an act, with each value and the radio cost, before anything is sent. */
export function ActDialog({ name, words, devices, title = name, onClose, children }: ActDialogProps) {
  const { gateway, store, consents, announce } = useServices();
  const say = useTexts(actsTexts);
  const sayRadio = useTexts(radioTexts);
  const refusal = useRefusal('operator');
  const action = useAction();
  const [understood, setUnderstood] = useState(false);
  const plan = useMemo(() => {
    const all = () =>
      store.devices
        .peek()
        .map(store.peekDevice)
        .filter((device) => device !== undefined);
    return planOf(words, devices ?? all(), store.peekPoint);
  }, [words]);
  const sendings = plan.writes.map(({ device }) => ({ device: device.summary, messages: 1 }));
  const costs = useRadioCosts(sendings);
  const guard = guardOf(costs);
  const full = guard === 'refuse' ? sayRadio('refuse') : guard === 'ask' && !understood ? sayRadio('ask') : undefined;
  const missing = plan.writes.length === 0 ? say('nothing') : full;
  const start = () =>
    action.run(async () => {
      const consent = await consents.toWriteEach(plan.writes, { name, what: say('start') });
      if (consent === undefined) return;
      await gateway.call('startAct', { body: bodyOf(name, words, plan) });
      announce(say('started', { name }));
      onClose();
    });
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{say('cancel')}</Button>
          <Button
            kind="primary"
            disabledReason={action.busy ? say('sending') : (refusal ?? missing)}
            onClick={() => void start()}
          >
            {say('start')}
          </Button>
        </>
      }
    >
      <div class="stack">
        {children}
        <EndHint seconds={words.seconds} />
        <PlanTable plan={plan} />
        {plan.writes.length > 0 && <RadioCostView costs={costs} />}
        {guard === 'ask' && (
          <label class="row">
            <input
              type="checkbox"
              checked={understood}
              onChange={(event) => setUnderstood(event.currentTarget.checked)}
            />
            {say('understood')}
          </label>
        )}
        {action.error !== undefined && <ErrorBox error={action.error} />}
      </div>
    </Dialog>
  );
}

function EndHint({ seconds }: { readonly seconds: number | undefined }) {
  const { now } = useServices();
  const say = useTexts(actsTexts);
  const formats = useFormats();
  return (
    <p>{seconds === undefined ? say('noEnd') : say('ends', { time: formats.dateTime(now() + seconds * 1000) })}</p>
  );
}

function PlanTable({ plan: { writes, already, unreachable } }: { readonly plan: ActPlan }) {
  const say = useTexts(actsTexts);
  const sayUi = useTexts(uiTexts);
  const formats = useFormats();
  return (
    <>
      {writes.length === 0 ? (
        <p>{say('nothing')}</p>
      ) : (
        <div class="act-plan">
          <table class="diff">
            <thead>
              <tr>
                <th scope="col">
                  {say('device')} ({formats.number(writes.length)})
                </th>
                <th scope="col">{say('present')}</th>
                <th scope="col">{say('next')}</th>
              </tr>
            </thead>
            <tbody>
              {writes.map(({ device, point, value }) => (
                <tr key={point.key}>
                  <th scope="row" class="private">
                    {device.summary.name}
                  </th>
                  <td>{valueText(point.summary, point.summary.value, sayUi, formats)}</td>
                  <td>{valueText(point.summary, value, sayUi, formats)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {already > 0 && <p class="small dim">{say('already', { n: already })}</p>}
      {unreachable > 0 && <p class="small dim">{say('unreachable', { n: unreachable })}</p>}
    </>
  );
}

/** Longest name of an act that the gateway takes. */
const MAX_NAME = 120;

function bodyOf(name: string, { seconds }: ActWords, { writes }: ActPlan) {
  return {
    name: name.slice(0, MAX_NAME),
    ...(seconds === undefined ? {} : { duration_seconds: seconds }),
    writes: writes.map(({ device: { summary }, point, value }) => ({
      ...(summary.central === undefined ? {} : { central: summary.central }),
      device_address: summary.address,
      channel: point.channel,
      parameter: point.summary.parameter,
      value: value as boolean | number,
    })),
  };
}
