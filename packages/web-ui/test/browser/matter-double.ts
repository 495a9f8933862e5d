import type { Page } from 'playwright-core';

/** A light that the double shows on its page. */
export const LAMP = { central_name: 'home', device_address: '0001', channel_no: 4, dp_kind: 'custom', dp_key: 'LEVEL' };

/** Stands for the bridge, which the demo does not run: what it answers, and what it was told. */
export async function withBridge(page: Page) {
  const told: { method: string; path: string; body: unknown }[] = [];
  const bridge = { open: false, lampShown: false, fan: 'plug' };
  const json = (body: unknown) => ({ contentType: 'application/json', body: JSON.stringify(body) });
  await page.route('**/api/v1/info', async (route) => {
    const answer = await route.fetch();
    const info = (await answer.json()) as { capabilities: string[] };
    await route.fulfill({
      response: answer,
      json: { ...info, capabilities: [...info.capabilities, 'matter.bridge.v1'] },
    });
  });
  await page.route('**/api/v1/matter/**', async (route) => {
    const path = new URL(route.request().url()).pathname.replace('/api/v1/matter/', '');
    const method = route.request().method();
    if (method !== 'GET') told.push({ method, path, body: route.request().postDataJSON() });
    if (path === 'commissioning/window') bridge.open = true;
    if (path === 'commissioning/window/close') bridge.open = false;
    if (path === 'exposable' && method === 'PUT') {
      const { kind } = route.request().postDataJSON() as { kind?: string };
      if (kind === undefined) bridge.lampShown = true;
      else bridge.fan = kind;
    }
    if (path === 'commissioning/window') return route.fulfill(json({ duration_seconds: 900 }));
    if (method !== 'GET') return route.fulfill({ status: 204 });
    if (path === 'status') {
      const counts = { endpoint_count: 2, fabric_count: 1, enabled_count: 1 };
      const state = {
        enabled: true,
        listening: true,
        advertising: bridge.open,
        commissioning_window_open: bridge.open,
        endpoint_limit: 80,
        warnings: [{ code: 'limit_passed', message: 'Too many', things: 3 }],
      };
      return route.fulfill(json({ ...counts, ...state }));
    }
    if (path === 'fabrics')
      return route.fulfill(json({ fabrics: [{ fabric_index: 1, label: 'Zuhause', vendor_name: 'Apple' }] }));
    if (path === 'setup-payload')
      return route.fulfill(json({ qr_code: 'MT:Y.K9042C00KA0648G00', manual_code: '3497-011-2332' }));
    return route.fulfill(
      json({
        items: [
          {
            ...LAMP,
            display_name: 'Licht <b>Küche</b>',
            device_type_label: 'DimmableLight',
            mappable: 'mappable',
            enabled: bridge.lampShown,
          },
          {
            ...LAMP,
            channel_no: 5,
            display_name: 'Sirene',
            mappable: 'unmappable',
            enabled: false,
            reason: 'Matter has no siren',
          },
          {
            ...LAMP,
            channel_no: 6,
            display_name: 'Ventilator',
            room: 'Bad',
            kind: bridge.fan,
            mappable: 'partially_mappable',
            reason: 'A part of it',
            reason_code: 'partly',
            left_out: ['flash_time'],
            enabled: true,
          },
        ],
      }),
    );
  });
  return told;
}
