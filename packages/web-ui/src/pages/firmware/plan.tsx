import type { CallAnswer, CallInput } from '@ccu-gateway/client';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import type { Resource } from '../../resources/resource.js';
import { Button } from '../../ui/form/button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { type Action, useAction } from '../../ui/form/use-action.js';
import { useRefusal } from '../../ui/form/use-permission.js';
import { Card, Chip, type Tone } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { planTexts } from './plan-texts.js';

export type Plan = CallAnswer<'readFirmwarePlan'>;
type Update = Plan['updates'][number];
type Change = CallInput<'changeFirmwarePlan'>['body'];

/** Plan of firmware updates, read again with each change of it. */
export function useFirmwarePlan(): Resource<Plan> {
  return useResource(({ gateway }) => gateway.call('readFirmwarePlan'), { refreshOn: ['firmware.plan_changed'] });
}

/** Firmware updates that the gateway orders one after the other. */
export function FirmwarePlan({ plan }: { readonly plan: Resource<Plan> }) {
  const say = useTexts(planTexts);
  return (
    <Card title={say('title')}>
      <Loaded of={plan} height="5rem" count={1}>
        {(found) => <PlanOf plan={found} reload={() => plan.reload()} />}
      </Loaded>
    </Card>
  );
}

interface PlanProps {
  readonly plan: Plan;
  readonly reload: () => Promise<void>;
}

function PlanOf({ plan, reload }: PlanProps) {
  const { gateway, store } = useServices();
  const say = useTexts(planTexts);
  const formats = useFormats();
  const action = useAction();
  const refusal = useRefusal('operator');
  const planned = new Set(plan.updates.map(({ central, device_address: address }) => `${central}/${address}`));
  // The whole list is checked after a change, not for each event.
  void store.pulse.value;
  const open = store.devices.value
    .map((key) => store.peekDevice(key)!.summary)
    .filter(({ update_available: available }) => available)
    .filter(({ central, address }) => !planned.has(`${central}/${address}`));
  const planAll = async () => {
    const devices = open.map(({ central, address }) => ({ address, ...(central === undefined ? {} : { central }) }));
    await gateway.call('planFirmwareUpdates', { body: { devices: devices.slice(0, 500) } });
    await reload();
  };
  const change = async (body: Change) => {
    await gateway.call('changeFirmwarePlan', { body });
    await reload();
  };
  return (
    <div class="stack">
      <p class="dim">{say('about')}</p>
      <Settings plan={plan} refusal={refusal} onChange={(body) => void action.run(() => change(body))} />
      <div class="row">
        <Button
          kind="primary"
          disabledReason={refusal ?? (open.length === 0 ? say('nothingOpen') : undefined)}
          onClick={() => void action.run(planAll)}
        >
          {say('planAll', { n: open.length })}
        </Button>
        {plan.updates.length > 0 && (
          <Button disabledReason={refusal} onClick={() => void action.run(() => change({ paused: !plan.paused }))}>
            {say(plan.paused ? 'resume' : 'pause')}
          </Button>
        )}
        {plan.estimated_end !== undefined && (
          <span class="dim">{say('estimate', { time: formats.dateTime(Date.parse(plan.estimated_end)) })}</span>
        )}
      </div>
      {action.error !== undefined && <ErrorBox error={action.error} />}
      <Active plan={plan} action={action} refusal={refusal} reload={reload} onChange={change} />
      {plan.history.length > 0 && <Ended history={plan.history} />}
    </div>
  );
}

interface SettingsProps {
  readonly plan: Plan;
  readonly refusal: string | undefined;
  readonly onChange: (change: Change) => void;
}

function Settings({ plan, refusal, onChange }: SettingsProps) {
  const say = useTexts(planTexts);
  const isLocked = refusal !== undefined;
  return (
    <div class="row">
      <label class="field">
        {say('when')}
        <select
          class="input"
          value={plan.when}
          disabled={isLocked}
          onChange={({ currentTarget }) => onChange({ when: currentTarget.value === 'night' ? 'night' : 'now' })}
        >
          <option value="now">{say('now')}</option>
          <option value="night">{say('night', nightOf(plan))}</option>
        </select>
      </label>
      {plan.when === 'night' && (
        <>
          <Time
            label={say('nightFrom')}
            minutes={plan.night_from}
            other={plan.night_to}
            isLocked={isLocked}
            onChange={(minutes) => onChange({ night_from: minutes })}
          />
          <Time
            label={say('nightTo')}
            minutes={plan.night_to}
            other={plan.night_from}
            isLocked={isLocked}
            onChange={(minutes) => onChange({ night_to: minutes })}
          />
        </>
      )}
      <label class="field">
        {say('maxDutyCycle')}
        <select
          class="input"
          value={String(plan.max_duty_cycle)}
          disabled={isLocked}
          onChange={({ currentTarget }) => onChange({ max_duty_cycle: Number(currentTarget.value) })}
        >
          {[...new Set([10, 20, 30, 40, 50, plan.max_duty_cycle])]
            .sort((a, b) => a - b)
            .map((percent) => (
              <option key={percent} value={String(percent)}>{`${percent}\u202f%`}</option>
            ))}
        </select>
      </label>
    </div>
  );
}

interface TimeProps {
  readonly label: string;
  /** After midnight, local time of the gateway. */
  readonly minutes: number;
  /** The other end of the night: a night without length would begin no update. */
  readonly other: number;
  readonly isLocked: boolean;
  readonly onChange: (minutes: number) => void;
}

/** A time of the day. When the field is left, a time that cannot be goes back to the stored one. */
function Time({ label, minutes, other, isLocked, onChange }: TimeProps) {
  return (
    <label class="field">
      {label}
      <input
        // Another stored time begins anew; a drawing in between must not undo what is being typed.
        key={minutes}
        class="input"
        type="time"
        defaultValue={clock(minutes)}
        disabled={isLocked}
        onBlur={({ currentTarget }) => {
          const [hour = Number.NaN, minute = Number.NaN] = currentTarget.value.split(':').map(Number);
          const wanted = hour * 60 + minute;
          if (!Number.isInteger(wanted) || wanted === other) currentTarget.value = clock(minutes);
          else if (wanted !== minutes) onChange(wanted);
        }}
      />
    </label>
  );
}

/** The night of a plan as two times. */
export function nightOf({ night_from: from, night_to: to }: Plan): { readonly from: string; readonly to: string } {
  return { from: clock(from), to: clock(to) };
}

/** Minutes after midnight as a time. */
function clock(minutes: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

interface ActiveProps extends PlanProps {
  readonly action: Action;
  readonly refusal: string | undefined;
  readonly onChange: (change: Change) => Promise<void>;
}

function Active({ plan: { updates }, action, refusal, reload, onChange }: ActiveProps) {
  const { gateway } = useServices();
  const say = useTexts(planTexts);
  if (updates.length === 0) return <p class="dim">{say('none')}</p>;
  const abort = async (id: string) => {
    await gateway.call('abortFirmwareUpdate', { path: { id } });
    await reload();
  };
  return (
    <ol class="stack" aria-label={say('title')}>
      {updates.map((update, index) => (
        <li key={update.id} class="row">
          <span class="grow">
            <strong class="private">{update.name ?? update.device_address}</strong>{' '}
            <span class="dim">{`${update.from} → ${update.to}`}</span>
            <WaitOf update={update} updates={updates} />
          </span>
          {index > 0 && (
            <Button disabledReason={refusal} onClick={() => void action.run(() => onChange({ order: [update.id] }))}>
              {say('first')}
              <span class="visually-hidden"> {update.name}</span>
            </Button>
          )}
          <Button disabledReason={refusal} onClick={() => void action.run(() => abort(update.id))}>
            {say('abort')}
            <span class="visually-hidden"> {update.name}</span>
          </Button>
        </li>
      ))}
    </ol>
  );
}

const WAITS = ['paused', 'night', 'not_connected', 'duty_cycle', 'turn', 'wakeup', 'retry'] as const;

function WaitOf({ update, updates }: { readonly update: Update; readonly updates: readonly Update[] }) {
  const say = useTexts(planTexts);
  if (update.state === 'ordered') return <p class="small">{say('ordered')}</p>;
  const before = updates.find(({ device_address: address }) => address === update.behind);
  const reason = WAITS.find((each) => each === update.waits_for);
  return (
    <p class="small dim">
      {before !== undefined
        ? say('behind', { name: before.name ?? before.device_address })
        : reason !== undefined && say(reason === 'night' ? 'atNight' : reason)}
      {update.tries > 0 && ` ${say('tries', { n: update.tries })}`}
    </p>
  );
}

const TONES: Readonly<Record<string, Tone>> = { done: 'good', failed: 'bad', aborted: 'warn' };
const ENDS = ['done', 'failed', 'aborted'] as const;

function Ended({ history }: { readonly history: Plan['history'] }) {
  const say = useTexts(planTexts);
  const formats = useFormats();
  return (
    <details>
      <summary>{say('history', { n: history.length })}</summary>
      <ul class="stack">
        {history.map(({ id, name, device_address: address, from, to, state, ended_at: endedAt }) => (
          <li key={id} class="row">
            <span class="grow">
              <span class="private">{name ?? address}</span> <span class="dim">{`${from} → ${to}`}</span>
            </span>
            <Chip tone={TONES[state] ?? 'warn'}>{say(ENDS.find((each) => each === state) ?? 'aborted')}</Chip>
            {endedAt !== undefined && <span class="small dim">{formats.dateTime(Date.parse(endedAt))}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
