import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useOwnProcess } from './own-process.js';

const gateway = useOwnProcess('matter-off');

describe('a gateway without Matter', () => {
  it('loads nothing of it and stores nothing for it, after any request', async () => {
    const { ask, asked } = await gateway.start({ matter: { enabled: false } });
    expect(JSON.parse(await ask('/api/v1/matter/status'))).toMatchObject({ enabled: false, listening: false });
    expect(await ask('/api/v1/matter/exposable')).toContain('matter_disabled');
    expect(await ask('/api/v1/health')).not.toContain('matter');
    expect(await ask('/metrics')).not.toContain('matter');
    expect(asked()).toContain('/better-sqlite3/');
    expect(asked()).not.toMatch(/@matter|matter-bridge/);
    expect(existsSync(join(gateway.dataDir(), 'ccu-gateway.db'))).toBe(true);
    expect(existsSync(join(gateway.dataDir(), 'matter.db'))).toBe(false);
  });
});

describe('a gateway with Matter, without the package installed', () => {
  it('reports that with the remedy in its status, its health and its log, and runs', async () => {
    const { ask, asked, logged } = await gateway.start({ matter: { enabled: true } }, '@ccu-gateway/matter-bridge');
    const [line] = await logged.until(/\{[^\n]*matter bridge unavailable[^\n]*/);
    const remedy = /npm install @ccu-gateway\/matter-bridge@/;
    expect(JSON.parse(line)).toMatchObject({ code: 'matter_not_installed', remedy: expect.stringMatching(remedy) });
    expect(JSON.parse(await ask('/api/v1/matter/status'))).toMatchObject({
      enabled: true,
      listening: false,
      problems: [{ code: 'matter_not_installed', remedy: expect.stringMatching(remedy) }],
    });
    const { components } = JSON.parse(await ask('/api/v1/health')) as { components: { name: string }[] };
    expect(components.find(({ name }) => name === 'matter')).toMatchObject({
      status: 'degraded',
      note: expect.stringMatching(remedy),
    });
    expect(await ask('/api/v1/matter/exposable')).toContain('its package is not installed');
    expect(asked()).not.toMatch(/@matter/);
    expect(existsSync(join(gateway.dataDir(), 'matter.db'))).toBe(false);
  });
});
