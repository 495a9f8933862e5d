import { afterEach, expect, it } from 'vitest';
import type { RequestTable } from '../src/index.js';

/** One table as two gateways see it; where it belongs to one process, both are the same. */
export interface OpenedTables {
  readonly one: RequestTable;
  readonly other: RequestTable;
  close?(): Promise<void>;
}

/** Contract suite for request tables. */
export function testRequestTable(open: () => Promise<OpenedTables>): void {
  let opened: OpenedTables | undefined;
  const tables = async () => {
    opened = await open();
    return opened;
  };
  afterEach(async () => {
    await opened?.close?.();
    opened = undefined;
  });
  const id = JSON.stringify(['user:1', 'PUT', '/api/v1/x', '?central=a', 'k"ey *>.']);

  it('lets one of all begin a request', async () => {
    const { one, other } = await tables();
    const begun = await Promise.all([one, other, one, other].map((table) => table.begin(id)));
    expect(begun.filter((each) => each !== undefined)).toHaveLength(1);
    expect(await other.read(id)).toEqual({ state: 'under_way' });
    expect(await one.read('another')).toBeUndefined();
    expect(await one.begin('another')).toBeDefined();
  });

  it('keeps an answer for repeated requests', async () => {
    const { one, other } = await tables();
    const answer = { reply: { status: 202, json: { executed: true }, headers: { a: 'ü' } } };
    await (await one.begin(id))?.keep(answer);
    expect(await other.read(id)).toEqual({ state: 'done', answer });
    expect(await other.begin(id)).toBeUndefined();
    expect(await one.begin(id)).toBeUndefined();
  });

  it('forgets a request that was not done, so that it may be repeated', async () => {
    const { one, other } = await tables();
    await (await one.begin(id))?.forget();
    expect(await other.read(id)).toBeUndefined();
    const again = await other.begin(id);
    expect(again).toBeDefined();
    await again?.keep({ unknown: 'no answer' });
    expect(await one.read(id)).toEqual({ state: 'done', answer: { unknown: 'no answer' } });
  });

  it('changes nothing for the caller that began it first', async () => {
    const { one, other } = await tables();
    const first = await one.begin(id);
    await first?.forget();
    const second = await other.begin(id);
    await first?.keep({ late: true });
    await first?.forget();
    expect(await one.read(id)).toEqual({ state: 'under_way' });
    await second?.keep({ late: false });
    expect(await one.read(id)).toEqual({ state: 'done', answer: { late: false } });
  });
}
