import type { NodeConfig } from '../red/red.js';
import type { EventMessage } from './event-message.js';
import { textOf } from './fields.js';

/** Data points whose last value a node remembers. The installations that the gateway is made for have half as many. */
const MOST_REMEMBERED = 50_000;

/** A test of messages by the form of an event node: every field that is filled in must fit. */
export function createFilter(config: NodeConfig): (message: EventMessage) => boolean {
  const kinds = textOf(config, 'events') === 'control' ? ['control'] : ['value', 'trigger'];
  const central = textOf(config, 'central');
  const device = textOf(config, 'device');
  const channel = textOf(config, 'channel');
  const parameter = textOf(config, 'parameter');
  const room = textOf(config, 'room');
  const fn = textOf(config, 'function');
  return (message) =>
    kinds.includes(message.kind) &&
    (central === undefined || message.central === central) &&
    (device === undefined || message.device === device) &&
    (channel === undefined || String(message.channel) === channel) &&
    (parameter === undefined || message.parameter === parameter) &&
    (room === undefined || message.rooms.includes(room)) &&
    (fn === undefined || message.functions.includes(fn));
}

/** A test for values: true where it differs from the value before. A key press is always news. */
export function createChangeFilter(): (message: EventMessage) => boolean {
  const known = new Map<string, string>();
  return ({ topic, kind, payload, previous }) => {
    if (kind === 'trigger') return true;
    const value = JSON.stringify(payload) ?? '';
    const before = known.get(topic) ?? JSON.stringify(previous);
    // The oldest one first, so that the value before is the one of the event.
    if (known.size >= MOST_REMEMBERED)
      for (const [oldest] of known) {
        known.delete(oldest);
        break;
      }
    known.set(topic, value);
    return value !== before;
  };
}
