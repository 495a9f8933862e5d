import { createMemoryWire, openCalls } from '@ccu-gateway/fleet';
import { GatewayError } from '@ccu-gateway/gateway-core';
import type { BackupFile, Backups } from '@ccu-gateway/gateway-core/use-cases';
import { describe, expect, it } from 'vitest';
import { createFleetBackups } from './backup-ports.js';
import { describeFailure } from './errors.js';

const LARGE = Uint8Array.from({ length: 1_300_000 }, (_, index) => index % 251);

/** Backups in memory; `made` lists the CCUs that were asked for one. */
function keeping(files: Readonly<Record<string, Uint8Array>>, createdAt = 1) {
  const kept = new Map(Object.entries(files));
  const made: string[] = [];
  let stored = 0;
  const fileOf = (id: string, content: Uint8Array): BackupFile => ({
    ...{ id, central: 'home', createdAt, filename: `${id}.sbk`, bytes: content.byteLength },
  });
  const contentOf = (id: string): Uint8Array => {
    const content = kept.get(id);
    if (content === undefined) throw new GatewayError('not_found', `Backup ${id} not found`, { reason: 'not_found' });
    return content;
  };
  const backups: Backups = {
    list: async () => [...kept].map(([id, content]) => fileOf(id, content)),
    storage: async () => ({ available: true, count: kept.size, bytes: 0, dir: '/data' }),
    async start(central) {
      made.push(central);
      return { id: `of-${central}` };
    },
    status: async (central) => ({ state: 'running', central }),
    async open(id, from = 0) {
      const content = contentOf(id);
      return { filename: `${id}.sbk`, bytes: content.byteLength, content: new Blob([content.slice(from)]).stream() };
    },
    async store({ filename, content }) {
      const parts: Uint8Array[] = [];
      for await (const part of content) parts.push(part);
      const id = `stored-${++stored}-${filename}`;
      kept.set(id, Buffer.concat(parts));
      return fileOf(id, contentOf(id));
    },
    verify: async (id) => fileOf(id, contentOf(id)),
    remove: async (id) => kept.delete(id),
    restore: async () => {
      throw new GatewayError('not_implemented', 'not through the gateway', { reason: 'restore_unsupported' });
    },
  };
  return { backups, kept, made };
}

/** Gateways `link`, which is connected with `home`, `old`, which was, and `serve`, which clients ask. */
function fleetOf({ isHeld = true, isKnown = true } = {}) {
  const wire = createMemoryWire();
  const link = keeping({ new: LARGE }, 3);
  const old = keeping({ older: Uint8Array.of(1, 2) }, 2);
  const serve = keeping({}, 1);
  const silent = new Set<string>();
  const members = { link, old, serve };
  const names = Object.keys(members) as (keyof typeof members)[];
  const asked: string[] = [];
  const [atLink, atOld, atServe] = names.map((id) => {
    const holds = (central: string) => id === 'link' && isHeld && central === 'home';
    const remote = {
      ...{ id, name: id, isLocal: holds, mayAct: holds },
      others: async () => {
        if (!isKnown) throw new Error('the broker does not answer');
        return names.filter((each) => each !== id).map((each) => ({ id: each, name: each, roles: ['all'] }));
      },
      call: (_central: string, method: string, args: unknown, options: { readonly timeoutMs: number }) =>
        calls.call('link', method, args, options),
      callMember: (to: string, method: string, args: unknown, options: { readonly timeoutMs: number }) => {
        asked.push(`${to} ${method}`);
        return calls.call(silent.has(to) ? 'no-process' : to, method, args, options);
      },
    };
    const { port, handlers } = createFleetBackups(members[id].backups, remote);
    const calls = openCalls({ wire, id, handlers, describe: describeFailure });
    return port;
    // One for each name.
  }) as [Backups, Backups, Backups];
  return { atLink, atOld, atServe, link, old, serve, silent, asked };
}

const readAll = async (content: ReadableStream<Uint8Array>) =>
  new Uint8Array(await new Response(content).arrayBuffer());
const idsAt = async (backups: Backups) => (await backups.list()).map(({ id }) => id);

describe('backups in a fleet', () => {
  it('are made by the gateway with the CCU, for each gateway that is asked, and all show their state', async () => {
    const { atServe, atLink, link, serve } = fleetOf();
    expect(await atServe.start('home')).toEqual({ id: 'of-home' });
    expect(await atLink.start('home')).toEqual({ id: 'of-home' });
    expect([link.made, serve.made]).toEqual([['home', 'home'], []]);
    expect(await atServe.status('home')).toEqual({ state: 'running', central: 'home' });
  });

  it('are refused, and none is made, where no gateway is connected with the CCU', async () => {
    const { atServe, link } = fleetOf({ isHeld: false });
    const error = { code: 'service_unready', details: { reason: 'no_central' } };
    await expect(atServe.start('home')).rejects.toMatchObject(error);
    await expect(atServe.status('home')).rejects.toMatchObject(error);
    expect(link.made).toEqual([]);
  });

  it('are listed and handed out at each gateway, whichever keeps them', async () => {
    const { atLink, atOld, atServe } = fleetOf();
    for (const at of [atLink, atOld, atServe]) {
      expect(await idsAt(at)).toEqual(['new', 'older']);
      const { bytes, filename, content } = await at.open('new');
      expect([bytes, filename]).toEqual([LARGE.byteLength, 'new.sbk']);
      expect(Buffer.compare(await readAll(content), LARGE)).toBe(0);
      expect(await at.verify('older')).toMatchObject({ id: 'older', bytes: 2 });
      await expect(at.restore('older')).rejects.toMatchObject({ code: 'not_implemented' });
      await expect(at.open('gone')).rejects.toMatchObject({ code: 'not_found' });
    }
    const { content } = await atServe.open('new', 1_299_990);
    expect((await readAll(content)).byteLength).toBe(10);
  });

  it('are counted at all gateways, whose places have no one name', async () => {
    const { atServe, atLink } = fleetOf();
    for (const at of [atServe, atLink]) {
      expect(await at.storage()).toEqual({ available: true, count: 2, bytes: LARGE.byteLength + 2 });
    }
  });

  it('are read no further than who downloads them reads', async () => {
    const { atServe, asked } = fleetOf();
    const { content } = await atServe.open('new');
    const reader = content.getReader();
    await reader.read();
    await reader.cancel();
    expect(asked.filter((each) => each === 'link backups.read').length).toBeLessThan(3);
  });

  it('end with an error where an archive went while it was read', async () => {
    const { atServe, link } = fleetOf();
    const { content } = await atServe.open('new');
    const reader = content.getReader();
    await reader.read();
    link.kept.set('new', LARGE.slice(0, 524_288));
    const rest = async () => {
      for (;;) if ((await reader.read()).done) return;
    };
    await expect(rest()).rejects.toThrow('has changed');
  });

  it('are deleted where they lie', async () => {
    const { atServe, old } = fleetOf();
    expect(await atServe.remove('older')).toBe(true);
    expect(await atServe.remove('older')).toBe(false);
    expect(old.kept.size).toBe(0);
  });

  it('that are uploaded are kept by the gateway with the CCU, and by that one alone', async () => {
    const { atServe, atLink, link, serve, asked } = fleetOf();
    for (const at of [atServe, atLink]) {
      const upload = { central: 'home', filename: 'mine.sbk', content: new Blob([LARGE]).stream() };
      const { id } = await at.store(upload);
      expect(Buffer.compare(link.kept.get(id) ?? new Uint8Array(), LARGE)).toBe(0);
    }
    expect(serve.kept.size).toBe(0);
    // A finished upload is not there any more.
    expect(asked.filter((each) => each === 'serve backups.piece').length).toBeGreaterThan(1);
  });

  it('that are uploaded are refused where the gateway with the CCU cannot take them, and kept nowhere', async () => {
    const { atServe, serve } = fleetOf({ isHeld: false });
    let hasEnded = false;
    const content = (async function* () {
      try {
        yield LARGE;
      } finally {
        hasEnded = true;
      }
    })();
    await content.next();
    await expect(atServe.store({ central: 'home', filename: 'mine.sbk', content })).rejects.toMatchObject({
      details: { reason: 'no_central' },
    });
    expect(serve.kept.size).toBe(0);
    await expect.poll(() => hasEnded).toBe(true);
  });

  it('that break off while they are uploaded are kept nowhere', async () => {
    const { atServe, link } = fleetOf();
    const content = (async function* () {
      yield LARGE;
      throw new GatewayError('bad_request', 'The body has ended early', { reason: 'body_incomplete' });
    })();
    const before = link.kept.size;
    await expect(atServe.store({ central: 'home', filename: 'mine.sbk', content })).rejects.toMatchObject({
      code: 'bad_request',
    });
    expect(link.kept.size).toBe(before);
  });

  it('in a place that all gateways have are listed once', async () => {
    const { atServe, serve, old } = fleetOf();
    for (const each of [serve, old]) each.kept.set('new', LARGE);
    expect((await idsAt(atServe)).sort()).toEqual(['new', 'older']);
  });

  it('have no list while a gateway that is there does not answer, since it would be taken for the whole', async () => {
    const { atServe, silent } = fleetOf();
    silent.add('old');
    const error = { code: 'service_unready', details: { reason: 'no_member' } };
    await expect(atServe.list()).rejects.toMatchObject(error);
    await expect(atServe.remove('older')).rejects.toMatchObject(error);
    // Archives of another gateway are found without it.
    expect(await atServe.verify('new')).toMatchObject({ id: 'new' });
  });

  it('have no list where it is not known which gateways there are', async () => {
    const error = { code: 'service_unready', details: { reason: 'no_member' } };
    await expect(fleetOf({ isKnown: false }).atServe.list()).rejects.toMatchObject(error);
  });

  it('name the gateway that cannot read its own', async () => {
    const { atServe, old } = fleetOf();
    const error = new GatewayError('service_unready', 'The backups cannot be reached (EACCES)', {
      reason: 'backup_storage',
    });
    Object.assign(old.backups, { list: () => Promise.reject(error) });
    await expect(atServe.list()).rejects.toMatchObject({
      message: 'old: The backups cannot be reached (EACCES)',
      details: { reason: 'backup_storage' },
    });
  });

  it('leave out what is no backup, and end where more comes than was announced', async () => {
    const { atServe, old, link } = fleetOf();
    const list = async () => [{ id: 'bad', central: 'home' }, null, 7];
    Object.assign(old.backups, { list });
    expect(await idsAt(atServe)).toEqual(['new']);
    const { content } = await atServe.open('new');
    link.kept.set('new', Buffer.concat([LARGE, LARGE]));
    await expect(readAll(content)).rejects.toThrow('has changed');
  });

  it('do nothing for arguments that no gateway sends', async () => {
    const wire = createMemoryWire();
    const { backups, kept, made } = keeping({ new: LARGE });
    const remote = { id: 'a', name: 'a', isLocal: () => true, mayAct: () => false, others: async () => [] };
    const { handlers } = createFleetBackups(backups, { ...remote, call: nothing, callMember: nothing });
    openCalls({ wire, id: 'a', handlers, describe: describeFailure });
    const calls = openCalls({ wire, id: 'b' });
    for (const method of ['start', 'status', 'fetch', 'piece', 'read', 'verify', 'remove', 'restore']) {
      for (const args of [undefined, null, 7, 'new', {}, [], [7], [null, null], [{ central: 7 }], ['../new', -1]]) {
        const made = calls.call('a', `backups.${method}`, args, { timeoutMs: 5_000 });
        if (method === 'remove') expect(await made).toBe(false);
        else await expect(made).rejects.toThrow();
      }
    }
    expect([kept.size, made]).toEqual([1, []]);
  });
});

const nothing = () => Promise.reject(new Error('not asked'));
