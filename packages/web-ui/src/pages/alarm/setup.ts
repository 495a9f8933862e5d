import type {
  AlarmOutput,
  AlarmOutputCandidate,
  AlarmSensor,
  AlarmSensorCandidate,
  AlarmZone,
  SysvarSummary,
} from '@ccu-gateway/contract/types';

/** Reaction that a person chose for a sensor; `off` for one that is not part of the zone. */
export type Choice = 'off' | 'instant' | 'entry' | 'follower';

/** Identity of a candidate, which is also the id of its sensor or output. */
export const keyOf = (candidate: { readonly channel_address: string; readonly parameter?: string }): string =>
  [candidate.channel_address, candidate.parameter ?? 'out']
    .join('-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]/g, '-')
    .slice(-40)
    .replace(/^[^a-z0-9]+/, '');

/** Name of a candidate for people. */
export const nameOf = ({
  channel_name,
  device_name,
  device_address,
}: AlarmSensorCandidate | AlarmOutputCandidate): string => channel_name ?? device_name ?? device_address;

/** Types of sensors that may chime: motion would do so all day. */
const CHIMING: ReadonlySet<string> = new Set(['door', 'window']);

/** A sensor as the setup adds it: motion counts in the mode for leaving, and a hazard always. */
export function sensorOf(
  candidate: AlarmSensorCandidate,
  choice: Exclude<Choice, 'off'>,
  withChime: boolean,
): AlarmSensor {
  const { central, interface_id, channel_address, parameter, active_values } = candidate;
  const isHazard = candidate.type === 'hazard';
  return {
    id: keyOf(candidate),
    central,
    interface_id,
    channel_address,
    parameter,
    type: choice === 'entry' ? 'door' : candidate.type,
    name: nameOf(candidate).slice(0, 100),
    config: {
      modes: isHazard ? [] : candidate.type === 'motion' ? ['full'] : ['full', 'perimeter'],
      reaction: isHazard ? 'instant' : choice,
      always: isHazard,
      bypass: 'allowed',
      chime: withChime && CHIMING.has(candidate.type),
      active_values,
    },
  };
}

/** An output as the setup adds it, in its first class. */
export function outputOf(candidate: AlarmOutputCandidate): AlarmOutput {
  const [kind = 'alarm_light'] = candidate.classes;
  return {
    id: keyOf(candidate),
    class: kind,
    central: candidate.central,
    channel_address: candidate.channel_address,
    name: nameOf(candidate).slice(0, 100),
    config: { duration_ms: 180_000, stages: ['alarm'], modes: [] },
  };
}

/** Modes of a zone that the setup adds. */
export const SETUP_MODES = ['full', 'perimeter'] as const;

/** A zone with the two everyday modes. */
export function zoneOf(
  id: string,
  name: string,
  {
    schedules,
    ...seconds
  }: { readonly exit: number; readonly entry: number; readonly schedules: AlarmZone['config']['schedules'] },
): AlarmZone {
  const entry_delay_ms = seconds.entry * 1000;
  return {
    id,
    name,
    position: 0,
    config: {
      modes: {
        full: { exit_delay_ms: seconds.exit * 1000, entry_delay_ms },
        perimeter: { exit_delay_ms: 0, entry_delay_ms },
      },
      pre_alarm_ms: 0,
      alarm_ms: 180_000,
      cool_down_ms: 60_000,
      rearms: true,
      swinger_limit: 3,
      needs_code: { arm: false, disarm: true },
      groups: [],
      schedules,
    },
  };
}

/** A system variable, as far as the setup chooses by it. */
type Variable = Pick<SysvarSummary, 'name' | 'central' | 'value_type' | 'value_list' | 'is_internal'>;

/** States of a zone, each of which a list has an entry for. */
const STATES = 5;

/** True for a variable that can show the state of a zone. */
export const isMirror = ({ value_type, value_list = [], is_internal }: Variable): boolean =>
  is_internal !== true && (value_type !== 'LIST' || value_list.length >= STATES);

/** True for a variable that cannot tell an armed zone from one with an alarm. */
export const isTwofold = ({ value_type }: Variable): boolean => value_type === 'LOGIC' || value_type === 'ALARM';

/** Identity of a variable among those of all CCUs. */
export const variableKey = ({ central, name }: Variable): string => JSON.stringify([central, name]);

/** The output that shows the state of a zone in a variable. */
export function mirrorOf(variable: Variable, zone: string, trueWhile: 'armed' | 'triggered'): AlarmOutput {
  return {
    id: `${zone}-mirror`.slice(-40),
    class: 'sysvar_mirror',
    central: variable.central,
    channel_address: variable.name,
    name: variable.name.slice(0, 100),
    config: {
      duration_ms: 180_000,
      stages: ['alarm'],
      modes: [],
      ...(isTwofold(variable) ? { true_while: trueWhile } : {}),
    },
  };
}

/** Candidates that a person sees first: sirens before lights and sockets, and no light of a room. */
export const isSiren = ({ classes }: AlarmOutputCandidate): boolean =>
  classes.some((each) => each === 'acoustic_siren' || each === 'smoke_sounder');
