import { type NatsConnection, NatsConnectionImpl } from '@nats-io/transport-node';
import { expect, it, vi } from 'vitest';
import { endStale } from './stale.js';

function setup(connected: boolean) {
  const transport = { close: vi.fn(async () => {}) };
  const protocol = { connected, transport };
  const connection: NatsConnection = Object.assign(Object.create(NatsConnectionImpl.prototype), { protocol });
  const due: (() => void)[] = [];
  const waits: number[] = [];
  const told = endStale(connection, (ms, run) => {
    waits.push(ms);
    due.push(run);
  });
  return { told, transport, protocol, waits, pass: () => due.splice(0).forEach((run) => void run()) };
}

it.each(['staleConnection', 'forceReconnect'])(
  'closes the way of a connection a second after the status %s',
  (type) => {
    const { told, transport, waits, pass } = setup(true);
    told('ping');
    told(type);
    expect(waits).toEqual([1_000]);
    expect(transport.close).not.toHaveBeenCalled();
    pass();
    expect(transport.close).toHaveBeenCalledOnce();
  },
);

it('closes neither a way that is being opened, nor the one after it', () => {
  const opening = setup(false);
  opening.told('forceReconnect');
  opening.pass();
  expect(opening.transport.close).not.toHaveBeenCalled();
  const open = setup(true);
  const next = { close: vi.fn(async () => {}) };
  open.told('staleConnection');
  open.protocol.transport = next;
  open.pass();
  expect(open.transport.close).toHaveBeenCalledOnce();
  expect(next.close).not.toHaveBeenCalled();
});
