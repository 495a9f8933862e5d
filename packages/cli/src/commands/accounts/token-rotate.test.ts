import { describe, expect, it } from 'vitest';
import { cli, dataDir, NOW, startServer } from '../../../test/fixture.js';

const OLD = 'ab'.repeat(32);
const old = {
  fingerprint: OLD,
  subject: 'grafana',
  role: 'viewer',
  created_at: new Date(NOW - 86_400_000).toISOString(),
  expires_at: new Date(NOW + 29 * 86_400_000).toISOString(),
};
const minted = { token: 'fresh-token', fingerprint: 'cd'.repeat(32), expires_at: old.expires_at };

async function rotate(argv: readonly string[], revoking = 204) {
  const gateway = await startServer(({ method }) => {
    if (method === 'POST') return { status: 201, body: minted };
    return method === 'DELETE' ? { status: revoking, body: { title: 'no', status: revoking } } : { body: [old] };
  });
  const ran = await cli(['token', 'rotate', ...argv], { env: gateway.env });
  await gateway.close();
  const changes = gateway.seen.flatMap(({ method, path, body }) => (method === 'GET' ? [] : [[method, path, body]]));
  return { ran, changes };
}

const MADE = ['POST', '/api/v1/auth/tokens/v2', { subject: 'grafana', role: 'viewer', expires_in_days: 30 }];
const ENDED = ['DELETE', `/api/v1/auth/tokens/v2/${OLD}`, undefined];

describe('a token that is rotated', () => {
  it('is replaced by one with its name, role and lifetime, and then the old one ends', async () => {
    const { ran, changes } = await rotate([OLD.slice(0, 12)]);
    expect(ran).toMatchObject({ code: 0, out: 'fresh-token\n' });
    expect(changes).toEqual([MADE, ENDED]);
  });

  it('lets the old one count on where that is asked for', async () => {
    const { ran, changes } = await rotate([OLD, '--keep', '--json']);
    expect(ran.json().data).toMatchObject({ token: 'fresh-token', subject: 'grafana', revoked: false });
    expect(changes).toEqual([MADE]);
  });

  it('is printed also where the old one could not be ended (exit 8)', async () => {
    const { ran } = await rotate([OLD], 500);
    expect(ran).toMatchObject({ code: 8, out: 'fresh-token\n' });
    expect(ran.err).toContain('could not be ended');
  });

  it('must be there', async () => {
    const { ran, changes } = await rotate(['0123456789']);
    expect(ran.code).toBe(3);
    expect(changes).toEqual([]);
  });

  it('may be rotated without a gateway', async () => {
    const { dir, remove } = await dataDir();
    const at = (...argv: string[]) => cli([...argv, '--data-dir', dir, '--json']);
    const { fingerprint } = (await at('token', 'mint', 'grafana', '--expires', 'never')).json().data;
    const ran = await at('token', 'rotate', fingerprint);
    expect(ran.json().data).toMatchObject({ subject: 'grafana', revoked: true, expires_at: null });
    const listed = (await at('token', 'list')).json().data as unknown as readonly { fingerprint: string }[];
    expect(listed.map((each) => each.fingerprint)).toEqual([ran.json().data.fingerprint]);
    remove();
  });
});
