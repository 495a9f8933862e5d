import { JetStreamApiError } from '@nats-io/jetstream';
import { describe, expect, it } from 'vitest';
import { writeSnapshot } from './snapshot-writing.js';

const refusal = new JetStreamApiError({ err_code: 10_071, code: 400, description: 'wrong last sequence' });

/**
 * Writes with failures at subjects that begin with `failing`; returns the published and removed ones, without the ids
 * of objects.
 */
async function write(failing: string, error: Error) {
  const published: string[] = [];
  const purged: string[] = [];
  const ids: string[] = [];
  const shown = (subject: string) => subject.replace(ids[0] ?? '', 'new');
  const writing = writeSnapshot(
    {
      bucket: 'b',
      timeoutMs: 1,
      maxPayload: 1_048_576,
      client: {
        async publish(subject) {
          if (subject.startsWith('$O.b.C.') && ids.length === 0) ids.push(subject.slice('$O.b.C.'.length));
          published.push(shown(subject));
          if (failing !== '' && subject.startsWith(failing)) throw error;
          return { stream: '', seq: 1, domain: '', duplicate: false };
        },
      },
      streams: {
        async purge(_, options) {
          purged.push(shown(String(Reflect.get(Object(options), 'filter'))));
          return { success: true, purged: 1 };
        },
      },
    },
    'home',
    { epoch: 'a', seq: 1, bytes: new Uint8Array(200_000) },
    { revision: 7, nuid: 'old' },
  );
  return { error: await writing.catch((failure: unknown) => failure), published, purged };
}

describe('a snapshot that is written', () => {
  const parts = ['$O.b.C.new', '$O.b.C.new'];

  it('has its parts before its description, and then those of the one before are removed', async () => {
    const { error, published, purged } = await write('', refusal);
    expect(error).toBe(undefined);
    expect(published).toEqual([...parts, '$O.b.M.aG9tZQ==']);
    expect(purged).toEqual(['$O.b.C.old']);
  });

  it('keeps all parts where it is not known whether the description was stored', async () => {
    // One server alone may have no room for bytes that others have stored.
    const noRoom = new JetStreamApiError({ err_code: 10_077, code: 503, description: 'maximum bytes exceeded' });
    const inProcess = new JetStreamApiError({ err_code: 10_164, code: 400, description: 'wrong last sequence' });
    for (const failure of [new Error('timeout'), noRoom, inProcess]) {
      const { error, purged } = await write('$O.b.M.', failure);
      expect(error).toBe(failure);
      expect(purged).toEqual([]);
    }
  });

  it('leaves no parts behind where its description was refused, or a part was not stored', async () => {
    expect((await write('$O.b.M.', refusal)).purged).toEqual(['$O.b.C.new']);
    expect((await write('$O.b.C.', new Error('timeout'))).purged).toEqual(['$O.b.C.new']);
  });
});
