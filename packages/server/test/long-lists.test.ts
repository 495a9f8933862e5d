import type { AuditEntry } from '@ccu-gateway/gateway-core/use-cases';
import { describe, expect, it } from 'vitest';
import { apiOperations } from '../src/families/families.js';
import { startWorld } from './world.js';

const entries: readonly AuditEntry[] = Array.from({ length: 10_000 }, (_, id) => ({
  id,
  at: id,
  action: 'data_point_write',
  user: 'anna',
  note: 'x'.repeat(300),
}));

/** Counts the turns of the event loop until `work` is done. */
async function turnsOf<Result>(work: Promise<Result>): Promise<{ readonly result: Result; readonly turns: number }> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const result = await work;
  isOver = true;
  return { result, turns };
}

describe('a long list', () => {
  it('is written in slices, so that others have turns meanwhile', async () => {
    const audit = { record: () => undefined, query: async () => entries };
    const world = await startWorld({ server: { audit } });
    const { result, turns } = await turnsOf(world.request({ target: '/api/v1/audit?limit=10000', as: 'viewer' }));
    expect(result.headers.get('content-type')).toBe('application/json');
    expect(Number(result.headers.get('content-length'))).toBeGreaterThan(3_000_000);
    expect(await result.json()).toHaveLength(10_000);
    expect(turns).toBeGreaterThan(45);
    await world.close();
  });

  it('is read twice at a time by one caller, and another caller does not wait for the rest', async () => {
    let running = 0;
    let most = 0;
    const waiting: (() => void)[] = [];
    const audit = {
      record: () => undefined,
      query: async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise<void>((settle) => waiting.push(settle));
        running -= 1;
        return [];
      },
    };
    const world = await startWorld({ server: { audit } });
    const read = (as: 'viewer' | 'operator') => world.request({ target: '/api/v1/audit', as });
    const settle = () => new Promise((resolve) => setTimeout(resolve));
    const crowd = Array.from({ length: 520 }, () => read('viewer'));
    while (waiting.length < 2) await settle();
    const other = read('operator');
    while (waiting.length < 3) await settle();
    expect(most).toBe(3);
    waiting[2]?.();
    expect((await other).status).toBe(200);
    let isOver = false;
    const answers = Promise.all(crowd).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      for (const end of waiting.splice(0)) end();
      await settle();
    }
    const statuses = (await answers).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(514);
    expect(statuses.filter((status) => status === 429)).toHaveLength(6);
    const refused = (await answers).find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe('1');
    await world.close();
  });

  it.each([
    'listAudit',
    'listIncidents',
    'listUnignoreCandidates',
    'getSnapshot',
    'readHistory',
    'listDevices',
    'listEvents',
    'listLogs',
    'listAllLinks',
  ])('of %s takes a share of its caller', (id) => {
    expect(apiOperations.find(({ operationId }) => operationId === id)?.heavy).toBe(true);
  });
});
