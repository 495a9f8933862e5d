import { beforeEach, describe, expect, it } from 'vitest';
import { fleetForEach, noNats, noNatsNote, seesCcu } from './fleet-worlds.js';
import type { World } from './world.js';

const THERMOSTAT = '00F1C0DE000001';

interface Finding {
  readonly id: string;
  readonly severity: string;
  readonly central?: string;
}

describe.skipIf(noNats)(`diagnostics at a gateway of a fleet without a CCU of its own${noNatsNote}`, () => {
  const { start } = fleetForEach({ simulator: { interfaces: ['HmIP-RF'] } });
  let link: World;
  let serve: World;
  beforeEach(async () => {
    link = await start('link', 'link');
    serve = await start('serve', 'serve');
    await seesCcu(serve);
  });

  const doctor = async (query = '') => {
    const { status, json } = await serve.call('GET', `/api/v1/diagnostics/doctor${query}`);
    const findings: readonly Finding[] = json.findings ?? [];
    return { status, json, findings };
  };

  it('is how the CCU is that another gateway is connected with', async () => {
    for (const query of ['', '?central=home']) {
      const { status, findings } = await doctor(query);
      expect(status).toBe(200);
      expect(findings).toContainEqual(expect.objectContaining({ id: 'loop.works', central: 'home', severity: 'ok' }));
      expect(findings.filter(({ id }) => id === 'fleet.gateway_silent')).toEqual([]);
    }
    await link.gateway.stop('test');
    expect(await doctor('?central=home')).toMatchObject({ status: 503, json: { reason: 'no_central' } });
  });

  it('count writers over the air and reports of devices, at any gateway', async () => {
    const target = `/api/v1/devices/${THERMOSTAT}/channels/1/data-points/SET_POINT_TEMPERATURE/value`;
    for (const [world, value] of [
      [serve, 19],
      [link, 20],
    ] as const) {
      expect((await world.call('PUT', target, { body: { value } })).status).toBe(202);
    }
    for (const world of [serve, link]) {
      const { json } = await world.call('GET', '/api/v1/diagnostics/radio');
      // Each gateway was called with a token of its own.
      const row = { central: 'home', device_address: THERMOSTAT, scheme: 'bearer', count: 1 };
      expect(json.writes).toMatchObject([row, row]);
      expect(new Set(json.writes.map(({ token }: { token: string }) => token)).size).toBe(2);
      expect(json.reports.map((row: { device_address: string }) => row.device_address)).toContain(THERMOSTAT);
    }
  });
});
