import { type Behaviour, type Drafted, urgentDraft } from '../model/custom.js';
import type { Channel, DataPoint } from '../model/state.js';
import { canWrite, flagOf, motionOf, optionOf, reading, statePoints } from './read.js';

/** The lock itself reports it, or the maintenance channel does. */
const jammedPoint = (channel: Channel): DataPoint | undefined =>
  channel.points.get('ERROR_JAMMED') ?? channel.device.channels.get(0)?.points.get('ERROR_JAMMED');

/** HmIP door locks: a target is written, the state reported. */
export const targetLockBehaviour: Behaviour = {
  category: 'lock',
  kind: 'lock',
  parameter: 'LOCK_TARGET_LEVEL',
  sources(channel) {
    const jammed = jammedPoint(channel);
    return [...statePoints(channel, 'LOCK_STATE', 'ACTIVITY_STATE'), ...(jammed === undefined ? [] : [jammed])];
  },
  operations: () => ['lock', 'unlock', 'open'],
  capabilities: () => ({ open: true }),
  config: () => ({}),
  state(channel) {
    const locked = optionOf(reading(channel, 'LOCK_STATE'));
    const motion = motionOf(channel);
    return {
      is_locked: locked === null || locked === 'UNKNOWN' ? null : locked === 'LOCKED',
      is_locking: motion === null ? null : motion === 'down',
      is_unlocking: motion === null ? null : motion === 'up',
      is_jammed: flagOf(jammedPoint(channel)),
    };
  },
  plan: (channel, operation) =>
    urgentDraft(channel, {
      LOCK_TARGET_LEVEL: { lock: 'LOCKED', unlock: 'UNLOCKED', open: 'OPEN' }[operation],
    }),
};

/** KeyMatic: `STATE` is true while unlocked. */
export const keyMaticBehaviour: Behaviour = {
  category: 'lock',
  kind: 'lock',
  parameter: 'STATE',
  sources: (channel) => statePoints(channel, 'STATE', 'STATE_UNCERTAIN', 'DIRECTION', 'ERROR'),
  operations: (channel) => ['lock', 'unlock', ...(canWrite(channel, 'OPEN') ? ['open'] : [])],
  capabilities: (channel) => ({ open: canWrite(channel, 'OPEN') }),
  config: () => ({}),
  state(channel) {
    const unlocked = flagOf(reading(channel, 'STATE'));
    const motion = motionOf(channel);
    const error = optionOf(reading(channel, 'ERROR'));
    return {
      // Somebody may have turned the key by hand.
      is_locked: unlocked === null || flagOf(reading(channel, 'STATE_UNCERTAIN')) === true ? null : !unlocked,
      is_locking: motion === null ? null : motion === 'down',
      is_unlocking: motion === null ? null : motion === 'up',
      is_jammed: error === null ? null : error !== 'NO_ERROR',
    };
  },
  plan: (channel, operation) =>
    operation === 'open'
      ? urgentDraft(channel, { OPEN: true })
      : urgentDraft(channel, { STATE: operation === 'unlock' }),
};

/** The keys on the device itself, locked by a MASTER parameter; its value is known once MASTER has been read. */
export const buttonLockBehaviour: Behaviour = {
  category: 'lock',
  kind: 'lock_button',
  parameter: 'BUTTON_LOCK',
  sources: () => [],
  operations: () => ['lock', 'unlock'],
  capabilities: () => ({ open: false }),
  config: () => ({}),
  state(channel) {
    const value = buttonLockHolder(channel).master.get('GLOBAL_BUTTON_LOCK');
    return { is_locked: value === undefined ? null : value === true || value === 1 };
  },
  plan: (channel, operation): Drafted => ({
    ok: true,
    drafts: [
      { holder: buttonLockHolder(channel), key: 'MASTER', values: { GLOBAL_BUTTON_LOCK: operation === 'lock' } },
    ],
  }),
};

const BUTTON_LOCK = 'GLOBAL_BUTTON_LOCK';

/** HmIP keeps the parameter on channel 0, BidCos on the device. */
function buttonLockHolder(channel: Channel) {
  const own = channel.paramsets.get('MASTER');
  return own !== undefined && Object.hasOwn(own, BUTTON_LOCK) ? channel : channel.device;
}

export function hasButtonLock(channel: Channel): boolean {
  const described = buttonLockHolder(channel).paramsets.get('MASTER');
  return channel.number === 0 && described !== undefined && Object.hasOwn(described, BUTTON_LOCK);
}
