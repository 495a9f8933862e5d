import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { fleetForEach, noNats, noNatsNote, patience } from './fleet-worlds.js';
import type { World } from './world.js';

const BACKUPS = '/api/v1/backups';

describe.skipIf(noNats)(`backups of CCUs in a fleet${noNatsNote}`, () => {
  const { start } = fleetForEach();
  const idsAt = async (world: World) =>
    (await world.call('GET', BACKUPS)).json.map(({ id }: { readonly id: string }) => id);
  const bytesOf = async ({ url, tokens }: World, id: string) => {
    const headers = { authorization: `Bearer ${tokens.admin}` };
    const response = await fetch(`${url}${BACKUPS}/${id}/download`, { headers });
    expect(response.status).toBe(200);
    return new Uint8Array(await response.arrayBuffer());
  };

  it('are made, listed, downloaded, uploaded and deleted at a gateway that is connected with none', async () => {
    const link = await start('link', 'link');
    const serve = await start('serve', 'serve');
    const id = await vi.waitFor(async () => {
      const begun = await serve.call('POST', BACKUPS, { body: {} });
      expect(begun.status, begun.text).toBe(202);
      return begun.json.id;
    }, patience);
    await vi.waitFor(async () => expect(await idsAt(serve)).toEqual([id]), patience);
    const archive = await bytesOf(link, id);
    expect(archive.byteLength).toBeGreaterThan(2_048);
    expect(Buffer.compare(await bytesOf(serve, id), archive)).toBe(0);

    const { url, tokens } = serve;
    const uploaded = await fetch(`${url}${BACKUPS}/upload?central=home`, {
      method: 'POST',
      body: archive,
      headers: { authorization: `Bearer ${tokens.admin}`, 'content-type': 'application/octet-stream' },
    });
    expect(uploaded.status).toBe(201);
    const { id: second } = (await uploaded.json()) as { readonly id: string };
    expect((await idsAt(serve)).sort()).toEqual([id, second].sort());
    for (const world of [link, serve]) {
      expect((await world.call('GET', `${BACKUPS}/storage`)).json).toMatchObject({ available: true, count: 2 });
    }
    // What is handed on is kept by no gateway on its way.
    expect(existsSync(join(serve.dataDir, 'backups'))).toBe(false);

    expect((await serve.call('DELETE', `${BACKUPS}/${id}`)).status).toBe(204);
    expect(await idsAt(link)).toEqual([second]);
    expect((await serve.call('GET', `${BACKUPS}/${id}/download`)).status).toBe(404);
  });

  it('are those of all gateways that are there, whichever is connected with the CCU', async () => {
    const link = await start('link', 'link');
    const serve = await start('serve', 'serve');
    await vi.waitFor(async () => expect((await link.call('POST', BACKUPS, { body: {} })).status).toBe(202), patience);
    await vi.waitFor(async () => expect(await idsAt(link)).toHaveLength(1), patience);
    const [id = ''] = await idsAt(link);
    const next = await start('next', 'link');
    for (const world of [serve, next]) await vi.waitFor(async () => expect(await idsAt(world)).toEqual([id]), patience);
    await link.gateway.stop('test');
    const second = await vi.waitFor(async () => {
      const begun = await serve.call('POST', BACKUPS, { body: {} });
      expect(begun.status, begun.text).toBe(202);
      return begun.json.id;
    }, patience);
    await vi.waitFor(async () => expect(await idsAt(serve)).toEqual([second]), patience);
  });
});
