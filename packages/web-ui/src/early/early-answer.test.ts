import { expect, it, vi } from 'vitest';
import { snapshotQuery } from '../connection/snapshot-query.js';
import { baseOf } from '../net/base.js';
import { createBrowserGateway } from '../net/gateway.js';
import { askEarly, fetchAfter } from './early-answer.js';
import { houseAddress } from './house-address.js';

const BASE = 'https://gateway.test/prefix/';

/** A gateway that is asked by the early request and by the client of the page. */
function startPage({ language = 'de', answer = async () => Response.json({ seq: 7 }) } = {}) {
  const fetcher = vi.fn<typeof fetch>(answer);
  const address = houseAddress({ baseUri: BASE, storage: { getItem: () => null }, wanted: [language] });
  const early = askEarly(address, fetcher);
  const gateway = createBrowserGateway({
    base: baseOf(BASE),
    csrfCookie: '',
    cookies: () => '',
    fetch: fetchAfter(early, fetcher),
    refusal: () => vi.fn(),
  });
  return { fetcher, gateway };
}

it('gives the client of the page the early snapshot, and requests each later one', async () => {
  const { fetcher, gateway } = startPage();
  expect(fetcher).toHaveBeenCalledTimes(1);
  expect(await gateway.call('getSnapshot', { query: snapshotQuery('de') })).toEqual({ seq: 7 });
  expect(fetcher).toHaveBeenCalledTimes(1);
  await gateway.call('getSnapshot', { query: snapshotQuery('de') });
  expect(fetcher).toHaveBeenCalledTimes(2);
});

it('asks as the client does', async () => {
  const { fetcher, gateway } = startPage();
  await gateway.call('getSnapshot', { query: snapshotQuery('de') });
  await gateway.call('getSnapshot', { query: snapshotQuery('de') });
  const [early, later] = fetcher.mock.calls;
  expect(early?.[0]).toBe(later?.[0]);
  const { signal: _, ...asked } = early?.[1] ?? {};
  expect(asked).toHaveProperty('credentials');
  expect(later?.[1]).toMatchObject(asked);
});

it('leaves everything else to the network', async () => {
  const { fetcher, gateway } = startPage();
  await gateway.call('getSnapshot', { query: snapshotQuery('en') });
  expect(fetcher).toHaveBeenCalledTimes(2);
  await gateway.call('getSnapshot', { query: snapshotQuery('de') });
  expect(fetcher).toHaveBeenCalledTimes(2);
});

it('passes a failure to the reader of the answer, and the next one as usual', async () => {
  const { fetcher, gateway } = startPage({ answer: () => Promise.reject(new TypeError('no network')) });
  await expect(gateway.call('getSnapshot', { query: snapshotQuery('de') })).rejects.toMatchObject({
    code: 'unreachable',
  });
  await expect(gateway.call('getSnapshot', { query: snapshotQuery('de') })).rejects.toMatchObject({
    code: 'unreachable',
  });
  expect(fetcher).toHaveBeenCalledTimes(2);
});

it('ends with the abort signal of its reader', async () => {
  const signals: (AbortSignal | null | undefined)[] = [];
  const early = askEarly(BASE, async (_, init) => {
    signals.push(init?.signal);
    return Response.json({});
  });
  const taker = new AbortController();
  await fetchAfter(early, fetch)(BASE, { signal: taker.signal });
  expect(signals[0]?.aborted).toBe(false);
  taker.abort();
  expect(signals[0]?.aborted).toBe(true);
});
