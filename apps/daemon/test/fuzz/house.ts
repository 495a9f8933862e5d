import { expect, vi } from 'vitest';
import type { World } from '../world.js';

/** Names of what is in the live house, so that generated requests also reach it. */
export async function namesOf({ call }: Pick<World, 'call'>): Promise<Readonly<Record<string, readonly string[]>>> {
  const list = async (path: string) => (await call('GET', `/api/v1${path}`)).json;
  // One seed gives the same requests only when it always finds the same names.
  for (const path of ['/sysvars', '/programs', '/rooms']) {
    const known = async () => expect((await list(path)).length).toBeGreaterThan(0);
    await vi.waitFor(known, { timeout: 15_000 });
  }
  const devices: readonly { readonly address: string }[] = (await list('/devices?per_page=500')).items;
  const pick = async (path: string, member: string): Promise<string[]> =>
    (await list(path)).map((each: Readonly<Record<string, string>>) => each[member] ?? '');
  const addresses = devices.map(({ address }) => address);
  const channels = addresses.flatMap((address) => [`${address}:0`, `${address}:1`]);
  return {
    addr: [...addresses, ...channels],
    peer: channels,
    no: ['0', '1', '2', '3', '4', '99'],
    param: ['STATE', 'LEVEL', 'SET_POINT_TEMPERATURE', 'SET_TEMPERATURE', 'UNREACH', 'PRESS_SHORT'],
    name: [
      ...(await pick('/sysvars', 'name')),
      ...(await pick('/rooms', 'name')),
      ...['STATE', 'LEVEL', 'SET_POINT_TEMPERATURE', 'DEW_POINT', 'home'],
    ],
    id: [...(await pick('/programs', 'id')), ...(await pick('/interfaces', 'id')), '1'],
    operation: ['turn_on', 'turn_off', 'set_temperature', 'open', 'close', 'stop', 'lock', 'set_position'],
    central: ['home', 'none'],
    section: ['backup', 'logging', 'north', 'callback', 'none'],
    path: ['backup.keep_last', 'ccu.home', 'http'],
    interface: ['HmIP-RF', 'BidCos-RF', 'home-HmIP-RF'],
    sender: channels,
    receiver: channels,
  };
}
