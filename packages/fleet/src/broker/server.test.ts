import type { ServerInfo } from '@nats-io/transport-node';
import { describe, expect, it, vi } from 'vitest';
import { watchServer } from './server.js';

const anything: unknown = {};

function setup(servers: string | string[], known: string[] = []) {
  let time = 1_000;
  let server = 'one';
  const reconnect = vi.fn(async () => {});
  const info = { ...(anything as ServerInfo), connect_urls: known };
  const watched = watchServer({ info, getServer: () => server, reconnect }, { servers }, () => time);
  return {
    reconnect,
    praise: watched.praise,
    arriveAt(next: string) {
      server = next;
      watched.arrived();
    },
    doubtAfter(ms: number) {
      time += ms;
      watched.doubt();
    },
  };
}

describe('a server that takes connections and nothing else', () => {
  it('is given the time that servers need to elect a leader, and is left then', () => {
    const { doubtAfter, reconnect } = setup(['one', 'two']);
    doubtAfter(0);
    doubtAfter(9_999);
    expect(reconnect).not.toHaveBeenCalled();
    doubtAfter(1);
    expect(reconnect).toHaveBeenCalledOnce();
  });

  it('is left at once where the client has come back to it', () => {
    const { doubtAfter, arriveAt, reconnect } = setup(['one', 'two']);
    doubtAfter(0);
    doubtAfter(10_000);
    arriveAt('one');
    expect(reconnect).toHaveBeenCalledTimes(2);
    arriveAt('one');
    expect(reconnect).toHaveBeenCalledTimes(2);
  });

  it('leaves the next one as much time', () => {
    const { doubtAfter, arriveAt, reconnect } = setup(['one', 'two']);
    doubtAfter(0);
    doubtAfter(10_000);
    arriveAt('two');
    doubtAfter(10);
    doubtAfter(9_000);
    expect(reconnect).toHaveBeenCalledOnce();
    doubtAfter(1_000);
    expect(reconnect).toHaveBeenCalledTimes(2);
  });

  it('is kept where it has done its work in between', () => {
    const { doubtAfter, praise, reconnect } = setup(['one', 'two']);
    doubtAfter(0);
    praise();
    doubtAfter(10_000);
    expect(reconnect).not.toHaveBeenCalled();
  });

  it('is kept where there is no other', () => {
    const { doubtAfter, reconnect } = setup('one');
    doubtAfter(0);
    doubtAfter(10_000);
    expect(reconnect).not.toHaveBeenCalled();
  });

  it('is left for one that it has named itself', () => {
    const { doubtAfter, reconnect } = setup('one', ['two']);
    doubtAfter(0);
    doubtAfter(10_000);
    expect(reconnect).toHaveBeenCalledOnce();
  });
});
