import { expect, it } from 'vitest';
import { openBroker } from './broker.js';
import type { BrokerConnection } from './connection.js';
import { NO_LIMITS } from './limits.js';

const settings = { name: 'house', url: 'mqtt://127.0.0.1', clientId: 'a', verify: true } as const;
const last = { topic: 'state', payload: 'offline', qos: 1, retain: true } as const;

it('ends a connection that a broker accepts while it is closed', async () => {
  let cuts = 0;
  let said = 0;
  let accept: (connection: BrokerConnection) => void = () => {};
  const accepted = new Promise<BrokerConnection>((resolve) => {
    accept = resolve;
  });
  const broker = openBroker({
    settings,
    will: last,
    onConnected: async () => {
      said += 1;
    },
    onDelivery: () => {},
    onOversized: () => {},
    onLimitFound: () => {},
    onState: () => {},
    onFault: () => {},
    environment: { now: () => 0, random: () => 0, wait: () => Promise.resolve(), connect: () => accepted },
  });
  const closing = broker.close(last);
  accept(
    connectionThat({
      cut: () => {
        cuts += 1;
      },
    }),
  );
  await closing;
  expect({ cuts, said, state: broker.state.state }).toEqual({ cuts: 1, said: 0, state: 'closed' });
});

it('continues where the calls for its states and connections fail, and reports each fault', async () => {
  const faults: unknown[] = [];
  const states: string[] = [];
  let connections = 0;
  let secondIsThere = () => {};
  const second = new Promise<void>((resolve) => {
    secondIsThere = resolve;
  });
  const broker = openBroker({
    settings,
    will: last,
    onConnected: () => {
      connections += 1;
      if (connections === 2) secondIsThere();
      throw new Error('no connection');
    },
    onDelivery: () => {},
    onOversized: () => {},
    onLimitFound: () => {},
    onState: ({ state }) => {
      states.push(state);
      throw new Error('no state');
    },
    onFault: (error) => faults.push((error as Error).message),
    environment: {
      now: () => 0,
      random: () => 0,
      wait: () => new Promise((settle) => setImmediate(settle)),
      connect: async () => connectionThat({}),
    },
  });
  await second;
  await broker.close(last);
  expect(states.slice(0, 4)).toEqual(['connecting', 'connected', 'waiting', 'connecting']);
  expect(states.at(-1)).toBe('closed');
  expect(new Set(faults)).toEqual(new Set(['no state', 'no connection']));
});

function connectionThat(more: Partial<BrokerConnection>): BrokerConnection {
  return {
    version: 5,
    limits: NO_LIMITS,
    answers: { owed: 0, given: 0 },
    isOpen: () => true,
    send: () => {},
    publish: async () => {},
    subscribe: async () => [],
    unsubscribe: async () => {},
    close: async () => {},
    cut: () => {},
    ...more,
  };
}
