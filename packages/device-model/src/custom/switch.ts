import { type Behaviour, draft, urgentDraft } from '../model/custom.js';
import type { Channel } from '../model/state.js';
import { readDuration, timeValues } from './duration.js';
import { canWrite, flagOf, reading, statePoints } from './read.js';

const hasTimer = (channel: Channel): boolean => canWrite(channel, 'ON_TIME');

/** Anything with one writable `STATE`. */
export const switchBehaviour: Behaviour = {
  category: 'switch',
  kind: 'switch',
  parameter: 'STATE',
  sources: (channel) => statePoints(channel, 'STATE'),
  operations: () => ['turn_on', 'turn_off'],
  capabilities: (channel) => ({ on_time: hasTimer(channel) }),
  config: () => ({}),
  state: (channel) => ({ is_on: flagOf(reading(channel, 'STATE')) }),
  plan(channel, operation, parameters) {
    if (operation === 'turn_off') return draft(channel, { STATE: false });
    const seconds = hasTimer(channel) ? readDuration(parameters, 'on_time') : undefined;
    return draft(channel, { ...(seconds === undefined ? {} : timeValues(channel, seconds, 'DURATION')), STATE: true });
  },
};

/** Rights of one person or code at a door: the permission is written as a command and shown as a state. */
export const accessPermissionBehaviour: Behaviour = {
  category: 'switch',
  kind: 'switch',
  parameter: 'ACCESS_AUTHORIZATION',
  sources: (channel) => statePoints(channel, 'STATE'),
  operations: () => ['turn_on', 'turn_off'],
  capabilities: () => ({ on_time: false }),
  config: () => ({}),
  state: (channel) => ({ is_on: flagOf(reading(channel, 'STATE')) }),
  plan: (channel, operation) =>
    draft(channel, { ACCESS_AUTHORIZATION: operation === 'turn_on' ? 'ENABLE' : 'DISABLE' }),
};

/** The same where command and state are one parameter. */
export const permissionStateBehaviour: Behaviour = {
  ...accessPermissionBehaviour,
  parameter: 'PERMISSION_STATE',
  sources: (channel) => statePoints(channel, 'PERMISSION_STATE'),
  state: (channel) => ({ is_on: flagOf(reading(channel, 'PERMISSION_STATE')) }),
  plan: (channel, operation) => draft(channel, { PERMISSION_STATE: operation === 'turn_on' }),
};

/** The same wire, but water flows. */
export const valveBehaviour: Behaviour = {
  ...switchBehaviour,
  category: 'valve',
  kind: 'valve',
  operations: () => ['open', 'close'],
  state: (channel) => ({ is_open: flagOf(reading(channel, 'STATE')) }),
  plan: (channel, operation, parameters) =>
    switchBehaviour.plan(channel, operation === 'open' ? 'turn_on' : 'turn_off', parameters),
};

/** The older sirens: a switch that must never wait in a queue. */
export const switchSirenBehaviour: Behaviour = {
  ...switchBehaviour,
  category: 'siren',
  kind: 'siren',
  plan(channel, operation, parameters) {
    const planned = switchBehaviour.plan(channel, operation, parameters);
    return planned.ok ? { ...planned, urgent: true } : planned;
  },
};

export const sirenBehaviour: Behaviour = {
  category: 'siren',
  kind: 'siren',
  parameter: 'ACOUSTIC_ALARM_SELECTION',
  sources: (channel) => statePoints(channel, 'ACOUSTIC_ALARM_ACTIVE', 'OPTICAL_ALARM_ACTIVE'),
  operations: () => ['turn_on', 'turn_off'],
  capabilities: () => ({ tones: true, lights: true, duration: true }),
  config: (channel) => ({
    available_tones: channel.points.get('ACOUSTIC_ALARM_SELECTION')?.descriptor.valueList ?? [],
    available_lights: channel.points.get('OPTICAL_ALARM_SELECTION')?.descriptor.valueList ?? [],
  }),
  state(channel) {
    const acoustic = flagOf(reading(channel, 'ACOUSTIC_ALARM_ACTIVE'));
    const optical = flagOf(reading(channel, 'OPTICAL_ALARM_ACTIVE'));
    const alarms = statePoints(channel, 'ACOUSTIC_ALARM_ACTIVE', 'OPTICAL_ALARM_ACTIVE').map(flagOf);
    const isSilent = alarms.length > 0 && alarms.every((each) => each === false);
    return {
      is_on: acoustic === true || optical === true ? true : isSilent ? false : null,
      acoustic_alarm_active: acoustic,
      optical_alarm_active: optical,
    };
  },
  plan(channel, operation, parameters) {
    const on = operation === 'turn_on';
    const tones = channel.points.get('ACOUSTIC_ALARM_SELECTION')?.descriptor.valueList ?? [];
    const lights = channel.points.get('OPTICAL_ALARM_SELECTION')?.descriptor.valueList ?? [];
    // The first option of each is silence and darkness; the device acts only when all four arrive together.
    const tone = (on ? parameters.text('tone', tones) : undefined) ?? tones[on ? 1 : 0];
    const light = (on ? parameters.text('light', lights) : undefined) ?? lights[on ? 1 : 0];
    const seconds = (on ? readDuration(parameters, 'duration') : undefined) ?? (on ? 60 : 0);
    return urgentDraft(channel, {
      ACOUSTIC_ALARM_SELECTION: tone,
      OPTICAL_ALARM_SELECTION: light,
      ...timeValues(channel, seconds, 'DURATION'),
    });
  },
};

const ALARMING: ReadonlySet<string> = new Set(['PRIMARY_ALARM', 'SECONDARY_ALARM', 'INTRUSION_ALARM']);

/** Smoke detectors that can be used as sirens. */
export const smokeSirenBehaviour: Behaviour = {
  category: 'siren',
  kind: 'siren_smoke',
  parameter: 'SMOKE_DETECTOR_COMMAND',
  sources: (channel) => statePoints(channel, 'SMOKE_DETECTOR_ALARM_STATUS'),
  operations: () => ['turn_on', 'turn_off'],
  capabilities: () => ({ tones: false, lights: false, duration: false }),
  config: () => ({}),
  state(channel) {
    const point = reading(channel, 'SMOKE_DETECTOR_ALARM_STATUS');
    const option = point?.descriptor.valueList?.[Number(point.value)];
    return { is_on: point?.value === undefined ? null : ALARMING.has(option ?? ''), alarm_status: option ?? null };
  },
  plan: (channel, operation) =>
    urgentDraft(channel, {
      SMOKE_DETECTOR_COMMAND: operation === 'turn_on' ? 'INTRUSION_ALARM' : 'INTRUSION_ALARM_OFF',
    }),
};
