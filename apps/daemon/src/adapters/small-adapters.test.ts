import { createSocket } from 'node:dgram';
import {
  type CcuEvent,
  type CcuEventListener,
  type ConnectionState,
  createMemoryStateStore,
} from '@ccu-gateway/ccu-client';
import { recordIncidents } from '@ccu-gateway/gateway-core/parts';
import { type Incident, type IncidentStore, StorageError } from '@ccu-gateway/storage';
import { describe, expect, it } from 'vitest';
import type { Log } from '../log/log.js';
import { documentsIn, flagsKey, identityKey } from '../storage/documents.js';
import { ccuOf, createDiscovery, searchBySsdp } from './discovery.js';
import { createIconSource, iconFiles, type WebPlace } from './icons.js';
import { createIncidentLog } from './incidents.js';
import { createPreferences } from './preferences.js';

const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent };
const AT = 1_700_000_000_000;

describe('discovery', () => {
  const answer = (serial: string, location = 'http://192.168.1.9:80/upnp/basic_dev.cgi') =>
    `HTTP/1.1 200 OK\r\nLOCATION: ${location}\r\nUSN: uuid:upnp-BasicDevice-1_0-${serial}::upnp:rootdevice\r\n\r\n`;

  it('knows a CCU by what it announces, and nothing else', () => {
    expect(ccuOf(answer('3014F711A0001F'), '192.168.1.9', AT)).toMatchObject({
      serial: '3014F711A0001F',
      host: '192.168.1.9',
      lastSeen: AT,
    });
    for (const text of ['', answer('x'), answer('NEQ1234567', 'http://192.168.1.9/router.xml'), 'USN: uuid:tv']) {
      expect(ccuOf(text, '192.168.1.9', AT)).toBeUndefined();
    }
  });

  /** A network whose answers come at once, and a clock that is turned by hand. */
  function network() {
    let now = AT;
    const waiting = new Set<{ readonly at: number; readonly run: () => void }>();
    const state = { heard: ['NEQ0000001', 'NEQ0000002'], searches: 0, open: 0, kept: undefined as unknown };
    const settings = { enabled: true, interval: '60s' };
    const discovery = createDiscovery({
      facts: {
        get: async () => state.kept,
        put: async (_key, value) => {
          state.kept = value;
        },
      },
      time: {
        now: () => now,
        after(delayMs, run) {
          const entry = { at: now + delayMs, run };
          waiting.add(entry);
          return () => void waiting.delete(entry);
        },
      },
      search: (hear) => {
        state.searches += 1;
        state.open += 1;
        for (const serial of state.heard) hear(answer(serial), '192.168.1.9');
        return () => {
          state.open -= 1;
        };
      },
      config: () => settings,
    });
    async function pass(ms: number): Promise<void> {
      const end = now + ms;
      for (;;) {
        const [next] = [...waiting].filter(({ at }) => at <= end).sort((x, y) => x.at - y.at);
        if (next === undefined) break;
        now = next.at;
        waiting.delete(next);
        next.run();
        for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
      }
      now = end;
    }
    const serials = async () => {
      const asked = discovery.discovered();
      await pass(2_000);
      return (await asked).map(({ serial }) => serial);
    };
    return { discovery, state, settings, pass, serials, waiting: () => waiting.size };
  }

  it('looks when asked, leaves out the ignored ones, and forgets those that are gone', async () => {
    const { discovery, state, pass, serials } = network();
    expect(await serials()).toEqual(['NEQ0000001', 'NEQ0000002']);
    await discovery.ignore({ serial: 'NEQ0000001', ignoredAt: AT });
    expect(await serials()).toEqual(['NEQ0000002']);
    expect(await discovery.unignore('NEQ0000001')).toBe(true);
    expect(await discovery.unignore('NEQ0000001')).toBe(false);
    state.heard = [];
    await pass(31 * 60_000);
    expect(await serials()).toEqual([]);
    discovery.stop();
  });

  it('looks by itself as often as it is set, from the moment it is set, and not at all when it is switched off', async () => {
    const { discovery, state, settings, pass } = network();
    await pass(5 * 60_000);
    expect(state.searches).toBe(5);
    settings.interval = '10s';
    await pass(60_000);
    expect(state.searches).toBeGreaterThanOrEqual(5 + 5);
    settings.enabled = false;
    const before = state.searches;
    await pass(10 * 60_000);
    expect(state.searches).toBe(before);
    settings.enabled = true;
    settings.interval = '0';
    await pass(10 * 60_000);
    expect(state.searches).toBe(before);
    discovery.stop();
  });

  it('asks the network once for all who ask meanwhile, and leaves nothing open when it ends', async () => {
    const { discovery, state, pass, waiting } = network();
    const [first, second] = [discovery.discovered(), discovery.discovered()];
    await pass(2_000);
    expect(await first).toEqual(await second);
    expect([state.searches, state.open]).toEqual([1, 0]);
    const third = discovery.discovered();
    expect(state.open).toBe(1);
    discovery.stop();
    expect(await third).toHaveLength(2);
    expect([state.open, waiting()]).toEqual([0, 0]);
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

describe('artwork', () => {
  const catalogue = [
    'set DEV_PATHS(HmIP-BSM) {{50 /config/img/devices/50/a_thumb.png} {250 /config/img/devices/250/117_bsm.png}}',
    'set DEV_PATHS(HM-X) {{50 /config/img/devices/50/x_thumb.png}}',
    'set DEV_PATHS(EVIL) {{250 /config/img/devices/250/../../../etc/passwd.png}}',
  ].join('\n');
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1]);

  function source(files: Readonly<Record<string, Uint8Array>>) {
    let now = AT;
    const asked: string[] = [];
    const place: WebPlace = { host: 'ccu', port: 80, tls: false, insecure: false };
    const icons = createIconSource({
      place: async (name) => (name === 'ccu1' ? place : undefined),
      time: { now: () => now },
      log: silent,
      fetchFile: async (_place, path) => {
        asked.push(path);
        return files[path];
      },
    });
    return {
      icons,
      asked,
      pass: (ms: number) => {
        now += ms;
      },
    };
  }

  it('is found in the list that the web interface uses', () => {
    expect([...iconFiles(catalogue)]).toEqual([['hmip-bsm', '/config/img/devices/250/117_bsm.png']]);
  });

  it('is asked for once, and so is what is not there, for a while', async () => {
    const text = new TextEncoder().encode(catalogue);
    const { icons, asked } = source({
      '/config/devdescr/DEVDB.tcl': text,
      '/config/img/devices/250/117_bsm.png': png,
    });
    const all = await Promise.all(Array.from({ length: 5 }, () => icons.artwork('ccu1', 'HmIP-BSM')));
    expect(all.every((icon) => icon?.bytes === png)).toBe(true);
    expect(await icons.artwork('ccu1', 'HM-X')).toBeUndefined();
    expect(await icons.artwork('none', 'HmIP-BSM')).toBeUndefined();
    expect(asked).toEqual(['/config/devdescr/DEVDB.tcl', '/config/img/devices/250/117_bsm.png']);
    const away = source({});
    await away.icons.artwork('ccu1', 'HmIP-BSM');
    await away.icons.artwork('ccu1', 'HmIP-BSM');
    expect(away.asked).toHaveLength(1);
    away.pass(16 * 60_000);
    await away.icons.artwork('ccu1', 'HmIP-BSM');
    expect(away.asked).toHaveLength(2);
  });

  it('that is no picture is not handed out', async () => {
    const { icons } = source({
      '/config/devdescr/DEVDB.tcl': new TextEncoder().encode(catalogue),
      '/config/img/devices/250/117_bsm.png': new TextEncoder().encode('<script>'),
    });
    expect(await icons.artwork('ccu1', 'HmIP-BSM')).toBeUndefined();
  });
});

describe('incidents', () => {
  it('are written down when a link breaks and is well again, when a device lost its configuration, and when the CCU refuses descriptions', async () => {
    const kept: Omit<Incident, 'id'>[] = [];
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
      { id: '0', component: 'ccu1/HmIP-RF', severity: 'warning', detail: 'check the firewall' },
      { id: '1', severity: 'info' },
      { id: '2', severity: 'warning', detail: 'nobody listens' },
    ]);
    await log.clearIncidents();
    expect(kept).toEqual([]);
    listener({
      type: 'descriptions_refused',
      central: 'ccu1',
      interfaceName: 'HmIP-RF',
      at: AT,
      refused: ['A device', 'B:1 VALUES', 'B:2 VALUES', 'B:3 VALUES', 'B:4 VALUES', 'B:5 VALUES'],
    });
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
    // What was written may be the code of a door.
    expect(kept).toMatchObject([{ severity: 'warning', detail: 'ABC:1 MASTER: A, B, C, D, E and 2 more (mismatch)' }]);
  });

  it('and preferences need storage', async () => {
    await expect(createIncidentLog(undefined).incidents({ limit: 1 })).rejects.toMatchObject({
      code: 'service_unready',
    });
    await expect(createPreferences(undefined).get('a', 'b')).rejects.toMatchObject({ code: 'service_unready' });
  });
});
