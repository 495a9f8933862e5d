import { createCanary } from '@ccu-gateway/auth-core/testing';
import { expect } from 'vitest';
import type { World } from '../world.js';

/** Neither the log nor the audit log, in either form, holds any of these secrets. `token` reads the audit log. */
export async function expectNoLeaks(
  world: World,
  secrets: Iterable<string>,
  token: string = world.tokens.admin,
): Promise<void> {
  const canary = createCanary();
  for (const secret of [...secrets, token, ...Object.values(world.tokens)]) if (secret !== '') canary.plant(secret);
  const read = (format: string) =>
    world.call('GET', `/api/v1/audit?limit=10000&format=${format}`, {
      as: 'stranger',
      headers: { authorization: `Bearer ${token}` },
    });
  const [json, csv] = [await read('json'), await read('csv')];
  expect([json.status, csv.status]).toEqual([200, 200]);
  expect(canary.findLeaks({ log: world.logged(), audit: json.text, csv: csv.text })).toEqual([]);
}
