import { describe, expect, it, vi } from 'vitest';
import { type Receiver, receiverForEach, startReceiver } from './receiver.js';
import { createWorld, SECRET } from './world.js';

let receiver: Receiver;
const kept = receiverForEach((started) => {
  receiver = started;
});

describe('requests', () => {
  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0.0.0.0',
    '0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::127.0.0.1]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[2002:7f00:1::]',
    '169.254.169.254',
    '[fe80::1]',
  ])('go to no address of this machine or of its link: %s [L01]', async (host) => {
    const world = createWorld();
    const webhook = kept(await world.open({ url: `http://${host}:${receiver.port}/`, allowNetworks: [] }));
    expect(await webhook.test()).toMatchObject({ delivered: false, fault: { kind: 'forbidden' } });
    expect(receiver.connections()).toBe(0);
  });

  it('go to no such address by a name either [L02]', async () => {
    const world = createWorld();
    const url = `http://receiver.example:${receiver.port}/`;
    for (const address of ['127.0.0.1', '::1', '0.0.0.0', '::ffff:127.0.0.1', 'fe80::1%eth0']) {
      const lookup = async () => [{ address, family: address.includes(':') ? 6 : 4 }];
      const webhook = kept(await world.open({ url, allowNetworks: [], name: address }, { lookup }));
      expect(await webhook.test(), address).toMatchObject({ delivered: false, fault: { kind: 'forbidden' } });
    }
    expect(receiver.connections()).toBe(0);
  });

  it('go only to addresses of a name that are permitted, where it has others too [L02]', async () => {
    const world = createWorld();
    const lookup = async () => [
      { address: '127.0.0.2', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    const url = `http://receiver.example:${receiver.port}/`;
    const webhook = kept(await world.open({ url, allowNetworks: ['127.0.0.1/32'] }, { lookup }));
    expect(await webhook.test()).toEqual({ delivered: true, status: 204 });
    expect(receiver.received[0]?.headers.host).toBe(`receiver.example:${receiver.port}`);
  });

  it.each([
    { why: 'the uplink is down', addresses: ['255.255.255.255'] },
    { why: 'a group receives no connection', addresses: ['ff02::1'] },
    { why: 'two families have no route', addresses: ['ff02::1', '255.255.255.255'] },
  ])('are a fault where an address of the name has no route ($why), over HTTP and HTTPS', async ({ addresses }) => {
    const world = createWorld();
    const allowNetworks = ['255.255.255.255/32', 'ff00::/8'];
    const lookup = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    for (const scheme of ['http', 'https']) {
      const url = `${scheme}://receiver.example:${receiver.port}/`;
      const webhook = kept(await world.open({ url, allowNetworks, name: scheme }, { lookup }));
      expect(await webhook.test()).toMatchObject({ delivered: false, fault: { kind: 'unreachable' } });
      world.say();
      await vi.waitFor(() => expect(webhook.status().failedAttempts).toBeGreaterThan(0));
      expect(webhook.status()).toMatchObject({ state: 'waiting', fault: { kind: 'unreachable' } });
    }
  });

  it('go to the checked address, however often the name is looked up [L03]', async () => {
    const world = createWorld();
    let asked = 0;
    // The first answer is permitted; each later one would lead elsewhere.
    const lookup = async () => {
      asked += 1;
      return [{ address: asked === 1 ? '127.0.0.1' : '127.0.0.9', family: 4 }];
    };
    const url = `http://rebinding.example:${receiver.port}/`;
    const webhook = kept(await world.open({ url }, { lookup }));
    expect(await webhook.test()).toMatchObject({ delivered: true });
    expect(asked).toBe(1);
    expect(await webhook.test()).toMatchObject({ delivered: false, fault: { kind: 'forbidden' } });
    expect(receiver.received).toHaveLength(1);
  });

  it.each([301, 302, 303, 307, 308])('follow no redirect: %d [L04]', async (status) => {
    const elsewhere = await startReceiver();
    const world = createWorld();
    receiver.answerStatus(status, { location: elsewhere.url });
    const webhook = kept(await world.open({ url: receiver.url }));
    const outcome = await webhook.test();
    expect(outcome).toMatchObject({ delivered: false, status, fault: { kind: 'redirect' } });
    expect(JSON.stringify(outcome)).not.toContain(String(elsewhere.port));
    expect(elsewhere.connections()).toBe(0);
    await elsewhere.close();
  });

  it('end with more answer than is read [L05]', async () => {
    const world = createWorld();
    let isClosed = false;
    receiver.answerWith((response) => {
      response.writeHead(200);
      response.on('close', () => {
        isClosed = true;
      });
      const more = () => {
        while (!isClosed && response.write('x'.repeat(16_384)));
        if (!isClosed) response.once('drain', more);
      };
      more();
    });
    const webhook = kept(await world.open({ url: receiver.url }));
    expect(await webhook.test()).toEqual({ delivered: true, status: 200 });
    await expect.poll(() => isClosed).toBe(true);
  });

  it('speak no other protocol on request of the receiver [L05]', async () => {
    const world = createWorld();
    receiver.answerWith((response) => {
      response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n');
    });
    const webhook = kept(await world.open({ url: receiver.url }));
    expect(await webhook.test()).toMatchObject({ delivered: false, fault: { kind: 'refused' } });
  });
});

describe('secrets', () => {
  it('are in no log line, no status and no answer, after any failure [L06]', async () => {
    const world = createWorld();
    const webhook = kept(await world.open({ url: receiver.url }));
    const seen: unknown[] = [];
    for (const status of [500, 302, 400, 200]) {
      receiver.answerStatus(status, { location: `${receiver.url}&again` });
      seen.push(await webhook.test());
      world.say();
      const { failedAttempts, deliveries } = webhook.status();
      await expect
        .poll(() => webhook.status().failedAttempts + webhook.status().deliveries)
        .toBeGreaterThan(failedAttempts + deliveries);
      seen.push(webhook.status());
      world.clock.advance(300_000);
    }
    await receiver.close();
    seen.push(await webhook.test(), webhook.status(), world.lines, world.troubles);
    const text = JSON.stringify(seen);
    for (const secret of [SECRET, SECRET.slice(6), 'path-secret', 'query-secret']) expect(text).not.toContain(secret);
    expect(world.lines.length).toBeGreaterThan(0);
  });

  it('sign each attempt anew with its own time, so that an old one can be distinguished from a new one [L07]', async () => {
    const world = createWorld();
    const webhook = kept(await world.open({ url: receiver.url }));
    await webhook.test();
    world.clock.advance(300_000);
    await webhook.test();
    const times = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']));
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBe(300);
  });

  it('are refused where they could be guessed [L08]', async () => {
    const world = createWorld();
    for (const secret of ['', 'whsec_c2hvcnQ=', 'a password of some length that is no key']) {
      await expect(world.open({ url: receiver.url, secret })).rejects.toThrow(RangeError);
    }
  });
});
