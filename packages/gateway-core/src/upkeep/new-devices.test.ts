import type { Ccu, CcuEvent } from '@ccu-gateway/ccu-client';
import type { ModelEvent, WaitingDevice } from '@ccu-gateway/device-model';
import { describe, expect, it } from 'vitest';
import { createNewDevices } from './new-devices.js';

const RF = 'HmIP-RF';
const at = { central: 'home', interfaceName: RF, at: 7 } as const;
type Source = Extract<CcuEvent, { type: 'devices_described' }>['source'];

const described = (address: string, source: Source, from: { readonly interfaceName: string } = at): CcuEvent => ({
  ...at,
  ...from,
  type: 'devices_described',
  source,
  complete: false,
  devices: [
    { ADDRESS: address, TYPE: 'HmIP-PS', CHILDREN: [`${address}:1`] },
    { ADDRESS: `${address}:1`, TYPE: 'SWITCH', PARENT: address },
  ],
  paramsets: { [`${address}:1`]: { VALUES: {} } },
  ...(source === 'CACHE' ? {} : { added: [address, `${address}:1`] }),
});
const value = (address: string, of: boolean): CcuEvent => ({
  ...at,
  type: 'value',
  channelAddress: `${address}:1`,
  parameter: 'STATE',
  value: of,
});
const connected = {
  ...at,
  type: 'link_state',
  previous: 'loading',
  status: { central: 'home', interfaceName: RF, state: 'connected', connected: true },
} as unknown as CcuEvent;

const waiting = (address: string): WaitingDevice => ({ address, model: 'HmIP-PS', interfaceName: RF, since: 7 });

/** A CCU with a gate, and all that comes through it. */
function gated({
  hold = true,
  stored,
  known = [],
}: {
  hold?: boolean;
  stored?: unknown;
  known?: readonly string[];
} = {}) {
  const disk = { document: stored, isReadable: true, isWritable: true };
  const passed: string[] = [];
  const published: ModelEvent[] = [];
  let shown: readonly string[] = [];
  const listeners = new Set<(event: CcuEvent) => void>();
  const on: Ccu['on'] = (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const house = new Set(known);
  const newDevices = createNewDevices({
    documents: {
      async load() {
        if (!disk.isReadable) throw new Error('busy');
        return disk.document;
      },
      async save(_central, document) {
        if (!disk.isWritable) throw new Error('full');
        disk.document = document;
      },
    },
    house: {
      resolve: (address) => (house.has(address) ? { ok: true } : { ok: false }) as never,
      setWaiting(_central, devices) {
        shown = devices.map(({ address }) => address);
        return [];
      },
    },
    publish: (event) => void published.push(event),
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });
  const holding = newDevices.follow({ name: 'home', on }, hold);
  holding.ccu.on((event) => {
    if (event.type === 'devices_described') {
      for (const { ADDRESS: address } of event.devices) house.add(address);
      passed.push(...event.devices.map(({ ADDRESS: address }) => `${event.source} ${address}`));
    } else if (event.type === 'value') passed.push(`${event.channelAddress} ${event.value}`);
    else if (event.type === 'values_loaded') {
      passed.push(...event.values.map((each) => `loaded ${each.channelAddress} ${each.value}`));
    } else passed.push(event.type);
  });
  return {
    disk,
    passed,
    published,
    holding,
    newDevices,
    shown: () => shown,
    tell: (...events: readonly CcuEvent[]) => {
      for (const event of events) for (const listener of [...listeners]) listener(event);
    },
  };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('new devices of a CCU', () => {
  it('wait with their values until they are released, and then come with the last of them', async () => {
    const { tell, passed, shown, disk, newDevices, published } = gated();
    await settled();
    tell(described('A', 'REFRESH'), connected, described('B', 'NEW'), value('B', true), value('A', true));
    tell(value('B', false), { ...at, type: 'links_changed', address: 'B:1' });
    expect(passed).toEqual(['REFRESH A', 'REFRESH A:1', 'link_state', 'A:1 true']);
    expect(shown()).toEqual(['B']);
    await settled();
    expect(disk.document).toEqual({ devices: [waiting('B')] });
    passed.length = 0;
    await newDevices.release('home', 'B');
    expect(passed).toEqual(['NEW B', 'NEW B:1', 'loaded B:1 false']);
    expect(published).toMatchObject([{ type: 'device.released', payload: { device_address: 'B', model: 'HmIP-PS' } }]);
    expect([shown(), disk.document]).toEqual([[], undefined]);
    tell(value('B', true));
    expect(passed.at(-1)).toBe('B:1 true');
    await expect(newDevices.release('home', 'B')).rejects.toMatchObject({ code: 'not_found' });
    await expect(newDevices.release('work', 'B')).rejects.toMatchObject({ code: 'service_unready' });
  });

  it('are those that came while the gateway was away, but none of a first start', async () => {
    const first = gated();
    await settled();
    first.tell(described('A', 'NEW'), described('B', 'REFRESH'));
    expect(first.shown()).toEqual([]);
    const again = gated();
    await settled();
    again.tell(described('A', 'CACHE'), described('A', 'REFRESH'), described('B', 'REFRESH'));
    expect(again.shown()).toEqual(['B']);
    expect(again.passed).toEqual(['CACHE A', 'CACHE A:1', 'REFRESH A', 'REFRESH A:1']);
  });

  it('still wait after a restart, whatever comes before the stored list was read', async () => {
    const { tell, passed, shown, newDevices } = gated({ stored: { devices: [waiting('B'), { address: 7 }, null] } });
    tell(described('A', 'CACHE'), described('B', 'CACHE'), value('B', true));
    expect(passed).toEqual([]);
    await settled();
    expect([passed, shown()]).toEqual([['CACHE A', 'CACHE A:1'], ['B']]);
    await newDevices.release('home', 'B');
    expect(passed.slice(2)).toEqual(['NEW B', 'NEW B:1', 'loaded B:1 true']);
  });

  it('are no heating groups and no teams, which are made and not paired', async () => {
    const { tell, shown } = gated();
    await settled();
    const groups = { interfaceName: 'VirtualDevices' };
    tell(connected, described('*A', 'NEW'), { ...connected, ...groups } as CcuEvent, described('INT1', 'NEW', groups));
    expect(shown()).toEqual([]);
  });

  it('go on waiting where the release cannot be stored', async () => {
    const { tell, disk, shown, newDevices, passed } = gated();
    await settled();
    tell(connected, described('B', 'NEW'));
    await settled();
    disk.isWritable = false;
    await expect(newDevices.release('home', 'B')).rejects.toThrow('full');
    expect([shown(), passed]).toEqual([['B'], ['link_state']]);
  });

  it('are forgotten when their CCU removes them, and all come when no device is to wait any more', async () => {
    const { tell, holding, shown, passed } = gated();
    await settled();
    tell(connected, described('B', 'NEW'), described('C', 'NEW'));
    tell({ ...at, type: 'devices_removed', addresses: ['B', 'B:1'] });
    expect(shown()).toEqual(['C']);
    await holding.want(false);
    tell(described('D', 'NEW'));
    expect(passed).toEqual([...['link_state', 'devices_removed', 'NEW C', 'NEW C:1', 'NEW D', 'NEW D:1']]);
    expect(shown()).toEqual([]);
  });

  it('pass where none is to wait, and what waited before that is forgotten', async () => {
    const { tell, disk, passed } = gated({ hold: false, stored: { devices: [waiting('B')] } });
    tell(connected, described('B', 'NEW'));
    expect(passed).toEqual(['link_state', 'NEW B', 'NEW B:1']);
    await settled();
    expect(disk.document).toBeUndefined();
  });
});
