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
    environment: { now: () => 0, random: () => 0, wait: () => Promise.resolve(), connect: () => accepted },
  });
  const closing = broker.close(last);
  accept({
    version: 5,
    limits: NO_LIMITS,
    isOpen: () => true,
    send: () => {},
    publish: async () => {},
    subscribe: async () => [],
    unsubscribe: async () => {},
    close: async () => {},
    cut: () => {
      cuts += 1;
    },
  });
  await closing;
  expect({ cuts, said, state: broker.state.state }).toEqual({ cuts: 1, said: 0, state: 'closed' });
});
