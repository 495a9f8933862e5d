import type { MatterExposureUpdate, MatterFabric } from '@ccu-gateway/contract/types';
import { GatewayError, notFound } from '@ccu-gateway/gateway-core';
import type { MatterBridge } from '@ccu-gateway/gateway-core/use-cases';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from './world.js';

const HOME: MatterFabric = {
  fabric_index: 1,
  fabric_id: 10,
  fabric_id_hex: '000000000000000A',
  node_id: 5,
  node_id_hex: '0000000000000005',
  vendor_id: 4937,
  label: 'Zuhause',
  compressed_id: '00',
  root_public_key: '04',
};
const CODES = { discriminator: 3840, passcode: 20_202_021, qr_code: 'MT:Y.K90', manual_code: '34970112332' };
const LAMP: MatterExposureUpdate = {
  central_name: 'ccu1',
  device_address: '0001D3C99C0001',
  channel_no: 4,
  dp_kind: 'custom',
  dp_key: 'STATE',
  enabled: true,
};

function fakeBridge(): MatterBridge {
  let isOpen = false;
  return {
    fabrics: () => [HOME],
    removeFabric: async (index) => {
      if (index !== 1) throw notFound(`Fabric ${index}`);
    },
    setupPayload: () => ({ ...CODES, vendor_id: 0xfff1, product_id: 0x8000 }),
    openWindow: async (seconds) => {
      if (isOpen) throw new GatewayError('conflict', 'The commissioning window is open', { reason: 'window_open' });
      isOpen = true;
      return { ...CODES, duration_seconds: seconds };
    },
    closeWindow: async () => {
      isOpen = false;
    },
    exposable: () => [
      {
        ...LAMP,
        enabled: false,
        shown: false,
        mappable: 'mappable',
        ecosystems: [],
        display_name: 'Lampe',
        kind: 'plug',
      },
    ],
    expose: async ({ device_address }) => {
      if (device_address !== LAMP.device_address) throw notFound(device_address);
    },
    exposeAll: async (updates) => updates.filter(({ device_address }) => device_address === LAMP.device_address),
  };
}

let world: World;
let isRunning = true;
beforeAll(async () => {
  const bridge = fakeBridge();
  const problems = [{ code: 'matter_port_taken', message: 'The port is taken', remedy: 'Choose another' }];
  world = await startWorld({
    server: {
      matter: {
        status: () => ({
          enabled: true,
          listening: isRunning,
          endpoint_count: 1,
          fabric_count: 1,
          enabled_count: 1,
          advertising: isRunning,
          commissioning_window_open: false,
          ...(isRunning ? {} : { problems }),
        }),
        bridge: () => (isRunning ? bridge : undefined),
      },
    },
  });
});
afterAll(() => world.close());

const ask = (method: string, path: string, json?: unknown, as: 'admin' | 'operator' | 'viewer' = 'admin') =>
  world.request({ method, target: `/api/v1/matter/${path}`, as, ...(json === undefined ? {} : { json }) });
const audited = () => world.entries.map(({ action, user, note }) => [action, user, note]);

describe('the operations of the Matter bridge', () => {
  it('open the window once, for the time that was asked for, and are audited without its codes', async () => {
    expect((await ask('POST', 'commissioning/window', { duration_seconds: 60 })).status).toBe(400);
    const opened = await ask('POST', 'commissioning/window', { duration_seconds: 300 });
    expect([opened.status, await opened.json()]).toEqual([200, { ...CODES, duration_seconds: 300 }]);
    const again = await ask('POST', 'share');
    expect([again.status, await again.json()]).toMatchObject([409, { reason: 'window_open' }]);
    expect((await ask('POST', 'commissioning/window/close')).status).toBe(204);
    expect(await (await ask('POST', 'share')).json()).toMatchObject({ duration_seconds: 900 });
    await ask('POST', 'commissioning/window/close');
    expect(audited().slice(0, 2)).toEqual([
      ['matter_window_open', expect.any(String), '300 s'],
      ['matter_window_close', expect.any(String), undefined],
    ]);
    expect(JSON.stringify(world.entries)).not.toContain(String(CODES.passcode));
  });

  it('list homes to viewers, and leave one for administrators only, by its number', async () => {
    expect(await (await ask('GET', 'fabrics', undefined, 'viewer')).json()).toEqual({ fabrics: [HOME] });
    expect((await ask('DELETE', 'fabrics/1', undefined, 'operator')).status).toBe(403);
    expect((await ask('DELETE', 'fabrics/255')).status).toBe(400);
    expect((await ask('DELETE', 'fabrics/2')).status).toBe(404);
    expect((await ask('DELETE', 'fabrics/1')).status).toBe(204);
    expect(audited()).toContainEqual(['matter_fabric_remove', expect.any(String), 'fabric 1, Zuhause']);
  });

  it('choose the shown devices, one or several, and count the accepted ones', async () => {
    expect((await ask('PUT', 'exposable', LAMP)).status).toBe(204);
    expect((await ask('PUT', 'exposable', { ...LAMP, dp_kind: 'other' })).status).toBe(400);
    expect((await ask('PUT', 'exposable', { ...LAMP, kind: 'lamp' })).status).toBe(400);
    expect((await ask('PUT', 'exposable', { ...LAMP, kind: 'light' })).status).toBe(204);
    expect(world.entries.at(-1)).toMatchObject({
      action: 'matter_expose',
      changes: [
        { parameter: 'enabled', after: true },
        { parameter: 'kind', after: 'light' },
      ],
    });
    expect((await ask('PUT', 'exposable', { ...LAMP, device_address: 'NONE' })).status).toBe(404);
    const bulk = await ask('POST', 'exposable/bulk', { items: [LAMP, { ...LAMP, device_address: 'NONE' }] });
    expect([bulk.status, await bulk.json()]).toEqual([200, { applied: 1 }]);
    expect((await ask('POST', 'exposable/bulk', { items: [] })).status).toBe(204);
  });

  it('say why a bridge that is enabled does not run', async () => {
    isRunning = false;
    const refused = await ask('GET', 'exposable', undefined, 'viewer');
    expect([refused.status, await refused.json()]).toMatchObject([
      503,
      { reason: 'matter_unavailable', detail: 'The port is taken' },
    ]);
    expect(await (await ask('GET', 'status', undefined, 'viewer')).json()).toMatchObject({
      enabled: true,
      problems: [{ code: 'matter_port_taken', remedy: 'Choose another' }],
    });
    isRunning = true;
  });
});
