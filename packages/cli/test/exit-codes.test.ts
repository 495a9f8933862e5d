import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EXIT } from '../src/index.js';
import { cli, startServer } from './fixture.js';

type Answer = ReturnType<Parameters<typeof startServer>[0]>;

/** Cause of each code: the answer of a gateway, or undefined without one. */
const CASES: readonly (readonly [code: number, argv: readonly string[], answer: Answer | undefined])[] = [
  [EXIT.ok, ['programs', 'list'], { body: [] }],
  [EXIT.failed, ['programs', 'list'], { status: 500, body: {} }],
  [EXIT.failed, ['programs', 'list'], { body: 'no gateway' }],
  [EXIT.usage, ['programs', 'list', '--nonsense'], undefined],
  [EXIT.usage, ['programs', 'list'], { status: 422, body: {} }],
  [EXIT.notFound, ['sysvars', 'get', 'Mode'], { status: 404, body: {} }],
  [EXIT.auth, ['programs', 'list'], { status: 401, body: {} }],
  [EXIT.auth, ['programs', 'list'], { status: 403, body: {} }],
  [EXIT.unreachable, ['programs', 'list'], undefined],
  [EXIT.conflict, ['user', 'role', 'anna', 'viewer'], { status: 409, body: {} }],
  [EXIT.problems, ['interfaces', 'test', 'home'], { body: { interface_id: 'home', ok: false } }],
  [EXIT.partial, ['programs', 'list'], { body: [], headers: { 'x-not-read': 'attic' } }],
  [EXIT.tryLater, ['programs', 'list'], { status: 503, body: {}, headers: { 'retry-after': '7' } }],
  [EXIT.tryLater, ['programs', 'list'], { status: 429, body: {} }],
];

describe('exit codes', () => {
  const home = mkdtempSync(join(tmpdir(), 'exit-'));
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  it.each(CASES)('%i comes of %j', async (code, argv, answer) => {
    const gateway = await startServer(() => answer ?? {});
    if (answer === undefined) await gateway.close();
    const env = { HOME: home, ...gateway.env };
    const ran = await cli(argv, { env });
    expect(ran.code).toBe(code);
    const asJson = (await cli([...argv, '--json'], { env })).json();
    expect(asJson.ok).toBe(code === EXIT.ok);
    // The reason of the failure, with a remedy where one is known.
    if (code !== EXIT.ok && code !== EXIT.problems && code !== EXIT.partial) {
      expect(ran.err).toMatch(/^error: .+\n/);
      expect(asJson.error.message).not.toBe('');
    }
    expect(ran.err).not.toMatch(/\n {4}at /);
    if (answer !== undefined) await gateway.close();
  });

  it('130 comes of Ctrl-C', async () => {
    const ctrlC = new AbortController();
    const gateway = await startServer(() => {
      ctrlC.abort();
      return { body: [] };
    });
    expect((await cli(['logs', '--follow'], { env: gateway.env, signal: ctrlC.signal })).code).toBe(EXIT.interrupted);
    await gateway.close();
  });

  it('are all here', () => {
    const shown = new Set([...CASES.map(([code]) => code), EXIT.interrupted]);
    expect([...shown].sort((one, other) => one - other)).toEqual(Object.values(EXIT).sort((one, other) => one - other));
  });
});
