import { describe, expect, it, vi } from 'vitest';
import { watchServer } from './server.js';

function setup(...servers: string[]) {
  let time = 0;
  let at = servers[0] ?? '';
  const reconnect = vi.fn(async () => {});
  const server = watchServer({ getServer: () => at, reconnect }, { servers }, () => time);
  return {
    ...server,
    reconnect,
    doubtAfter(ms: number) {
      time += ms;
      server.doubt();
    },
    arriveAt(next: string) {
      at = next;
      server.arrived();
    },
  };
}

describe('a server of NATS that buckets doubt', () => {
  it('is left after the time of an election, as is the next one', () => {
    const { doubtAfter, arriveAt, reconnect } = setup('one', 'two', 'three');
    doubtAfter(0);
    doubtAfter(9_999);
    expect(reconnect).not.toHaveBeenCalled();
    doubtAfter(1);
    arriveAt('two');
    doubtAfter(0);
    doubtAfter(9_999);
    expect(reconnect).toHaveBeenCalledOnce();
    doubtAfter(1);
    expect(reconnect).toHaveBeenCalledTimes(2);
  });

  it('is left once more where the client has come back to it', () => {
    const { doubtAfter, arriveAt, reconnect } = setup('one', 'two');
    doubtAfter(0);
    doubtAfter(10_000);
    arriveAt('one');
    arriveAt('one');
    expect(reconnect).toHaveBeenCalledTimes(2);
  });

  it('is kept where one bucket praises it, and where it is the only one', () => {
    const { doubtAfter, praise, reconnect } = setup('one', 'two');
    doubtAfter(0);
    praise();
    doubtAfter(10_000);
    expect(reconnect).not.toHaveBeenCalled();
    const alone = setup('one');
    alone.doubtAfter(0);
    alone.doubtAfter(10_000);
    expect(alone.reconnect).not.toHaveBeenCalled();
  });
});
