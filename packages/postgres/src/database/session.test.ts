import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { Library } from './library.js';
import { openSession } from './session.js';

const place = {
  ...{ host: '127.0.0.1', port: 5432, database: 'house', user: 'gateway', schema: 'ccu_gateway' },
  ...{ poolSize: 1, patienceMs: 5_000 },
};

/**
 * A session over a client that fails at one statement; `asked` lists its statements, `released` has true for a client
 * that is thrown away.
 */
function sessionThatFailsAt(statement: string, failure: Error) {
  const asked: string[] = [];
  const released: boolean[] = [];
  const client = Object.assign(new EventEmitter(), {
    async query(text: string) {
      asked.push(text);
      if (text === statement) throw failure;
      return { rows: [], rowCount: 0 };
    },
    release: (isBroken: boolean) => void released.push(isBroken),
  });
  class Pool extends EventEmitter {
    readonly totalCount = 0;
    connect = async () => client;
    async end() {}
  }
  // Of the library a session uses only this.
  const session = openSession({ Pool } as unknown as Library, place);
  const change = () => session.transaction('access', async (queries) => queries.count('INSERT INTO users'));
  return { asked, released, change };
}

describe('a transaction', () => {
  it('is not taken back on a connection that gives no answer: that is thrown away', async () => {
    const { asked, released, change } = sessionThatFailsAt('COMMIT', new Error('Query read timeout'));
    await expect(change()).rejects.toMatchObject({ code: 'storage_unavailable', outcomeUnknown: true });
    expect([asked.at(-1), released]).toEqual(['COMMIT', [true]]);
  });

  it('is taken back on one that refuses, which goes on', async () => {
    const refused = Object.assign(new Error('no room'), { code: '53100' });
    const { asked, released, change } = sessionThatFailsAt('INSERT INTO users', refused);
    await expect(change()).rejects.toMatchObject({ code: 'storage_full', outcomeUnknown: false });
    expect([asked.at(-1), released]).toEqual(['ROLLBACK', [false]]);
  });
});
