import { describe, expect, it } from 'vitest';
import { testRequestTable } from '../../../test/request-table-suite.js';
import { createRequestTable, REQUESTS_KEPT_MS } from './request-table.js';

describe('the requests of one process', () => {
  testRequestTable(async () => {
    const table = createRequestTable({ now: () => 0 });
    return { one: table, other: table };
  });

  it('are forgotten after five minutes', async () => {
    let now = 0;
    const table = createRequestTable({ now: () => now });
    await (await table.begin('k'))?.keep('done');
    now = REQUESTS_KEPT_MS - 1;
    expect(await table.read('k')).toEqual({ state: 'done', answer: 'done' });
    now += 1;
    expect(await table.read('k')).toBeUndefined();
    expect(await table.begin('k')).toBeDefined();
  });

  it('are 2 000 at most, the newest', async () => {
    const table = createRequestTable({ now: () => 0 });
    for (let index = 0; index < 2_001; index += 1) await table.begin(`k${index}`);
    expect(await table.begin('k2000')).toBeUndefined();
    expect(await table.begin('k0')).toBeDefined();
  });
});
