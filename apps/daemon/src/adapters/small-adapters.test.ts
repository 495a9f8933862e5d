import { createSocket } from 'node:dgram';
import {
  type CcuEvent,
  type CcuEventListener,
  type ConnectionState,
  createMemoryStateStore,
} from '@ccu-gateway/ccu-client';
import { recordIncidents } from '@ccu-gateway/gateway-core/parts';
import { type IncidentRecord, type IncidentStore, StorageError } from '@ccu-gateway/storage';
import { describe, expect, it } from 'vitest';
import type { Log } from '../log/log.js';
import { documentsIn, flagsKey, identityKey } from '../storage/documents.js';
import { ccuOf, ignoredRecords, searchBySsdp } from './discovery.js';
import { createIncidentLog, createPreferences } from './stores.js';

const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent };
const AT = 1_700_000_000_000;

describe('discovery', () => {
  const answer = (serial: string, location = 'http://192.168.1.9:80/upnp/basic_dev.cgi') =>
    `HTTP/1.1 200 OK\r\nLOCATION: ${location}\r\nUSN: uuid:upnp-BasicDevice-1_0-${serial}::upnp:rootdevice\r\n\r\n`;

  it('knows a CCU by what it announces, and nothing else', () => {
    expect(ccuOf(answer('3014F711A0001F'), '192.168.1.9')).toMatchObject({
      serial: '3014F711A0001F',
      host: '192.168.1.9',
    });
    for (const text of ['', answer('x'), answer('NEQ1234567', 'http://192.168.1.9/router.xml'), 'USN: uuid:tv']) {
      expect(ccuOf(text, '192.168.1.9')).toBeUndefined();
    }
  });

  it('leaves out what the database holds, and takes nonsense there for nothing', async () => {
    const facts = { kept: undefined as unknown };
    const records = ignoredRecords({
      get: async () => facts.kept,
      replace: async (_key, before, after) => {
        if (JSON.stringify(before) !== JSON.stringify(facts.kept)) return false;
        facts.kept = after;
        return true;
      },
    });
    expect(await records?.load()).toEqual([]);
    const [one, other] = [
      { serial: 'NEQ0000001', ignoredAt: AT },
      { serial: 'NEQ0000002', ignoredAt: AT },
    ] as const;
    // Both read the same list first.
    await Promise.all([one, other].map((each) => records?.change((before) => [...before, each])));
    expect(await records?.load()).toEqual([one, other]);
    facts.kept = 'nonsense';
    expect(await records?.load()).toEqual([]);
    expect(ignoredRecords(undefined)).toBeUndefined();
  });

  it('asks over the address the gateway takes calls on', async () => {
    const receiver = createSocket('udp4');
    await new Promise<void>((resolve) => receiver.bind({ address: '127.0.0.1', port: 0 }, resolve));
    const asked = new Promise<string>((resolve) => receiver.once('message', (_message, from) => resolve(from.address)));
    const stop = searchBySsdp('127.0.0.1', { address: '127.0.0.1', port: receiver.address().port })(() => {});
    expect(await asked).toBe('127.0.0.1');
    stop();
    stop();
    receiver.close();
  });
});

describe('documents of CCUs', () => {
  it('are refused in words of the gateway when the database refuses, and are not there without one', async () => {
    const full = new StorageError('storage_full', 'no room');
    const documents = documentsIn({ load: () => Promise.reject(full), save: () => Promise.reject(full) }, flagsKey);
    await expect(documents?.load('home')).rejects.toMatchObject({ code: 'service_unready' });
    await expect(documents?.save('home', {})).rejects.toMatchObject({ code: 'service_unready' });
    expect(documentsIn(undefined, flagsKey)).toBeUndefined();
  });

  it('are kept as JSON under a key of their own', async () => {
    const kept = createMemoryStateStore();
    await documentsIn(kept, flagsKey)?.save('home', { 'A:1': { hidden: true, locked: false } });
    await documentsIn(kept, identityKey)?.save('home', { serial: 'NEQ1' });
    expect(await kept.load('channel-flags:home')).toBe('{"A:1":{"hidden":true,"locked":false}}');
    expect(await documentsIn(kept, identityKey)?.load('home')).toEqual({ serial: 'NEQ1' });
    await documentsIn(kept, identityKey)?.save('home', undefined);
    expect(await kept.load('home/identity')).toBeUndefined();
  });
});

describe('incidents', () => {
  it('are written down when a link breaks and is well again, when a device lost its configuration, and when the CCU refuses descriptions', async () => {
    const kept: IncidentRecord[] = [];
    const store: IncidentStore = {
      add: async (incident) => void kept.push(incident),
      query: async ({ limit }) => kept.map((each, id) => ({ ...each, id })).slice(0, limit),
      clear: async () => void kept.splice(0),
    };
    let listener: CcuEventListener = () => {};
    const ccu = {
      name: 'ccu1',
      on: (each: CcuEventListener) => {
        listener = each;
        return () => {};
      },
    };
    recordIncidents(ccu, store, silent);
    const link = (state: ConnectionState, previous: ConnectionState, note?: string) =>
      listener({
        type: 'link_state',
        central: 'ccu1',
        interfaceName: 'HmIP-RF',
        at: AT,
        previous,
        status: { central: 'ccu1', interfaceName: 'HmIP-RF', state, connected: state === 'connected', note },
      } as CcuEvent);
    link('connected', 'loading');
    link('callback_unreachable', 'connected', 'check the firewall');
    link('disconnected', 'callback_unreachable');
    link('connected', 'loading');
    // Registering anew is no failure; that it came to nothing is.
    link('reregistering', 'connected');
    link('connected', 'reregistering');
    link('reregistering', 'connected');
    link('disconnected', 'reregistering', 'nobody listens');
    const log = createIncidentLog(store);
    expect(await log.incidents({ limit: 9 })).toMatchObject([
      { component: 'ccu1/HmIP-RF', severity: 'warning', kind: 'connection_lost', detail: 'check the firewall' },
      { severity: 'info', kind: 'connection_restored' },
      { severity: 'warning', kind: 'connection_lost', detail: 'nobody listens' },
    ]);
    expect((await log.incidents({ limit: 9 })).map(({ id }) => id)).toEqual(['0', '1', '2']);
    await log.clearIncidents();
    expect(kept).toEqual([]);
    listener({
      type: 'descriptions_refused',
      central: 'ccu1',
      interfaceName: 'HmIP-RF',
      at: AT,
      refused: ['A device', 'B:1 VALUES', 'B:2 VALUES', 'B:3 VALUES', 'B:4 VALUES', 'B:5 VALUES'],
    });
    expect((await log.incidents({ limit: 9 }))[0]).not.toHaveProperty('kind');
    expect(kept.splice(0)).toMatchObject([
      {
        component: 'ccu1/HmIP-RF',
        severity: 'warning',
        detail: 'A device, B:1 VALUES, B:2 VALUES, B:3 VALUES, B:4 VALUES and 1 more',
      },
    ]);
    const rolledBack = (parameter: string, paramsetKey: string) =>
      listener({
        type: 'write_rolled_back',
        central: 'ccu1',
        interfaceName: 'HmIP-RF',
        at: AT,
        channelAddress: 'ABC:1',
        parameter,
        paramsetKey,
        reason: 'mismatch',
        sent: 4711,
      } as CcuEvent);
    rolledBack('LEVEL', 'VALUES');
    for (const parameter of ['A', 'B', 'C', 'D', 'E', 'F', 'G']) rolledBack(parameter, 'MASTER');
    await Promise.resolve();
    // The written value may be the code of a door.
    expect(kept).toMatchObject([{ severity: 'warning', detail: 'ABC:1 MASTER: A, B, C, D, E and 2 more (mismatch)' }]);
  });

  it('and preferences need storage', async () => {
    await expect(createIncidentLog(undefined).incidents({ limit: 1 })).rejects.toMatchObject({
      code: 'service_unready',
    });
    await expect(createPreferences(undefined).get('a', 'b')).rejects.toMatchObject({ code: 'service_unready' });
  });
});
