import { type Behaviour, type Drafted, draft, urgentDraft } from '../model/custom.js';
import type { Parameters } from '../model/parameters.js';
import type { Channel } from '../model/state.js';
import { COMBINED_PARAMETERS, combinedText } from '../values/combined.js';
import { canWrite, FULL, motionOf, numberOf, optionOf, ownReading, percentOf, reading, statePoints } from './read.js';

const slatsOf = (channel: Channel): string | undefined =>
  ['LEVEL_2', 'LEVEL_SLATS'].find((parameter) => canWrite(channel, parameter));

/** Position: that of its group, unless people want to see the channel itself. */
const standing = (channel: Channel, parameter: string): number | null =>
  numberOf((channel.device.central.behaviour.groupCoverState ? reading : ownReading)(channel, parameter));

const percent = (parameters: Parameters, name: string): number | undefined =>
  parameters.number(name, { min: 0, max: 100 });

/** Shutters and blinds: 0 is closed, 100 is open. */
export const coverBehaviour: Behaviour = {
  category: 'cover',
  kind: 'cover',
  parameter: 'LEVEL',
  sources: (channel) => statePoints(channel, 'LEVEL', 'ACTIVITY_STATE', 'DIRECTION'),
  operations: (channel) => ['open', 'close', 'set_position', ...(canWrite(channel, 'STOP') ? ['stop'] : [])],
  capabilities: (channel) => ({ position: true, stop: canWrite(channel, 'STOP'), tilt: false }),
  config: () => ({}),
  state: coverState,
  plan(channel, operation, parameters) {
    switch (operation) {
      case 'open':
        return draft(channel, { LEVEL: 1 });
      case 'close':
        return draft(channel, { LEVEL: 0 });
      case 'stop':
        return urgentDraft(channel, { STOP: true });
      default: {
        const position = parameters.requiredNumber('position', { min: 0, max: 100 }) ?? 0;
        return draft(channel, { LEVEL: position / 100 });
      }
    }
  },
};

function coverState(channel: Channel): Readonly<Record<string, unknown>> {
  const level = standing(channel, 'LEVEL');
  const position = percentOf(level);
  const motion = motionOf(channel);
  return {
    current_position: position,
    is_closed: position === null ? null : position === 0,
    is_opening: motion === null ? null : motion === 'up',
    is_closing: motion === null ? null : motion === 'down',
    // Window drives report a locked window as just below closed.
    ...(level !== null && level < 0 ? { is_locked: true } : {}),
  };
}

/** Window drives have a level below closed, which locks the window. */
export const canLockLevel = (channel: Channel): boolean =>
  channel.points.get('LEVEL')?.descriptor.specials.some(({ id }) => id === 'LOCKED') === true;

export const windowDriveBehaviour: Behaviour = {
  ...coverBehaviour,
  kind: 'cover_window',
  operations: (channel) => [...coverBehaviour.operations(channel), 'lock'],
  capabilities: (channel) => ({ ...coverBehaviour.capabilities(channel), lock: true }),
  state: (channel) => ({ is_locked: standing(channel, 'LEVEL') === null ? null : false, ...coverState(channel) }),
  plan: (channel, operation, parameters) =>
    operation === 'lock' ? draft(channel, { LEVEL: 'LOCKED' }) : coverBehaviour.plan(channel, operation, parameters),
};

export const blindBehaviour: Behaviour = {
  ...coverBehaviour,
  kind: 'cover_blind',
  sources: (channel) => statePoints(channel, 'LEVEL', 'LEVEL_2', 'LEVEL_SLATS', 'ACTIVITY_STATE', 'DIRECTION'),
  operations: (channel) => [...coverBehaviour.operations(channel), 'open_tilt', 'close_tilt', 'set_tilt_position'],
  capabilities: (channel) => ({ ...coverBehaviour.capabilities(channel), tilt: true }),
  state: (channel) => ({
    ...coverState(channel),
    current_tilt_position: percentOf(standing(channel, slatsOf(channel) ?? 'LEVEL_2')),
  }),
  plan: planBlind,
};

function planBlind(channel: Channel, operation: string, parameters: Parameters): Drafted {
  const slats = slatsOf(channel) ?? 'LEVEL_2';
  switch (operation) {
    case 'open':
      return both(channel, 1, 1);
    case 'close':
      return both(channel, 0, 0);
    case 'open_tilt':
      return tilted(channel, 1);
    case 'close_tilt':
      return tilted(channel, 0);
    case 'set_tilt_position':
      return tilted(channel, (parameters.requiredNumber('tilt_position', { min: 0, max: 100 }) ?? 0) / 100);
    case 'set_position': {
      const position = (parameters.requiredNumber('position', { min: 0, max: 100 }) ?? 0) / 100;
      const tilt = percent(parameters, 'tilt_position');
      return both(channel, position, tilt === undefined ? present(channel, slats) : tilt / 100);
    }
    default:
      return coverBehaviour.plan(channel, operation, parameters);
  }
}

/** BidCos turns slats by themselves; HmIP does nothing without the position, too. */
function tilted(channel: Channel, tilt: number): Drafted {
  return canWrite(channel, 'LEVEL_2')
    ? both(channel, present(channel, 'LEVEL'), tilt)
    : draft(channel, { LEVEL_SLATS: tilt });
}

/** Target if it moves, else position, as a share of one; `undefined` while nothing is known. */
function present(channel: Channel, parameter: string): number | undefined {
  const wanted = channel.points.get(parameter)?.pending?.value;
  const level = typeof wanted === 'number' ? wanted : standing(channel, parameter);
  return level === null || level > FULL ? undefined : Math.max(0, level);
}

/**
 * Position and slats in one movement, in the form of each generation. A movement without slats would turn them all the
 * way; an unknown part is sent as "stay", where the description has a value for that.
 */
function both(channel: Channel, position: number | undefined, tilt: number | undefined): Drafted {
  const slats = slatsOf(channel) ?? 'LEVEL_2';
  if (position === undefined || tilt === undefined) return partly(channel, { [slats]: tilt, LEVEL: position });
  const combined = COMBINED_PARAMETERS.find((parameter) => canWrite(channel, parameter));
  if (combined !== undefined) return draft(channel, { [combined]: combinedText(combined, position, tilt) });
  return draft(channel, { [slats]: tilt, LEVEL: position });
}

/** "As it is", in levels that can say so. */
const UNCHANGED = 1.01;

function partly(channel: Channel, levels: Readonly<Record<string, number | undefined>>): Drafted {
  // The older generation moves one without the other.
  if (slatsOf(channel) === 'LEVEL_SLATS') return draft(channel, { LEVEL: levels.LEVEL });
  const unknown = Object.keys(levels).filter((parameter) => levels[parameter] === undefined);
  const keeps = unknown.every((parameter) => (channel.points.get(parameter)?.descriptor.max ?? 0) >= UNCHANGED);
  if (keeps) return draft(channel, { ...levels, ...Object.fromEntries(unknown.map((name) => [name, UNCHANGED])) });
  return { ok: false, errors: unknown.map((field) => ({ field, reason: 'is not known yet: move the blind once' })) };
}

const GARAGE_POSITIONS: Readonly<Record<string, number>> = { CLOSED: 0, VENTILATION_POSITION: 10, OPEN: 100 };

const GARAGE_COMMANDS: Readonly<Record<string, string>> = {
  open: 'OPEN',
  close: 'CLOSE',
  stop: 'STOP',
  vent: 'PARTIAL_OPEN',
};

/** Sections of a door drive that mean movement. */
const OPENING = 2;
const CLOSING = 5;

/** A door knows three positions: the nearest one counts, but an open door is not left ajar. */
function commandFor(position = 0): string {
  if (position <= 10) return position === 10 ? 'PARTIAL_OPEN' : 'CLOSE';
  return position <= 50 ? 'PARTIAL_OPEN' : 'OPEN';
}

export const garageBehaviour: Behaviour = {
  category: 'cover',
  kind: 'cover_garage',
  parameter: 'DOOR_COMMAND',
  sources: (channel) => statePoints(channel, 'DOOR_STATE', 'PROCESS', 'SECTION'),
  operations: () => ['open', 'close', 'stop', 'vent', 'set_position'],
  capabilities: () => ({ position: true, stop: true, vent: true, tilt: false }),
  config: () => ({}),
  state(channel) {
    const door = optionOf(reading(channel, 'DOOR_STATE'));
    const moving = optionOf(reading(channel, 'PROCESS'));
    const section = numberOf(reading(channel, 'SECTION'));
    const position = door === null ? undefined : GARAGE_POSITIONS[door];
    return {
      current_position: position ?? null,
      is_closed: door === null || position === undefined ? null : door === 'CLOSED',
      is_moving: moving === null ? null : moving === 'NOT_STABLE',
      is_opening: section === null ? null : section === OPENING,
      is_closing: section === null ? null : section === CLOSING,
      door_state: door,
    };
  },
  plan(channel, operation, parameters) {
    const command =
      GARAGE_COMMANDS[operation] ?? commandFor(parameters.requiredNumber('position', { min: 0, max: 100 }));
    const values = { DOOR_COMMAND: command };
    return operation === 'stop' ? urgentDraft(channel, values) : draft(channel, values);
  },
};
