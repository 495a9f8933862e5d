import type { OutputConfig, ZoneConfig } from '../model/config.js';
import type { AlarmInput } from '../model/input.js';
import { FAULT_TRIES, type MirrorState } from '../model/state.js';
import { note, pauseAfter } from './confirmation.js';
import { stateNameOf } from './state-name.js';
import { type Turn, zoneState } from './turn.js';

/** Shows the state of a zone in a system variable, and again until the variable has it. */
export function settleMirror(turn: Turn, zone: ZoneConfig, output: OutputConfig): void {
  const { clock, centrals, mirrors = {} } = turn.state;
  // Without its CCU no write can succeed, and the zone is degraded anyway.
  if (centrals[output.central]?.lostClock !== undefined) return;
  const { arming } = zoneState(turn, zone.id);
  const state = stateNameOf(turn.state, zone.id);
  const isArmed = arming !== undefined && arming.exitClock === undefined;
  const isOn = output.trueWhile === 'armed' ? isArmed : state === 'triggered';
  const known = mirrors[output.id];
  const isSame = known?.state === state && known.isOn === isOn;
  if (isSame && (known.isConfirmed || known.nextTryClock > clock)) return;
  const tries = isSame ? known.tries : 0;
  setMirror(turn, output, {
    state,
    isOn,
    isConfirmed: false,
    tries: tries + 1,
    nextTryClock: clock + pauseAfter(tries),
  });
  turn.effects.push({ kind: 'mirror', output: output.id, state, isOn });
  if (tries + 1 === FAULT_TRIES) note(turn, zone, output, 'output_unconfirmed');
}

/** Takes the comparison with the variable. One that a person or a program changed is written again after a pause. */
export function onMirrored(turn: Turn, { output, isRight }: Extract<AlarmInput, { kind: 'mirrored' }>): void {
  const known = turn.state.mirrors?.[output];
  const found = turn.plan.outputs.get(output);
  if (known === undefined || found === undefined || known.isConfirmed === isRight) return;
  if (isRight && known.tries >= FAULT_TRIES) note(turn, found.zone, found.output, 'output_confirmed');
  const again = isRight ? {} : { nextTryClock: turn.state.clock + pauseAfter(known.tries) };
  setMirror(turn, found.output, { ...known, isConfirmed: isRight, ...again });
}

function setMirror(turn: Turn, { id }: OutputConfig, mirror: MirrorState): void {
  turn.state = { ...turn.state, mirrors: { ...turn.state.mirrors, [id]: mirror } };
}
