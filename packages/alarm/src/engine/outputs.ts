import type { OutputClass, OutputConfig, Stage, ZoneConfig } from '../model/config.js';
import type { AlarmInput, Refusal } from '../model/input.js';
import { FAULT_TRIES, type OutputState } from '../model/state.js';
import { note, pauseAfter } from './confirmation.js';
import { settleMirror } from './mirrors.js';
import { record, setOutput, type Turn, zoneState } from './turn.js';

const TEST_MS = 5_000;

const AUDIBLE: readonly OutputClass[] = ['acoustic_siren', 'switched_siren', 'smoke_sounder', 'chirp'];

/** The sounder of a smoke detector cannot be silent, and a variable shows the state alone. */
const UNTESTABLE: readonly OutputClass[] = ['smoke_sounder', 'sysvar_mirror'];

/** True for a class that a silence stops. */
const isAudible = (output: OutputConfig): boolean => AUDIBLE.includes(output.class);

/** Begin and end of each stage that a zone is in. */
function stagesOf(turn: Turn, zone: ZoneConfig, output: OutputConfig): readonly (readonly [Stage, number, number])[] {
  const { arming, pending, incident } = zoneState(turn, zone.id);
  const isOfMode = output.modes.length === 0 || (arming !== undefined && output.modes.includes(arming.mode));
  const stages: (readonly [Stage, number, number])[] = [];
  if (isOfMode && arming?.exitClock !== undefined) {
    stages.push(['exit', arming.exitClock - arming.totalMs, arming.exitClock]);
  }
  if (isOfMode && pending !== undefined) {
    const stage = pending.kind === 'entry_delay' ? 'entry' : 'pre_alarm';
    stages.push([stage, pending.endClock - pending.totalMs, pending.endClock]);
  }
  if (incident !== undefined && (isOfMode || incident.isHazard) && !(incident.isSilenced && isAudible(output))) {
    const end = isAudible(output) ? incident.soundEndClock : Number.POSITIVE_INFINITY;
    stages.push(['alarm', incident.soundClock, end]);
  }
  return stages;
}

/** End of the time for which an output is wanted; undefined for one that is not. */
function wantedUntil(turn: Turn, zone: ZoneConfig, output: OutputConfig): number | undefined {
  const ends = stagesOf(turn, zone, output)
    .filter(([stage]) => output.stages.includes(stage))
    .map(([, start, end]) => Math.min(end, start + output.durationMs))
    .filter((end) => end > turn.state.clock);
  return ends.length === 0 ? undefined : Math.max(...ends);
}

/** Switches each output as its zone wants it, and repeats a write until the device confirms it. */
export function settleOutputs(turn: Turn): void {
  for (const zone of turn.plan.config.zones) {
    for (const output of zone.outputs) {
      if (output.class === 'sysvar_mirror') settleMirror(turn, zone, output);
      else if (output.class !== 'notification') settle(turn, zone, output);
    }
  }
}

function settle(turn: Turn, zone: ZoneConfig, output: OutputConfig): void {
  const { clock } = turn.state;
  const before = turn.state.outputs[output.id];
  const isTested = before?.testEndClock !== undefined && before.testEndClock > clock;
  const until = wantedUntil(turn, zone, output) ?? (isTested ? before.testEndClock : undefined);
  if (until !== undefined) {
    if (before?.isOn && until <= before.endClock) {
      retry(turn, zone, output, { ...before, endClock: until });
      return;
    }
    write(turn, output, { ...fresh(turn, true, until), ...(isTested ? { testEndClock: before.testEndClock } : {}) });
    if (!before?.isOn && !isTested) note(turn, zone, output, 'output_on');
    return;
  }
  if (before?.isOn) {
    write(turn, output, fresh(turn, false, clock));
    note(turn, zone, output, 'output_off');
  } else if (before !== undefined) retry(turn, zone, output, before);
}

const fresh = ({ state: { clock } }: Turn, isOn: boolean, endClock: number): OutputState => ({
  isOn,
  endClock,
  isConfirmed: false,
  tries: 0,
  nextTryClock: clock,
  isOpticalOnly: false,
});

/** Stores an unconfirmed output, and writes it again when its pause is over. */
function retry(turn: Turn, zone: ZoneConfig, output: OutputConfig, state: OutputState): void {
  if (state.isConfirmed || state.nextTryClock > turn.state.clock) {
    if (state !== turn.state.outputs[output.id]) setOutput(turn, output.id, state);
    return;
  }
  write(turn, output, state);
  if (state.tries + 1 === FAULT_TRIES) note(turn, zone, output, 'output_unconfirmed');
}

function write(turn: Turn, output: OutputConfig, state: OutputState): void {
  const { clock } = turn.state;
  setOutput(turn, output.id, { ...state, tries: state.tries + 1, nextTryClock: clock + pauseAfter(state.tries) });
  turn.effects.push({
    kind: 'output',
    output: output.id,
    isOn: state.isOn,
    durationMs: state.isOn ? state.endClock - clock : 0,
    opticalOnly: state.isOpticalOnly,
  });
}

/** Takes the report of a device. One that left a confirmed state is written again. */
export function onOutput(turn: Turn, { output, isOn }: Extract<AlarmInput, { kind: 'output' }>): void {
  const known = turn.state.outputs[output];
  const found = turn.plan.outputs.get(output);
  if (known === undefined || found === undefined) return;
  if (known.isOn !== isOn) {
    if (known.isConfirmed) {
      const nextTryClock = turn.state.clock + pauseAfter(0);
      setOutput(turn, output, { ...known, isConfirmed: false, tries: 0, nextTryClock });
    }
    return;
  }
  if (known.tries >= FAULT_TRIES && !known.isConfirmed) note(turn, found.zone, found.output, 'output_confirmed');
  setOutput(turn, output, isOn ? { ...known, isConfirmed: true } : undefined);
}

/** Records that the device of an output is gone, or there again. */
export function onMissing(turn: Turn, { output, isMissing }: Extract<AlarmInput, { kind: 'output_missing' }>): void {
  const { missingOutputs: before = [] } = turn.state;
  const found = turn.plan.outputs.get(output);
  if (found === undefined || before.includes(output) === isMissing) return;
  const others = before.filter((id) => id !== output);
  turn.state = { ...turn.state, missingOutputs: isMissing ? [...others, output] : others };
  record(turn, {
    class: 'fault',
    event: isMissing ? 'output_missing' : 'output_found',
    zone: found.zone.id,
    details: { output },
  });
}

/** Starts the test of an output. It is silent where the class has a light. */
export function testOutput(turn: Turn, input: Extract<AlarmInput, { kind: 'test_output' }>): Refusal | undefined {
  const found = turn.plan.outputs.get(input.output);
  if (found === undefined) return { code: 'not_found', field: 'output' };
  const { zone, output } = found;
  if (UNTESTABLE.includes(output.class)) return { code: 'conflict', reason: 'not_testable' };
  if (turn.state.outputs[output.id]?.isOn) return { code: 'conflict', reason: 'output_on' };
  record(turn, {
    class: 'test',
    event: 'output_tested',
    zone: zone.id,
    actor: input.by.name,
    source: input.by.source,
    details: { output: output.id, optical_only: input.opticalOnly },
  });
  if (output.class === 'notification') {
    turn.effects.push({ kind: 'notify', zone: zone.id, reason: 'test', output: output.id });
    return undefined;
  }
  const testEndClock = turn.state.clock + TEST_MS;
  write(turn, output, { ...fresh(turn, true, testEndClock), testEndClock, isOpticalOnly: input.opticalOnly });
  return undefined;
}
