import type { AlarmZoneStatus } from '@ccu-gateway/contract/types';
import { BellRing, Hourglass, ShieldAlert, ShieldCheck, ShieldOff } from 'lucide';
import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/form/button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { type Action, useAction } from '../../ui/form/use-action.js';
import { useRefusal } from '../../ui/form/use-permission.js';
import { HelpLink } from '../../ui/help-link.tsx';
import { Card, Chip } from '../../ui/layout.tsx';
import { type AlarmSensor, blockingSensors, isMotionBlocking, isReadyWithout } from './bypass.js';
import { BypassChoice } from './bypass-choice.tsx';
import { Keypad } from './keypad.tsx';
import { Tests } from './tests.tsx';
import { alarmTexts } from './texts.js';
import { blockersOf, type Mode, modesOf, toneOf } from './zone-facts.js';
import { Schedules } from './zone-schedules.tsx';

/** Pictures of the states of a zone. */
const ICONS = {
  disarmed: ShieldOff,
  arming: Hourglass,
  armed: ShieldCheck,
  pending: Hourglass,
  triggered: BellRing,
} as const;

const stateOf = ({ state }: AlarmZoneStatus): keyof typeof ICONS =>
  state in ICONS ? (state as keyof typeof ICONS) : 'disarmed';

interface ZoneProps {
  readonly zone: AlarmZoneStatus;
  readonly onChanged: () => void;
  /** Shows the tests of sensors and outputs, which are of no use on a wall. */
  readonly isTestable: boolean;
}

/** One zone: its state, and the actions that are possible now. */
export function ZoneCard({ zone, onChanged, isTestable }: ZoneProps) {
  const { gateway, announce } = useServices();
  const say = useTexts(alarmTexts);
  const action = useAction();
  const [pin, setPin] = useState('');
  const sensors = useResource(({ gateway: own }) => own.call('listAlarmZoneSensors', { path: { id: zone.id } }), {
    inputs: [zone.id],
  });
  const known = sensors.current.value.value ?? [];
  const names = new Map(known.map(({ id, name }) => [id, name ?? id]));
  const state = stateOf(zone);
  const code = pin === '' ? {} : { code: pin };

  /** Carries out an action. The entered PIN is gone afterwards, also when it was wrong. */
  const carryOut = (work: () => Promise<unknown>) =>
    void action.run(async () => {
      setPin('');
      await work();
      announce(say('done', { name: zone.name, state: say(state) }));
      onChanged();
    });
  const path = { id: zone.id };
  const resetMotion = async () => {
    const { failed } = await gateway.call('resetAlarmZoneMotion', { path });
    if (failed.length === 0) return;
    throw new Error(say('notReset', { names: failed.map(({ sensor_id: id }) => names.get(id) ?? id).join(', ') }));
  };
  const needsPad = zone.state === 'disarmed' ? zone.code_arm_required : zone.code_disarm_required;
  return (
    <Card
      class={`alarm-zone ${toneOf(zone)}`}
      title={<span class="private">{zone.name}</span>}
      aside={
        <Chip tone={toneOf(zone)} icon={zone.degraded && state === 'armed' ? ShieldAlert : ICONS[state]}>
          {say(state)}
        </Chip>
      }
    >
      <ZoneFacts zone={zone} names={names} />
      {needsPad && <Keypad pin={pin} onChange={setPin} />}
      {zone.state === 'disarmed' ? (
        <ArmButtons
          zone={zone}
          names={names}
          sensors={known}
          action={action}
          arm={(request) => carryOut(() => gateway.call('armAlarmZone', { path, body: { ...request, ...code } }))}
          lacksPin={needsPad && pin === ''}
          hasHelp={isTestable}
        />
      ) : (
        <AlarmButtons
          zone={zone}
          action={action}
          lacksPin={needsPad && pin === ''}
          disarm={() => carryOut(() => gateway.call('disarmAlarmZone', { path, body: code }))}
          silence={() => carryOut(() => gateway.call('silenceAlarmZone', { path }))}
        />
      )}
      {zone.state === 'disarmed' && isMotionBlocking(zone, known) && (
        <MotionReset isBusy={action.busy} onClick={() => carryOut(resetMotion)} />
      )}
      {zone.unacknowledged !== undefined && zone.state !== 'triggered' && (
        <Acknowledge onClick={() => carryOut(() => gateway.call('acknowledgeAlarmZone', { path }))} />
      )}
      {action.error !== undefined && <ErrorBox error={action.error} />}
      {isTestable && <Schedules zone={zone} />}
      {isTestable && zone.state === 'disarmed' && <Tests zone={zone} onChanged={onChanged} />}
    </Card>
  );
}

/** Ends motions that sensors still report before their intervals are over. */
function MotionReset({ isBusy, onClick }: { readonly isBusy: boolean; readonly onClick: () => void }) {
  const say = useTexts(alarmTexts);
  const refusal = useRefusal('operator');
  return (
    <Button disabledReason={refusal ?? (isBusy ? say('arming') : undefined)} onClick={onClick}>
      {say('resetMotion')}
    </Button>
  );
}

interface Named {
  readonly zone: AlarmZoneStatus;
  readonly names: ReadonlyMap<string, string>;
}

/** Facts of a zone as sentences. */
function ZoneFacts({ zone, names }: Named) {
  const say = useTexts(alarmTexts);
  const named = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? id).join(', ');
  const { countdown, incident } = zone;
  const mode = modesOf(zone).find((each) => each === zone.mode);
  return (
    <div class="alarm-facts" aria-live="polite">
      {mode !== undefined && <p class="alarm-mode">{say(mode)}</p>}
      {countdown !== undefined && (
        <p class="alarm-countdown">
          {countdown.pre_alarm && `${say('preAlarm')}: `}
          {say('seconds', { n: countdown.remaining_s })}
        </p>
      )}
      {incident?.sensor_id !== undefined && (
        <p class="private">{say('cause', { name: names.get(incident.sensor_id) ?? incident.sensor_id })}</p>
      )}
      {incident?.silenced && <p>{say('silenced')}</p>}
      {zone.degraded && <p class="warn">{say('degraded', { names: zone.lost_centrals.join(', ') })}</p>}
      {zone.unconfirmed_outputs.length > 0 && (
        <p class="warn">{say('unconfirmed', { names: zone.unconfirmed_outputs.join(', ') })}</p>
      )}
      {zone.missing_outputs.length > 0 && (
        <p class="warn">{say('missing', { names: zone.missing_outputs.join(', ') })}</p>
      )}
      {zone.bypassed.length > 0 && <p class="dim private">{say('bypassed', { names: named(zone.bypassed) })}</p>}
    </div>
  );
}

interface ArmRequest {
  readonly mode: Mode;
  readonly force: boolean;
  /** Ids of sensors that are left out this once. */
  readonly bypass: string[];
}

interface ArmButtonsProps extends Named {
  readonly sensors: readonly AlarmSensor[];
  readonly action: Action;
  readonly arm: (request: ArmRequest) => void;
  readonly lacksPin: boolean;
  /** Leads to the help, which a display on a wall does not. */
  readonly hasHelp: boolean;
}

/** One button for each mode. A mode that is not ready shows its blockers, and can be armed without chosen sensors. */
function ArmButtons({ zone, names, sensors, action, arm, lacksPin, hasHelp }: ArmButtonsProps) {
  const say = useTexts(alarmTexts);
  const refusal = useRefusal('operator');
  const [force, setForce] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const modes = modesOf(zone);
  const blocking = blockingSensors(zone, sensors);
  // A sensor that blocks no more watches again, also where it was chosen before.
  const out = new Set(blocking.filter(({ id, isKept }) => !isKept && chosen.has(id)).map(({ id }) => id));
  const isForceable = modes.some((mode) => !zone.readiness[mode]?.ready && zone.readiness[mode]?.forceable);
  const blockersIn = (mode: Mode) =>
    blockersOf(zone.readiness[mode], names)
      .map(({ name, reasons }) => `${name} (${reasons.map((reason) => say(reason)).join(', ')})`)
      .join('; ');
  const reasonOf = (mode: Mode): string | undefined => {
    const readiness = zone.readiness[mode];
    if (refusal !== undefined) return refusal;
    if (lacksPin) return say('codeMissing');
    const isReady = out.size === 0 ? readiness?.ready : isReadyWithout(zone, mode, { sensors, out });
    if (isReady || (force && readiness?.forceable)) return undefined;
    return readiness?.blockers.every((key) => out.has(key))
      ? say('nothingWatches')
      : say('notReady', { list: blockersIn(mode) });
  };
  return (
    <>
      <div class="alarm-buttons">
        {modes.map((mode) => (
          <Button
            key={mode}
            kind="primary"
            disabledReason={action.busy ? say('arming') : reasonOf(mode)}
            onClick={() => arm({ mode, force, bypass: [...out] })}
          >
            {say('arm', { mode: say(mode) })}
          </Button>
        ))}
      </div>
      <ul class="alarm-blockers private">
        {modes
          .filter((mode) => !zone.readiness[mode]?.ready)
          .map((mode) => (
            <li key={mode}>
              {say(mode)}: {blockersIn(mode)}
            </li>
          ))}
      </ul>
      {hasHelp && modes.some((mode) => !zone.readiness[mode]?.ready) && (
        <div class="row">
          <HelpLink to="alarm-does-not-arm" />
        </div>
      )}
      <BypassChoice
        blocking={blocking}
        out={out}
        onToggle={(id) =>
          setChosen(out.has(id) ? new Set([...out].filter((each) => each !== id)) : new Set([...out, id]))
        }
      />
      {isForceable && (
        <label class="check">
          <input type="checkbox" checked={force} onChange={(event) => setForce(event.currentTarget.checked)} />
          {say('armAnyway')}
        </label>
      )}
    </>
  );
}

/** Ends an arming, or the sound of an alarm. */
function AlarmButtons({
  zone,
  action,
  lacksPin,
  disarm,
  silence,
}: {
  readonly zone: AlarmZoneStatus;
  readonly action: Action;
  readonly lacksPin: boolean;
  readonly disarm: () => void;
  readonly silence: () => void;
}) {
  const { session } = useServices();
  const say = useTexts(alarmTexts);
  const refusal = useRefusal('operator');
  // An administrator may leave out the PIN.
  const missing = lacksPin && !session.may('admin') ? say('codeMissing') : undefined;
  return (
    <div class="alarm-buttons">
      <Button
        kind="primary"
        disabledReason={refusal ?? missing ?? (action.busy ? say('arming') : undefined)}
        onClick={disarm}
      >
        {say('disarm')}
      </Button>
      {zone.incident?.sounding && (
        <Button kind="danger" disabledReason={refusal} onClick={silence}>
          {say('silence')}
        </Button>
      )}
    </div>
  );
}

function Acknowledge({ onClick }: { readonly onClick: () => void }) {
  const say = useTexts(alarmTexts);
  const refusal = useRefusal('operator');
  return (
    <div class="row">
      <span class="grow">{say('unacknowledged')}</span>
      <Button disabledReason={refusal} onClick={onClick}>
        {say('acknowledge')}
      </Button>
    </div>
  );
}
