import type { ParameterDescription, WireValue } from '../house/types.js';
import { can, FLAG, OPERATION } from './defaults.js';
import type { LiveMessage } from './types.js';

/** Keeps the service and alarm messages that are on. */
export interface MessageBook {
  /** A report of a parameter; only parameters for faults raise or clear a message. */
  heard(channelAddress: string, parameter: string, value: WireValue, description: ParameterDescription): void;
  alarm(variable: string, on: boolean): void;
  all(): readonly LiveMessage[];
  byId(id: number): LiveMessage | undefined;
  /** How many of that kind are on, and when that changed last. */
  counted(kind: LiveMessage['kind']): { readonly count: number; readonly since: number };
  forgetDevice(address: string): void;
}

export function createMessageBook(nextId: () => number, now: () => number): MessageBook {
  const messages = new Map<string, LiveMessage>();
  const countedAt = { service: 0, alarm: 0 };

  function set(key: string, on: boolean, what: Omit<LiveMessage, 'id' | 'firstAt' | 'lastAt' | 'count'>): void {
    const known = messages.get(key);
    if (on === (known === undefined)) countedAt[what.kind] = now();
    if (!on) {
      messages.delete(key);
    } else if (known === undefined) {
      messages.set(key, { ...what, id: nextId(), firstAt: now(), lastAt: now(), count: 1 });
    } else {
      messages.set(key, { ...known, lastAt: now(), count: known.count + 1 });
    }
  }

  return {
    heard(channelAddress, parameter, value, description) {
      if (((description.FLAGS ?? 0) & FLAG.service) === 0) return;
      set(`${channelAddress}.${parameter}`, value === true || (typeof value === 'number' && value !== 0), {
        kind: 'service',
        channelAddress,
        parameter,
        quittable: can(description, OPERATION.write),
      });
    },
    alarm: (variable, on) => set(`alarm ${variable}`, on, { kind: 'alarm', variable, quittable: true }),
    all: () => [...messages.values()],
    byId: (id) => [...messages.values()].find((message) => message.id === id),
    counted: (kind) => ({
      count: [...messages.values()].filter((message) => message.kind === kind).length,
      since: countedAt[kind],
    }),
    forgetDevice(address) {
      for (const [key, message] of messages) {
        if (message.channelAddress?.startsWith(`${address}:`)) messages.delete(key);
      }
    },
  };
}
