import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { createWorld, openBridge, settingsFor } from './world.js';

const CONNECT = 1;
const SUBSCRIBE = 8;
const PINGREQ = 12;
const DISCONNECT = 14;

/** Accepts everyone and says that it is alive, and does nothing else. */
async function startStalledBroker() {
  const heard: (number | 'closed')[] = [];
  const server = createServer((socket) => {
    let rest: Uint8Array = new Uint8Array();
    socket.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      for (let packet = firstPacket(rest); packet !== undefined; packet = firstPacket(rest)) {
        rest = rest.subarray(packet.end);
        heard.push(packet.type);
        if (packet.type === CONNECT) socket.write(Buffer.from([0x20, 3, 0, 0, 0]));
        if (packet.type === PINGREQ) socket.write(Buffer.from([0xd0, 0]));
      }
    });
    socket.on('error', () => {});
    socket.on('close', () => heard.push('closed'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`, heard, stop: () => server.close() };
}

/** Kind and length of a packet; undefined where it is not whole yet. */
function firstPacket(bytes: Uint8Array): { readonly type: number; readonly end: number } | undefined {
  let length = 0;
  for (let index = 1; index < 5; index += 1) {
    const digit = bytes[index];
    if (digit === undefined) return undefined;
    length += (digit & 0x7f) << (7 * (index - 1));
    if (digit < 0x80) {
      const end = index + 1 + length;
      return end > bytes.length ? undefined : { type: (bytes[0] ?? 0) >> 4, end };
    }
  }
  return undefined;
}

it('a broker that answers nothing keeps no bridge from being closed', async () => {
  const broker = await startStalledBroker();
  const bridge = await openBridge(createWorld(), settingsFor(broker.url));
  await expect.poll(() => broker.heard).toContain(SUBSCRIBE);
  await bridge.close();
  expect(bridge.status().connection.state).toBe('closed');
  await expect.poll(() => broker.heard.at(-1)).toBe('closed');
  // The last will is what the broker has to tell.
  expect(broker.heard).not.toContain(DISCONNECT);
  broker.stop();
});

it('a broker that answers pings and nothing else is reported, and connected again', async () => {
  const broker = await startStalledBroker();
  const bridge = await openBridge(createWorld(), settingsFor(broker.url));
  const faultNow = () => bridge.status().connection.fault?.message ?? '';
  await expect.poll(faultNow, { timeout: 10_000 }).toContain('answers pings, but acknowledges no message');
  const connects = () => broker.heard.filter((type) => type === CONNECT).length;
  await expect.poll(connects, { timeout: 10_000 }).toBeGreaterThan(1);
  await bridge.close();
  broker.stop();
});
