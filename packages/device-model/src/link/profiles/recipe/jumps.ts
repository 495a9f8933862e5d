import type { Draft } from './draft.js';
import { type Condition, type LinkParameter, optionOf, type Press, type Receiver } from './parameters.js';

/** States of an actor, in the words of its `JT_` parameters: what it does, is about to do, or is moving towards. */
export const STATES = ['OFF', 'ONDELAY', 'REFON', 'RAMPON', 'ON', 'OFFDELAY', 'REFOFF', 'RAMPOFF'] as const;
export type State = (typeof STATES)[number];

/** States that lead to on, or are it. */
const UPWARD: ReadonlySet<State> = new Set(['ONDELAY', 'REFON', 'RAMPON', 'ON']);

/** For each state the next one after a press, the preferred one first. */
export type Jumps = Readonly<Record<State, readonly (State | 'NOP')[]>>;

/** Lights and sockets: on after the delay, and at once where it is already on its way. */
export const SWITCH_ON: Jumps = {
  OFF: ['ONDELAY', 'RAMPON', 'ON'],
  ONDELAY: ['RAMPON', 'ON'],
  REFON: ['RAMPON', 'ON'],
  RAMPON: ['ON'],
  ON: ['ON'],
  OFFDELAY: ['ON'],
  REFOFF: ['RAMPON', 'ON'],
  RAMPOFF: ['RAMPON', 'ON'],
};

export const SWITCH_OFF: Jumps = {
  OFF: ['OFF'],
  ONDELAY: ['OFF'],
  REFON: ['OFF'],
  RAMPON: ['OFFDELAY', 'OFF'],
  ON: ['OFFDELAY', 'RAMPOFF', 'OFF'],
  OFFDELAY: ['RAMPOFF', 'OFF'],
  REFOFF: ['RAMPOFF', 'OFF'],
  RAMPOFF: ['OFF'],
};

export const SWITCH_TOGGLE: Jumps = {
  ...SWITCH_ON,
  ON: SWITCH_OFF.ON,
  OFFDELAY: SWITCH_OFF.OFFDELAY,
  RAMPOFF: SWITCH_OFF.RAMPOFF,
};

/** Lights and sockets follow a sensor: each state leads to the other side. */
export const FOLLOW: Jumps = {
  OFF: SWITCH_ON.OFF,
  ONDELAY: ['OFF'],
  REFON: ['RAMPOFF', 'OFF'],
  RAMPON: ['RAMPOFF', 'OFF'],
  ON: SWITCH_OFF.ON,
  OFFDELAY: ['ON'],
  REFOFF: ['RAMPON', 'ON'],
  RAMPOFF: ['RAMPON', 'ON'],
};

/** Shutters: a press that moves it up stops it where it moves down. */
export const MOVE_UP: Jumps = {
  OFF: ['ONDELAY', 'RAMPON'],
  ONDELAY: ['REFON', 'RAMPON'],
  REFON: ['RAMPON'],
  RAMPON: ['RAMPON'],
  ON: ['ONDELAY', 'RAMPON'],
  OFFDELAY: ['ONDELAY', 'RAMPON'],
  REFOFF: ['OFF'],
  RAMPOFF: ['OFF'],
};

export const MOVE_DOWN: Jumps = {
  OFF: ['OFFDELAY', 'RAMPOFF'],
  ONDELAY: ['OFFDELAY', 'RAMPOFF'],
  REFON: ['ON'],
  RAMPON: ['ON'],
  ON: ['OFFDELAY', 'RAMPOFF'],
  OFFDELAY: ['REFOFF', 'RAMPOFF'],
  REFOFF: ['RAMPOFF'],
  RAMPOFF: ['RAMPOFF'],
};

/** Moves the other way, or stops. */
export const MOVE_TOGGLE: Jumps = {
  OFF: MOVE_UP.OFF,
  ONDELAY: MOVE_UP.ONDELAY,
  REFON: ['ON'],
  RAMPON: ['ON'],
  ON: MOVE_DOWN.ON,
  OFFDELAY: MOVE_DOWN.OFFDELAY,
  REFOFF: ['OFF'],
  RAMPOFF: ['OFF'],
};

export const MOVE_STOP: Jumps = {
  OFF: ['NOP'],
  ONDELAY: ['OFF'],
  REFON: ['ON'],
  RAMPON: ['ON'],
  ON: ['NOP'],
  OFFDELAY: ['ON'],
  REFOFF: ['OFF'],
  RAMPOFF: ['OFF'],
};

/** Conditions of the states at which a press counts. */
export type Conditions = (state: State) => Condition;

/** Counts in each state: a key, or the event of a sensor. */
export const ALWAYS: Conditions = () => 'GE_LO';
/** On while the sensor is open or its condition is met. */
export const WHILE: Conditions = (state) => (UPWARD.has(state) ? 'LT_LO' : 'GE_LO');
/** Off meanwhile. */
export const UNLESS: Conditions = (state) => (UPWARD.has(state) ? 'GE_LO' : 'LT_LO');
/** On when it is dark. The own light of a lamp must not end the time, so the upper threshold counts while it is on. */
export const DARK: Conditions = (state) =>
  state === 'ON' || state === 'OFFDELAY' || state === 'RAMPON' ? 'LT_HI' : 'LT_LO';

const THRESHOLD = 50;

/** True for an actor with the states on and off, whose jumps are numbers of states. */
export function isMachine(receiver: Receiver): boolean {
  return ['ON', 'OFF'].every(
    (state) => optionOf(receiver.find('SHORT', `JT_${state}`), state) !== undefined || moves(receiver, state),
  );
}

/** A jump list may lack the state itself where the actor reaches it only by moving. */
const moves = (receiver: Receiver, state: string): boolean =>
  optionOf(receiver.find('SHORT', `JT_${state}`), `${state}DELAY`) !== undefined;

const hasState = (receiver: Receiver, state: State): boolean => receiver.find('SHORT', `JT_${state}`) !== undefined;

/**
 * Makes a press jump. False where the receiver cannot: it has no such action, or lacks a condition that differs from
 * `ALWAYS`.
 */
export function jump(draft: Draft, press: Press, jumps: Jumps, conditions: Conditions = ALWAYS): boolean {
  const { receiver } = draft;
  if (receiver.find(press, 'ACTION_TYPE') !== undefined && !draft.choose(press, 'ACTION_TYPE', ...JUMP)) return false;
  draft.choose(press, 'ELSE_ACTION_TYPE', 'INACTIVE');
  draft.choose(press, 'TOGGLE_USE', 'DONT_USE');
  draft.set(press, 'COND_VALUE_LO', THRESHOLD);
  for (const state of STATES) {
    const parameter = receiver.find(press, `JT_${state}`);
    if (parameter === undefined) continue;
    const target = targetOf(receiver, parameter, jumps[state]);
    if (target === undefined) return false;
    draft.set(press, `JT_${state}`, target);
    const condition = conditions(state);
    if (!draft.condition(press, state, condition) && condition !== 'GE_LO') return false;
  }
  return true;
}

const JUMP = ['JUMP', 'JUMP_TO_TARGET', 'ACTIVE'];

function targetOf(
  receiver: Receiver,
  parameter: LinkParameter,
  wanted: readonly (State | 'NOP')[],
): number | undefined {
  const word = wanted.find((each) => {
    // A word of a list that the actor has no state for leads nowhere.
    if (/^(RAMP|REF)/.test(each) && !hasState(receiver, each as State)) return false;
    return optionOf(parameter, each) !== undefined;
  });
  return word === undefined ? undefined : optionOf(parameter, word);
}

/** Makes a press do nothing. */
export function ignore(draft: Draft, press: Press): boolean {
  if (draft.choose(press, 'ACTION_TYPE', 'INACTIVE')) return true;
  return STATES.filter((state) => draft.receiver.find(press, `JT_${state}`) !== undefined).every((state) =>
    draft.choose(press, `JT_${state}`, 'NOP'),
  );
}
