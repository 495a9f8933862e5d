import type { ServerInfo } from '@nats-io/transport-node';
import { describe, expect, it, vi } from 'vitest';
import { createMover } from './moving.js';

const anything: unknown = {};

function setup(servers: string | string[], known: string[] = []) {
  let time = 1_000;
  let server = 'one';
  const reconnect = vi.fn(async () => {});
  const info = { ...(anything as ServerInfo), connect_urls: known };
  const mover = createMover({ info, getServer: () => server, reconnect }, { servers }, () => time);
  return {
    reconnect,
    stay: mover.stay,
    arriveAt(next: string) {
      server = next;
      mover.arrive();
    },
    moveOnAfter(ms: number) {
      time += ms;
      mover.moveOn();
    },
  };
}

describe('a server that takes connections and nothing else', () => {
  it('is given the time that servers need to elect a leader, and is left then', () => {
    const { moveOnAfter, reconnect } = setup(['one', 'two']);
    moveOnAfter(0);
    moveOnAfter(9_999);
    expect(reconnect).not.toHaveBeenCalled();
    moveOnAfter(1);
    expect(reconnect).toHaveBeenCalledOnce();
  });

  it('is left at once where the client has come back to it', () => {
    const { moveOnAfter, arriveAt, reconnect } = setup(['one', 'two']);
    moveOnAfter(0);
    moveOnAfter(10_000);
    arriveAt('one');
    expect(reconnect).toHaveBeenCalledTimes(2);
    arriveAt('one');
    expect(reconnect).toHaveBeenCalledTimes(2);
  });

  it('leaves the next one as much time', () => {
    const { moveOnAfter, arriveAt, reconnect } = setup(['one', 'two']);
    moveOnAfter(0);
    moveOnAfter(10_000);
    arriveAt('two');
    moveOnAfter(10);
    moveOnAfter(9_000);
    expect(reconnect).toHaveBeenCalledOnce();
    moveOnAfter(1_000);
    expect(reconnect).toHaveBeenCalledTimes(2);
  });

  it('is kept where it has done its work in between', () => {
    const { moveOnAfter, stay, reconnect } = setup(['one', 'two']);
    moveOnAfter(0);
    stay();
    moveOnAfter(10_000);
    expect(reconnect).not.toHaveBeenCalled();
  });

  it('is kept where there is no other', () => {
    const { moveOnAfter, reconnect } = setup('one');
    moveOnAfter(0);
    moveOnAfter(10_000);
    expect(reconnect).not.toHaveBeenCalled();
  });

  it('is left for one that it has named itself', () => {
    const { moveOnAfter, reconnect } = setup('one', ['two']);
    moveOnAfter(0);
    moveOnAfter(10_000);
    expect(reconnect).toHaveBeenCalledOnce();
  });
});
