import type { TestFramework } from '@ccu-gateway/auth-core/testing';
import { type OpenSharedWorld, onWorld, type SharedWorld } from './world.js';

const all = { limit: 1000, offset: 0 };
const MINUTE = 60_000;
const START = 1_700_000_040_000;

const refused = ({ stores }: Pick<SharedWorld, 'stores'>, at: number, peer: string, more: object = {}) =>
  stores.audit.sink.write({
    at,
    action: 'auth.request',
    outcome: 'refused',
    subject: 'anonymous',
    scheme: 'none',
    peer,
    reason: 'invalid_credentials',
    ...more,
  });

/** Contract suite for the audit log. */
export function describeAudit(framework: TestFramework, name: string, open: OpenSharedWorld): void {
  const { describe, expect } = framework;
  const test = onWorld(framework, open);

  describe(`the audit log ${name}`, () => {
    test('returns recorded entries, newest first, also those not on disk yet', async ({ stores: { audit } }) => {
      const of = { deviceAddress: 'ABC0001', channelNo: 4, parameter: 'LEVEL', user: 'a\0b' };
      const changes = [{ parameter: 'x', before: null, after: '\0' }];
      audit.record({ at: 1, action: 'data_point_write', ...of });
      audit.record({ at: 2, action: 'logging.override_set', changes });
      const [newer, older] = await audit.query(all);
      expect(newer).toEqual({ id: newer?.id, at: 2, action: 'logging.override_set', changes });
      expect(older).toEqual({ id: older?.id, at: 1, action: 'data_point_write', ...of });
    });

    test('filters by device, action and time, and pages', async ({ stores: { audit } }) => {
      for (let at = 1; at <= 5; at += 1) {
        audit.record({ at, action: at % 2 ? 'Link_Add' : 'value', deviceAddress: `DEV000${at}` });
      }
      const times = async (query: object) => (await audit.query({ ...all, ...query })).map(({ at }) => at);
      expect(await times({ op: 'link' })).toEqual([5, 3, 1]);
      expect(await times({ device: 'dev0004' })).toEqual([4]);
      expect(await times({ device: '%' })).toEqual([]);
      expect(await times({ since: 2, until: 4 })).toEqual([3, 2]);
      expect(await times({ limit: 2, offset: 1 })).toEqual([4, 3]);
    });

    test('makes refused requests one entry for each source, minute and reason', async (world) => {
      for (let index = 0; index < 500; index += 1) refused(world, START + (index % 50) * 1_000, '10.0.0.9');
      refused(world, START + 1_000, '10.0.0.9', { reason: 'throttled' });
      refused(world, START + MINUTE, '10.0.0.9');
      refused(world, START, '10.0.0.9', { client: '203.0.113.8' });
      // Part of it is on disk already when the rest comes, from both programs.
      await world.stores.audit.query(all);
      for (let index = 0; index < 5; index += 1) refused(world, START + 59_000, '10.0.0.9', { subject: 'eve' });
      refused({ stores: world.other }, START + 59_500, '10.0.0.9', { subject: 'bob' });
      await world.stores.audit.query(all);
      const entries = await world.other.audit.query(all);
      expect(entries.map(({ at, peer, client, note }) => [at - START, client ?? peer, note])).toEqual([
        [MINUTE, '10.0.0.9', 'reason="invalid_credentials"'],
        [1_000, '10.0.0.9', 'reason="throttled"'],
        [0, '203.0.113.8', 'reason="invalid_credentials"'],
        [0, '10.0.0.9', 'reason="invalid_credentials" count=506 others=["eve","bob"]'],
      ]);
      expect(new Set(entries.map(({ id }) => id)).size).toBe(4);
    });

    test('keeps refused requests among the other entries, in the order in which they came', async (world) => {
      const { audit } = world.stores;
      for (const at of [START, START + MINUTE, START + 2 * MINUTE]) {
        audit.record({ at, action: 'central_create' });
        await audit.query(all);
        refused(world, at, '10.0.0.9');
        await audit.query(all);
      }
      const actions = async (query: object) => (await audit.query({ ...all, ...query })).map(({ action }) => action);
      expect(await actions({})).toEqual([1, 2, 3].flatMap(() => ['auth.request', 'central_create']));
      expect(await actions({ limit: 2, offset: 1 })).toEqual(['central_create', 'auth.request']);
      expect(await actions({ op: 'AUTH', since: START + MINUTE })).toEqual(['auth.request', 'auth.request']);
      expect(await actions({ device: 'a' })).toEqual([]);
    });

    test('numbers the entries of both programs separately', async ({ stores, other }) => {
      for (let at = 1; at <= 50; at += 1)
        (at % 2 === 0 ? stores : other).audit.record({ at, action: 'central_create' });
      await Promise.all([stores.audit.query(all), other.audit.query(all)]);
      const entries = await stores.audit.query(all);
      expect(new Set(entries.map(({ id }) => id)).size).toBe(50);
    });
  });
}
