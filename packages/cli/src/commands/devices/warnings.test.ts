import { afterEach, describe, expect, it } from 'vitest';
import { cli, type Seen, startServer } from '../../../test/fixture.js';

const warning = {
  id: 'w1',
  class: 'smoke',
  level: 'attention',
  severity: 'danger',
  kind: 'smoke',
  summary: 'Smoke',
  name: 'Hall',
  source: 'device:home/A0000001',
  since: '2026-06-01T12:00:00.000Z',
  unproven: true,
  silenced_until: '2026-06-01T14:00:00.000Z',
};

describe('warnings', () => {
  let gateway: Awaited<ReturnType<typeof startServer>>;
  afterEach(() => gateway.close());
  const run = (...argv: readonly string[]) => cli(['warnings', ...argv], { env: gateway.env });
  const asked = () => gateway.seen.map(({ method, path, body }: Seen) => [method, path, body]);

  it('are listed with the reasons why they may count less', async () => {
    gateway = await startServer(() => ({ body: [warning] }));
    expect((await run('list')).out).toBe(
      'w1\tsmoke\tattention\tHall\t2026-06-01T12:00:00.000Z\tCCU not connected, silenced until 2026-06-01T14:00:00.000Z\n',
    );
  });

  it('are acknowledged, silenced for a time, and count again', async () => {
    gateway = await startServer(({ method }) => (method === 'PUT' ? { body: warning } : { status: 204 }));
    expect((await run('acknowledge', 'w1')).out).toBe('acknowledged w1\n');
    expect((await run('silence', 'w1', '2h')).out).toBe('silenced w1 until 2026-06-01T14:00:00.000Z\n');
    expect((await run('unsilence', 'w1')).out).toBe('w1 counts again\n');
    expect(await run('silence', 'w1', 'long')).toMatchObject({ code: 2 });
    expect(asked()).toEqual([
      ['POST', '/api/v1/security/faults/w1/acknowledge', undefined],
      ['PUT', '/api/v1/warnings/w1/silence', { until: expect.stringMatching(/^\d{4}-.*Z$/) }],
      ['DELETE', '/api/v1/warnings/w1/silence', undefined],
    ]);
  });
});
