import type { ConfirmReason } from '@ccu-gateway/contract/types';
import type { Draft } from '../recipe/draft.js';
import type { Condition, Receiver } from '../recipe/parameters.js';
import { optionOf } from '../recipe/parameters.js';
import type { SenderKind } from '../recipe/senders.js';
import type { KindKey } from '../recipe/texts.js';
import { conditionsOf, jumpTo, type Kind, knowsJump, recipe, type Senders } from './kind.js';
import { sensorPress } from './switching.js';

type Targets = Readonly<Record<string, readonly string[]>>;

/** A kind whose presses all jump to the same targets. */
interface Same {
  readonly id: number;
  readonly key: KindKey;
  readonly confirm?: ConfirmReason;
  readonly targets: Targets;
  fits(receiver: Receiver): boolean;
  readonly more?: (draft: Draft) => boolean;
  /** Senders other than keys, and the condition at which their signal counts. */
  readonly sensed?: Condition;
}

const SENSORS: readonly SenderKind[] = ['contact', 'condition'];

function same({ id, key, confirm, targets, fits, more, sensed }: Same): Kind {
  return {
    id,
    key,
    senders: sensed === undefined ? ['key'] : SENSORS,
    ...(confirm === undefined ? { isHarmless: true } : { confirm }),
    make: (receiver: Receiver, senders: Senders) =>
      recipe(receiver, (draft) => {
        if (!fits(receiver)) return false;
        const presses = sensed === undefined ? receiver.presses : (['SHORT'] as const);
        const jumps = presses.every(
          (press) => jumpTo(draft, press, targets) && conditionsOf(draft, press, sensed ?? 'GE_LO'),
        );
        for (const press of presses) {
          for (const time of ['ON_TIME', 'OFF_TIME']) draft.forever(press, time);
        }
        return jumps && (more?.(draft) ?? true) && (sensed === undefined || sensorOnly(draft, senders));
      }),
  };
}

function sensorOnly(draft: Draft, senders: Senders): boolean {
  if (!senders.has('key') || !draft.receiver.presses.includes('LONG')) return true;
  if (draft.receiver.find('LONG', 'ACTION_TYPE') !== undefined) return sensorPress(draft, senders);
  return jumpTo(draft, 'LONG', allTo('NOP'));
}

const allTo = (...words: readonly string[]): Targets => ({ OFF: words, ON: words, RAMPON: words, RAMPOFF: words });

const isLock = (receiver: Receiver): boolean => knowsJump(receiver, 'LOCK') && knowsJump(receiver, 'UNLOCK');

const LOCKS: readonly Kind[] = [
  { id: 80, key: 'lock', targets: allTo('LOCK'), fits: isLock } as const,
  { id: 81, key: 'unlock', confirm: 'unlock', targets: allTo('UNLOCK'), fits: isLock } as const,
  { id: 82, key: 'open_door', confirm: 'unlock', targets: allTo('OPEN'), fits: isLock } as const,
  {
    id: 83,
    key: 'lock_unlock',
    confirm: 'unlock',
    targets: { OFF: ['UNLOCK'], ON: ['LOCK'] },
    fits: isLock,
  } as const,
  { id: 84, key: 'lock_when_closed', targets: allTo('LOCK'), fits: isLock, sensed: 'LT_LO' } as const,
].map(same);

/** The drive of a garage door: a jump to on stops it. */
const isDoor = (receiver: Receiver): boolean => knowsJump(receiver, 'PARTIAL_OPEN');
const STOP: Targets = { OFF: ['NOP'], ON: ['NOP'], RAMPON: ['ON'], RAMPOFF: ['ON'] };

const DOORS: readonly Kind[] = [
  { id: 90, key: 'door_open', confirm: 'open', targets: allTo('RAMP_ON'), fits: isDoor } as const,
  { id: 91, key: 'door_close', targets: allTo('RAMP_OFF'), fits: isDoor } as const,
  { id: 92, key: 'door_stop', targets: STOP, fits: isDoor } as const,
  { id: 93, key: 'door_ventilate', confirm: 'open', targets: allTo('PARTIAL_OPEN'), fits: isDoor } as const,
  {
    id: 94,
    key: 'door_open_close',
    confirm: 'open',
    targets: { ...STOP, OFF: ['RAMP_ON'], ON: ['RAMP_OFF'] },
    fits: isDoor,
  } as const,
  { id: 95, key: 'door_close_when', targets: allTo('RAMP_OFF'), fits: isDoor, sensed: 'GE_LO' } as const,
].map(same);

/** A window drive has speeds; its lowest level also locks the window. */
const isWindow = ({ find }: Receiver): boolean => find('SHORT', 'RAMPON_SPEED') !== undefined;
const OPEN: Targets = {
  OFF: ['RAMPON'],
  ON: ['RAMPON'],
  RAMPON: ['RAMPON(INCREASE_SPEED)'],
  RAMPOFF: ['OFF(ABORT_RAMP)'],
};
const CLOSE: Targets = {
  OFF: ['RAMPOFF'],
  ON: ['RAMPOFF'],
  RAMPON: ['ON(ABORT_RAMP)'],
  RAMPOFF: ['RAMPOFF(INCREASE_SPEED)'],
};

function askOpening(draft: Draft): boolean {
  const { presses } = draft.receiver;
  return draft.askNumber('position', presses, 'ON_LEVEL', { default: 100, min: 1, max: 100, factor: 0.01, unit: '%' });
}

function closed(draft: Draft): boolean {
  for (const press of draft.receiver.presses) draft.set(press, 'OFF_LEVEL', LOCKED);
  return optionOf(draft.receiver.find('SHORT', 'JT_ON'), 'RAMPOFF') !== undefined;
}

/** Closed and locked, as window drives store it. */
const LOCKED = -0.005;

const WINDOWS: readonly Kind[] = [
  { id: 100, key: 'window_open', confirm: 'open', targets: OPEN, fits: isWindow, more: askOpening } as const,
  { id: 101, key: 'window_close', targets: CLOSE, fits: isWindow, more: closed } as const,
  {
    id: 102,
    key: 'window_open_close',
    confirm: 'open',
    targets: { OFF: ['RAMPON'], ON: ['RAMPOFF'], RAMPON: ['RAMPOFF'], RAMPOFF: ['RAMPON'] },
    fits: isWindow,
    more: askOpening,
  } as const,
  {
    id: 103,
    key: 'window_close_when',
    targets: allTo('RAMPOFF'),
    fits: isWindow,
    more: closed,
    sensed: 'GE_LO',
  } as const,
].map(same);

/** Locks, garage doors and window drives. */
export const LOCKING: readonly Kind[] = [...LOCKS, ...DOORS, ...WINDOWS];
