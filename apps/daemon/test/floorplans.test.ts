import { join } from 'node:path';
import { inventedHouse } from '@ccu-gateway/ccu-simulator';
import { loadSqlite } from '@ccu-gateway/storage';
import { expect, it } from 'vitest';
import { makeBackup } from '../src/backup/make-backup.js';
import { restoreBackup } from '../src/backup/restore-backup.js';
import { loadConfig } from '../src/config/index.js';
import { startWorld, type World } from './world.js';

const only = ['00F1C0DE000007'];

/** The head of a PNG: the gateway reads type and size of a picture, and nothing else. */
const png = (width: number, height: number, extra = 0): Uint8Array => {
  const bytes = new Uint8Array(33 + extra);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  new DataView(bytes.buffer).setUint32(16, width);
  new DataView(bytes.buffer).setUint32(20, height);
  return bytes;
};

function send(
  { url, tokens }: World,
  method: string,
  path: string,
  body: string | FormData,
  as: 'admin' | 'operator' = 'admin',
) {
  return fetch(`${url}/api/v1${path}`, {
    method,
    body,
    headers: {
      authorization: `Bearer ${tokens[as]}`,
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    },
  });
}

function form(bytes: Uint8Array, type = 'image/png'): FormData {
  const data = new FormData();
  data.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), 'plan.png');
  return data;
}

/** Members of a floor plan, or of a problem. */
interface Answer {
  readonly id?: string;
  readonly picture?: object;
  readonly revision?: number;
  readonly reason?: string;
  readonly errors?: readonly { readonly field: string }[];
}

const place = { central: 'home', device_address: 'GONE', x: 0.25, y: 0.5 };

it('keeps floor plans with devices over a restart, and serves their pictures as pictures alone', async () => {
  await using world = await startWorld({ only, waitForHub: false });
  const area = (await world.call('POST', '/api/v1/areas', { body: { name: 'Unten', rooms: [] } })).json.id;
  const nowhere = await send(world, 'POST', '/floorplans?name=Erdgeschoss&area=ground', form(png(800, 600)));
  expect([nowhere.status, ((await nowhere.json()) as Answer).errors?.[0]?.field]).toEqual([400, 'area']);
  const made = await send(world, 'POST', `/floorplans?name=Erdgeschoss&area=${area}`, form(png(800, 600)));
  expect(made.status).toBe(201);
  const plan = (await made.json()) as Answer;
  expect(plan).toMatchObject({
    ...{ name: 'Erdgeschoss', area, places: [], revision: 1 },
    picture: { type: 'image/png', width: 800, height: 600, bytes: 33 },
  });
  const { id, picture: _, ...members } = plan;
  const update = (body: object) => send(world, 'PUT', `/floorplans/${id}`, JSON.stringify(body));
  const first = await update({ ...members, name: 'EG', places: [place] });
  expect([first.status, ((await first.json()) as Answer).revision]).toEqual([200, 2]);
  const stale = await update({ ...members, places: [] });
  expect([stale.status, ((await stale.json()) as Answer).reason]).toEqual([409, 'revision_changed']);
  const twice = await update({ ...members, revision: 2, places: [place, place] });
  expect([twice.status, ((await twice.json()) as Answer).errors?.[0]?.field]).toEqual([400, 'places[1]']);
  const beyond = await update({ ...members, revision: 2, places: [{ ...place, x: 1.5 }] });
  expect(beyond.status).toBe(400);
  const elsewhere = await update({ ...members, revision: 2, area: 'ground' });
  expect([elsewhere.status, ((await elsewhere.json()) as Answer).errors?.[0]?.field]).toEqual([400, 'area']);
  // An area that is deleted stays in the plan until another one is chosen.
  await world.call('DELETE', `/api/v1/areas/${area}`);
  expect((await update({ ...members, name: 'EG', revision: 2, places: [place] })).status).toBe(200);
  const exchanged = await send(world, 'PUT', `/floorplans/${id}/picture`, form(png(400, 300)));
  expect(await exchanged.json()).toMatchObject({ revision: 4, places: [place], picture: { width: 400 } });

  const again = await world.restart({ waitForHub: false });
  const listed = await again.call('GET', '/api/v1/floorplans', { as: 'viewer' });
  expect(listed.json).toEqual([expect.objectContaining({ id, name: 'EG', revision: 4, places: [place] })]);
  const shown = await fetch(`${again.url}/api/v1/floorplans/${id}/picture?v=4`, {
    headers: { authorization: `Bearer ${again.tokens.viewer}` },
  });
  expect(new Uint8Array(await shown.arrayBuffer())).toEqual(png(400, 300));
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  const gone = await send(again, 'DELETE', `/floorplans/${id}`, new FormData());
  expect(gone.status).toBe(204);
  expect((await again.call('GET', '/api/v1/floorplans')).json).toEqual([]);
  const { events } = (await again.call('GET', '/api/v1/events/log?topics=system.floorplans')).json;
  const changes = events.map(({ type, payload }: { type: string; payload: object }) => ({ type, ...payload }));
  // The creation, two updates, the picture and the deletion.
  expect(changes).toEqual(
    Array(5).fill({ type: 'floorplans.changed', floorplan_id: id, event_at: expect.any(String) }),
  );
  const { json: audit } = await again.call('GET', '/api/v1/audit?limit=20');
  const actions = (audit.items ?? audit).map((each: { action: string }) => each.action);
  for (const action of ['floorplan_create', 'floorplan_update', 'floorplan_picture', 'floorplan_delete']) {
    expect(actions).toContain(action);
  }
});

it('refuses other files, too large ones and other roles, and stores nothing', async () => {
  await using world = await startWorld({ only, waitForHub: false });
  const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const post = (bytes: Uint8Array, as?: 'operator') => send(world, 'POST', '/floorplans?name=A', form(bytes), as);
  for (const [bytes, status, reason] of [
    [svg, 400, 'validation_failed'],
    [png(8, 600), 400, 'validation_failed'],
    [png(600, 60_000), 400, 'validation_failed'],
    [png(800, 600, 2 * 1024 * 1024), 413, 'picture_too_large'],
  ] as const) {
    const answer = await post(bytes);
    expect([answer.status, ((await answer.json()) as Answer).reason]).toEqual([status, reason]);
  }
  expect((await post(png(800, 600), 'operator')).status).toBe(403);
  expect((await world.call('GET', '/api/v1/floorplans')).json).toEqual([]);
  for (let count = 0; count < 16; count += 1) expect((await post(png(100, 100))).status).toBe(201);
  const more = await post(png(100, 100));
  expect([more.status, ((await more.json()) as Answer).reason]).toEqual([409, 'too_many_floorplans']);
});

it('keeps pictures and places in a backup, and has them after its restore', async () => {
  let world = await startWorld({ only, waitForHub: false });
  try {
    const { id, ...plan } = (await (
      await send(world, 'POST', '/floorplans?name=EG', form(png(800, 600)))
    ).json()) as Answer;
    const update = (body: object) => send(world, 'PUT', `/floorplans/${id}`, JSON.stringify(body));
    expect((await update({ name: 'EG', places: [place], revision: plan.revision })).status).toBe(200);
    const argv = ['--config', join(world.dataDir, 'world.yaml'), '--data-dir', world.dataDir];
    const source = { ...loadConfig({ argv, env: {}, cwd: world.dataDir }), sqlite: await loadSqlite() };
    const dir = join(world.dataDir, 'backups/gateway');
    const facts = { host: 'h', version: '1', now: Date.now, randomHex: () => '0000' };
    const { file } = await makeBackup({ source, dir, history: false, events: true, ...facts });
    expect((await send(world, 'DELETE', `/floorplans/${id}`, new FormData())).status).toBe(204);
    expect((await send(world, 'POST', '/floorplans?name=Later', form(png(100, 100)))).status).toBe(201);
    await world.gateway.stop('test');
    await restoreBackup({ source, archive: file, now: Date.now, subject: 'cli:test' });
    world = await world.restart({ waitForHub: false });
    const listed = await world.call('GET', '/api/v1/floorplans');
    expect(listed.json).toEqual([expect.objectContaining({ id, name: 'EG', revision: 2, places: [place] })]);
    const shown = await fetch(`${world.url}/api/v1/floorplans/${id}/picture`, {
      headers: { authorization: `Bearer ${world.tokens.viewer}` },
    });
    expect(new Uint8Array(await shown.arrayBuffer())).toEqual(png(800, 600));
  } finally {
    await world.close();
  }
}, 90_000);

it('shows the device that replaced another one at its place, and a removed one as it was', async () => {
  const [OLD, FRESH] = ['00F1C0DE000007', '00F1C0DE0000AA'] as const;
  const PATIENCE = { timeout: 20_000, interval: 20 } as const;
  await using world = await startWorld({ only });
  const seed = inventedHouse().devices.find(({ description }) => description.ADDRESS === OLD)!;
  world.simulator.house.addDevice(JSON.parse(JSON.stringify(seed).replaceAll(OLD, FRESH)));
  const status = async (address: string) => (await world.call('GET', `/api/v1/devices/${address}`)).status;
  await expect.poll(() => status(FRESH), PATIENCE).toBe(200);
  const { central } = (await world.call('GET', `/api/v1/devices/${OLD}`)).json;
  const { id } = (await (await send(world, 'POST', '/floorplans?name=EG', form(png(800, 600)))).json()) as Answer;
  const at = (device_address: string, x = 0.25) => ({ central, device_address, x, y: 0.5 });
  const update = async (revision: number, places: readonly object[]) =>
    (await send(world, 'PUT', `/floorplans/${id}`, JSON.stringify({ name: 'EG', places, revision }))).json();
  await update(1, [at(OLD), at('GONE')]);

  const { json } = await world.call('POST', `/api/v1/devices/${FRESH}/replace`, { body: { old_address: OLD } });
  const report = async () => (await world.call('GET', `/api/v1/device-replacements/${json.id}`)).json;
  await expect.poll(async () => (await report()).state, PATIENCE).toBe('done');
  await expect.poll(() => status(OLD), PATIENCE).toBe(404);
  const places = async () => (await world.call('GET', '/api/v1/floorplans')).json[0].places;
  await expect.poll(places, PATIENCE).toEqual([at(FRESH), at('GONE')]);
  // One that has a place of its own keeps that one.
  await update(2, [at(OLD), at(FRESH, 0.75)]);
  expect(await places()).toEqual([at(FRESH, 0.75)]);
}, 120_000);
