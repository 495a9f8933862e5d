import type { Frame } from '../socket.js';

/**
 * What was told in the wrong order by those who only say that something is there or is not: links, devices, and the CCU as
 * a whole. Each says "gone" and "back" in turns, beginning and ending with a house in which all is well.
 */
export function wrongTurns(frames: readonly Frame[]): readonly string[] {
  const turns = new Map<string, boolean[]>();
  const states = ['running'];
  const wrong: string[] = [];
  const turn = (who: string, isThere: boolean) => turns.set(who, [...(turns.get(who) ?? []), isThere]);
  for (const { type, payload } of frames) {
    if (type === 'connectivity.changed') turn(payload.interface_id, payload.reachable);
    if (type === 'device.availability_changed') turn(payload.device_address, payload.available);
    if (type !== 'central.state_changed') continue;
    if (payload.old_state !== states.at(-1)) wrong.push(`${payload.old_state} after ${states.at(-1)}`);
    states.push(payload.new_state);
  }
  for (const [who, told] of turns) {
    if (told.length % 2 === 1 || told.some((isThere, i) => isThere !== (i % 2 === 1))) wrong.push(`${who}: ${told}`);
  }
  return states.at(-1) === 'running' ? wrong : [...wrong, `ends ${states.at(-1)}`];
}
