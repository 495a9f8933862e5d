import type { Plan } from '../config/plan.js';
import type { ZoneConfig } from '../model/config.js';
import type { Effect, JournalEntry } from '../model/input.js';
import {
  type AlarmState,
  NEW_SENSOR,
  NEW_ZONE,
  type OutputState,
  type SensorState,
  type ZoneState,
} from '../model/state.js';

/** One step under way: the state so far, and the effects so far. */
export interface Turn {
  readonly plan: Plan;
  readonly effects: Effect[];
  state: AlarmState;
}

export const zoneState = ({ state }: Turn | { readonly state: AlarmState }, id: string): ZoneState =>
  state.zones[id] ?? NEW_ZONE;

export const sensorState = ({ state }: Turn | { readonly state: AlarmState }, id: string): SensorState =>
  state.sensors[id] ?? NEW_SENSOR;

export function setZone(turn: Turn, id: string, change: Partial<ZoneState>): void {
  const zones = { ...turn.state.zones, [id]: { ...zoneState(turn, id), ...change } };
  turn.state = { ...turn.state, zones };
}

export function setOutput(turn: Turn, id: string, output: OutputState | undefined): void {
  const { [id]: _, ...others } = turn.state.outputs;
  turn.state = { ...turn.state, outputs: output === undefined ? others : { ...others, [id]: output } };
}

export function record(turn: Turn, entry: Omit<JournalEntry, 'at'>): void {
  turn.effects.push({ kind: 'journal', entry: { at: turn.state.at, ...entry } });
}

/** Calls for help through the outputs of the class `notification`. A zone without one is announced all the same. */
export function notify(
  turn: Turn,
  zone: ZoneConfig,
  call: { readonly reason: 'alarm' | 'duress' | 'tamper'; readonly incident?: number },
): void {
  const targets = zone.outputs.filter((output) => output.class === 'notification').map(({ id }) => id);
  for (const output of targets.length === 0 ? [undefined] : targets) {
    turn.effects.push({ kind: 'notify', zone: zone.id, ...call, ...(output === undefined ? {} : { output }) });
  }
}
