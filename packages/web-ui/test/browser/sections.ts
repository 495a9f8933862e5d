import { createSocket } from 'node:dgram';
import type { Demo } from './daemon.js';

/** Reads and writes sections of the settings of the demo, as its admin. */
export function sectionsOf({ url, admin }: Demo) {
  const authorization = `Basic ${Buffer.from(`${admin.username}:${admin.password}`).toString('base64')}`;
  const call = async (method: string, section: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${url}/api/v1/config/sections/${section}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return await answer.json();
  };
  return {
    section: (section: string) => call('GET', section),
    putSection: (section: string, body: object) => call('PUT', section, body),
  };
}

/** A port of UDP that nothing uses. */
export async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp6');
  const port = await new Promise<number>((resolve) => socket.bind(0, () => resolve(socket.address().port)));
  await new Promise<void>((resolve) => socket.close(resolve));
  return port;
}
