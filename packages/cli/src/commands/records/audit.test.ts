import { afterEach, describe, expect, it } from 'vitest';
import { cli, startServer } from '../../../test/fixture.js';

const entry = (id: number) => ({
  id,
  timestamp: '2026-11-21T08:00:00Z',
  action: 'token.create',
  subject: 'anna',
  note: `n${id}`,
});
const line = (id: number) => `2026-11-21T08:00:00Z\tanna\ttoken.create\t-\tn${id}\t-\n`;
const upTo = (id: number, from = 1) => Array.from({ length: id - from + 1 }, (_, at) => entry(id - at));

describe('audit --follow', () => {
  let gateway: Awaited<ReturnType<typeof startServer>>;
  afterEach(() => gateway.close());
  /** Each look finds the next of these logs, newest first, and later ones the last. */
  async function start(...logs: readonly (readonly object[] | number)[]) {
    let look = -1;
    gateway = await startServer(({ path }) => {
      const query = new URL(path, 'http://localhost').searchParams;
      const offset = Number(query.get('offset') ?? 0);
      if (offset === 0) look += 1;
      const log = logs[Math.min(look, logs.length - 1)] ?? [];
      if (typeof log === 'number') return { status: log, body: {} };
      return { body: log.slice(offset, offset + Number(query.get('limit'))) };
    });
  }
  const follow = (...argv: string[]) => cli(['audit', '--follow', ...argv], { env: gateway.env });

  it('prints the existing entries, the oldest first, and then each new entry once', async () => {
    await start(upTo(2), upTo(2), upTo(4), upTo(5));
    const ran = await follow('--count', '5');
    expect(ran).toMatchObject({ code: 0, out: [1, 2, 3, 4, 5].map(line).join('') });
  });

  it('misses nothing of more than a page, although it moves on while it is read', async () => {
    await start(upTo(1), upTo(250));
    const { out } = await follow('--count', '250', '--json', '--fields', 'id');
    expect(
      out
        .trim()
        .split('\n')
        .map((text) => JSON.parse(text).id),
    ).toEqual(
      upTo(250)
        .map(({ id }) => id)
        .reverse(),
    );
  });

  it('continues after the last entry when the gateway is back', async () => {
    await start(upTo(1), 503, upTo(3));
    const ran = await follow('--count', '3');
    expect(ran).toMatchObject({ code: 0, out: [1, 2, 3].map(line).join('') });
    expect(ran.err).toMatch(/connection lost, retrying[\s\S]*connected again/);
  });

  it('reports a log that was replaced by an older one', async () => {
    await start([entry(9)], [entry(3)], [entry(4), entry(3)]);
    const ran = await follow('--count', '2');
    expect(ran.out).toBe(line(9) + line(4));
    expect(ran.err).toContain('was replaced by an older one');
  });

  it('ends with Ctrl-C, and with a refusal of the gateway', async () => {
    await start(upTo(1));
    const ctrlC = new AbortController();
    const ran = await cli(['audit', '-f'], { env: gateway.env, signal: ctrlC.signal, onOut: () => ctrlC.abort() });
    expect(ran).toMatchObject({ code: 130, out: line(1), err: '' });
    await gateway.close();
    await start(upTo(1), 401);
    expect((await follow()).code).toBe(4);
    expect((await follow('--until', '2h')).code).toBe(2);
  });
});
