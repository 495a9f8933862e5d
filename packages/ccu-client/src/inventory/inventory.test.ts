import { describe, expect, it } from 'vitest';
import { createMemoryDescriptionCache } from '../cache/memory-cache.js';
import { createComplaints } from '../log/complaints.js';
import { CcuError } from '../model/errors.js';
import { profileOf } from '../model/interfaces.js';
import type { CcuEvent, InterfaceName, WireValue } from '../model/model.js';
import type { DescriptionCache, LogEntry } from '../model/ports.js';
import { readDeviceList } from '../rpc/descriptions.js';
import type { InterfaceRpc } from '../rpc/rpc.js';
import { createManualTime } from '../testing/manual-time.js';
import { sleep } from '../time/wait.js';
import { createInventory } from './inventory.js';
import { createParamsetCatalogue, createRefusals } from './paramsets.js';

type Entry = { readonly [member: string]: WireValue };

const device = (address: string, more: Entry = {}): Entry[] => [
  { ADDRESS: address, TYPE: 'HM-X', PARENT: '', PARAMSETS: ['MASTER'], FIRMWARE: '1.0', VERSION: 1, ...more },
  {
    ADDRESS: `${address}:1`,
    TYPE: 'SWITCH',
    PARENT: address,
    INDEX: 1,
    PARAMSETS: ['VALUES', 'VALUES', 'LINK'],
    VERSION: 1,
  },
];

interface StartOptions {
  readonly interfaceName?: InterfaceName;
  readonly cache?: DescriptionCache;
  readonly gapMs?: number;
}

function start(options: StartOptions = {}) {
  const { interfaceName = 'BidCos-RF', cache = createMemoryDescriptionCache() } = options;
  const time = createManualTime();
  const missing = { times: 0 };
  const events: CcuEvent[] = [];
  const asked: string[] = [];
  const answers: {
    list: WireValue;
    fails?: CcuError | undefined;
    refuses: readonly string[];
    type: string;
    takesMs: number;
  } = {
    list: [],
    refuses: [],
    type: 'BOOL',
    takesMs: 0,
  };
  const rpc: InterfaceRpc = {
    async call(method, params = []) {
      if (method === 'listDevices') return answers.list;
      asked.push(`${method} ${params.join(' ')}`);
      if (answers.takesMs > 0) await sleep(time.timers, answers.takesMs);
      if (answers.fails !== undefined) throw answers.fails;
      if (answers.refuses.includes(String(params[0]))) throw new CcuError('fault', 'no', { faultCode: -1 });
      if (method === 'getDeviceDescription') {
        return (answers.list as Entry[]).find(({ ADDRESS }) => ADDRESS === params[0]) ?? '';
      }
      return {
        STATE: { TYPE: answers.type, OPERATIONS: 7 },
        JUNK: 5,
        ODD: { TYPE: 'NEW', OPERATIONS: '3', VALUE_LIST: '' },
      };
    },
    close: () => undefined,
  };
  const log: LogEntry[] = [];
  const complaints = createComplaints((entry) => log.push(entry));
  const refusals = createRefusals({
    central: 'c',
    interfaceName,
    complaints,
    now: time.now,
    emit: (event) => events.push(event),
  });
  const common = { interfaceName, cache, rpc, refusals, complain: () => undefined };
  const catalogue = createParamsetCatalogue({
    ...common,
    profile: profileOf({ name: interfaceName })!,
    timers: time.timers,
    now: time.now,
    gapMs: options.gapMs ?? 0,
  });
  const inventory = createInventory({
    ...common,
    central: 'c',
    catalogue,
    listTimeoutMs: 1,
    now: time.now,
    emit: (event) => events.push(event),
    onAdded: () => undefined,
    onMissing: () => {
      missing.times += 1;
    },
  });
  const { signal } = new AbortController();
  return { inventory, missing, catalogue, refusals, events, log, asked, answers, cache, signal, time };
}

const described = (events: readonly CcuEvent[]) =>
  events.flatMap((event) => (event.type === 'devices_described' ? event.devices.map(({ ADDRESS }) => ADDRESS) : []));

describe('the inventory of an interface', () => {
  it('asks for one description of devices that are the same', async () => {
    const { inventory, asked, answers, events, signal } = start();
    answers.list = [...device('A'), ...device('B'), ...device('C', { FIRMWARE: '1.1' })];
    await inventory.refresh(signal);
    expect(asked).toEqual([
      'getParamsetDescription A MASTER',
      'getParamsetDescription A:1 VALUES',
      'getParamsetDescription C MASTER',
      'getParamsetDescription C:1 VALUES',
    ]);
    expect(described(events)).toEqual(['A', 'A:1', 'B', 'B:1', 'C', 'C:1']);
  });

  it('announces a device as added, however it becomes known, and again after it was gone', async () => {
    const { inventory, answers, events, signal } = start();
    const added = () =>
      events.splice(0).flatMap((event) => (event.type === 'devices_described' ? [event.added ?? []] : []));
    answers.list = device('A');
    await inventory.refresh(signal);
    expect(added()).toEqual([['A', 'A:1']]);
    await inventory.take(readDeviceList(device('B')), signal);
    expect(added()).toEqual([['B', 'B:1']]);
    // Only changed, and a channel that a new firmware brought.
    const second = { ...device('B')[1]!, ADDRESS: 'B:2', INDEX: 2 };
    await inventory.take(readDeviceList([...device('B', { FIRMWARE: '9.9' }), second]), signal);
    expect(added()).toEqual([['B:2']]);
    answers.list = device('A', { CHILDREN: ['A:1'] });
    await inventory.reread(['A'], signal);
    expect(added()).toEqual([[]]);
    await inventory.reread(['A'], signal, true);
    expect(added()).toEqual([['A', 'A:1']]);
    await inventory.remove(['A']);
    await inventory.take(readDeviceList(device('A')), signal);
    expect(added()).toEqual([['A', 'A:1']]);
  });

  it('logs refused descriptions once each: the first few by address, the others as a number', async () => {
    const { inventory, answers, log, signal } = start({ interfaceName: 'CUxD' });
    const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];
    answers.list = names.flatMap((name) => device(name, { CHILDREN: [`${name}:1`] }));
    answers.refuses = names;
    await inventory.refresh(signal);
    const first = {
      level: 'warn',
      event: 'description.refused',
      message: 'the CCU refused descriptions',
      central: 'c',
      interfaceName: 'CUxD',
      fields: { addresses: 'A MASTER, B MASTER, C MASTER, D MASTER, E MASTER', count: 7 },
    };
    expect(log).toEqual([first]);
    answers.refuses = [...names, 'B:1'];
    await inventory.reread(['A', 'B'], signal);
    expect(log.slice(1)).toEqual([
      { ...first, fields: { addresses: 'A device', count: 1 } },
      { ...first, fields: { addresses: 'B device', count: 1 } },
    ]);
    answers.refuses = ['B:1'];
    await inventory.reread(['B'], signal);
    await inventory.reread(['B'], signal);
    expect(log.slice(3)).toEqual([{ ...first, fields: { addresses: 'B:1 device', count: 1 } }]);
  });

  it('lists the descriptions that are missing now, and emits each only the first time', async () => {
    const { inventory, refusals, answers, events, signal } = start({ interfaceName: 'CUxD' });
    const names = ['A', 'B', 'C'];
    answers.list = names.flatMap((name) => device(name, { CHILDREN: [`${name}:1`] }));
    answers.refuses = ['A', 'B', 'B:1'];
    await inventory.refresh(signal);
    expect(refusals.current()).toEqual(['A MASTER', 'B MASTER', 'B:1 VALUES']);
    const said = () => events.flatMap((event) => (event.type === 'descriptions_refused' ? [event.refused] : []));
    expect(said()).toEqual([['A MASTER', 'B MASTER', 'B:1 VALUES']]);
    answers.refuses = ['B:1'];
    await inventory.reread(['A'], signal);
    expect(refusals.current(), 'what the CCU gives is missing no more').toEqual(['B MASTER', 'B:1 VALUES']);
    await inventory.remove(['B']);
    expect(refusals.current(), 'what is gone is not missed').toEqual([]);
    expect(said()).toHaveLength(1);
  });

  it('writes a bounded number of log entries, however many descriptions the CCU refuses', async () => {
    const { catalogue, log, answers } = start({ interfaceName: 'CUxD' });
    for (let no = 0; no < 50; no++) {
      const [described] = readDeviceList(device(`A${no}`));
      answers.refuses = [`A${no}`];
      await catalogue.one(described!, described!, 'MASTER');
    }
    expect(log.map(({ fields }) => fields?.addresses)).toEqual(Array.from({ length: 20 }, (_, no) => `A${no} MASTER`));
  });

  it('asks for each CUxD device: those of one type have different descriptions', async () => {
    const { inventory, asked, answers, signal } = start({ interfaceName: 'CUxD' });
    answers.list = [...device('A'), ...device('B')];
    await inventory.refresh(signal);
    expect(asked).toHaveLength(4);
  });

  it('emits nothing and asks nothing when nothing has changed', async () => {
    const { inventory, asked, answers, events, signal } = start();
    answers.list = device('A');
    await inventory.refresh(signal);
    const before = [events.length, asked.length];
    answers.list = device('A');
    await inventory.refresh(signal);
    await inventory.take(readDeviceList(device('A')), signal);
    expect([events.length, asked.length]).toEqual(before);
  });

  it('after a firmware update asks for exactly the changed descriptions', async () => {
    const { inventory, asked, answers, events, signal } = start();
    answers.list = [...device('A'), ...device('B')];
    await inventory.refresh(signal);
    asked.length = 0;
    events.length = 0;
    answers.list = [...device('A', { FIRMWARE: '2.0' }), ...device('B')];
    await inventory.refresh(signal);
    expect(asked).toEqual(['getParamsetDescription A MASTER', 'getParamsetDescription A:1 VALUES']);
    expect(described(events)).toEqual(['A', 'A:1']);
  });

  const REREAD = [
    'getDeviceDescription A',
    'getDeviceDescription A:1',
    'getParamsetDescription A MASTER',
    'getParamsetDescription A:1 VALUES',
  ];
  const withChannel = device('A', { CHILDREN: ['A:1'] });

  it('reads the descriptions of a device anew that changed under the same firmware, and those of no other', async () => {
    const { inventory, asked, answers, events, cache, signal } = start();
    answers.list = [...withChannel, ...device('Z', { FIRMWARE: '7.0' })];
    await inventory.refresh(signal);
    asked.length = 0;
    answers.type = 'ENUM';
    await inventory.reread(['A:1', 'A'], signal);
    expect(asked).toEqual(REREAD);
    const fresh = { paramsets: { 'A:1': { VALUES: { STATE: { TYPE: 'ENUM' } } } } };
    expect(events.at(-1)).toMatchObject({ source: 'REFRESH', ...fresh });
    const next = start({ cache });
    await next.inventory.recall(next.signal);
    expect(next.events).toMatchObject([fresh]);
    expect(next.asked).toEqual([]);
  });

  it('reads a description of links anew only if it was asked for before', async () => {
    const { inventory, catalogue, asked, answers, signal } = start();
    answers.list = withChannel;
    await inventory.refresh(signal);
    const { device: owner, entry } = inventory.find('A:1')!;
    await catalogue.one(owner, entry, 'LINK', signal);
    asked.length = 0;
    await inventory.reread(['A'], signal);
    expect(asked).toEqual([...REREAD, 'getParamsetDescription A:1 LINK']);
  });

  it('asks for another list soon where one lacks a device, and for no more once that is decided', async () => {
    const { inventory, missing, answers, signal } = start();
    answers.list = [...device('A'), ...device('B')];
    await inventory.refresh(signal);
    expect(missing.times).toBe(0);
    answers.list = device('A');
    await inventory.refresh(signal);
    expect(missing.times).toBe(1);
    expect(inventory.find('B')).toBeDefined();
    await inventory.refresh(signal);
    expect(inventory.find('B')).toBeUndefined();
    await inventory.refresh(signal);
    expect(missing.times).toBe(1);
  });

  it('does not forget that a device changed when it could not be read at once', async () => {
    const { inventory, asked, answers, signal } = start();
    answers.list = withChannel;
    await inventory.refresh(signal);
    answers.fails = new CcuError('unreachable', 'gone');
    await expect(inventory.reread(['A'], signal)).rejects.toMatchObject({ code: 'unreachable' });
    answers.fails = undefined;
    asked.length = 0;
    await inventory.refresh(signal);
    await inventory.refresh(signal);
    expect(asked).toEqual(REREAD);
  });

  it('lets go of a changed device that the CCU does not know', async () => {
    const { inventory, asked, answers, events, signal } = start();
    answers.fails = new CcuError('fault', 'unknown device');
    await inventory.reread(['A'], signal);
    asked.length = 0;
    await inventory.refresh(signal);
    expect(asked).toEqual([]);
    expect(described(events)).toEqual([]);
  });

  it('starts from the cache of an earlier run, with the same descriptions and no question', async () => {
    const first = start();
    first.answers.list = [...device('A'), ...device('B')];
    await first.inventory.refresh(first.signal);
    const reads: string[][] = [];
    const loadParamsets = (keys: readonly string[]) => {
      reads.push([...keys]);
      return first.cache.loadParamsets(keys);
    };
    const second = start({ cache: { ...first.cache, loadParamsets } });
    second.answers.list = first.answers.list;
    await second.inventory.recall(second.signal);
    await second.inventory.refresh(second.signal);
    expect(second.asked).toEqual([]);
    expect(second.events).toMatchObject([
      {
        source: 'CACHE',
        devices: ['A', 'A:1', 'B', 'B:1'].map((ADDRESS) => ({ ADDRESS })),
        paramsets: {
          'A:1': { VALUES: { STATE: { TYPE: 'BOOL' } } },
          'B:1': { VALUES: { STATE: { TYPE: 'BOOL' } } },
        },
      },
    ]);
    expect(reads, 'both devices share two descriptions, which are read once and together').toHaveLength(1);
    expect(new Set(reads[0]).size).toBe(2);
  });

  it('never believes an empty list, and a missing device only the second time', async () => {
    const { inventory, answers, events, signal } = start();
    answers.list = [...device('A'), ...device('B')];
    await inventory.refresh(signal);
    events.length = 0;
    answers.list = [];
    for (let i = 0; i < 3; i += 1) await inventory.refresh(signal);
    answers.list = device('A');
    await inventory.refresh(signal);
    expect(events).toEqual([]);
    await inventory.refresh(signal);
    expect(events).toMatchObject([{ type: 'devices_removed', addresses: ['B', 'B:1'] }]);
    expect(inventory.find('B')).toBeUndefined();
  });

  it('removes many devices in slices, those that a list lacks too', async () => {
    const { inventory, answers, events, signal } = start();
    const many = Array.from({ length: 1_200 }, (_, at) => device(`D${at}`, { PARAMSETS: [] })).flat();
    const removed = () => events.flatMap((event) => (event.type === 'devices_removed' ? [event.addresses] : []));
    for (const remove of ['told', 'missing']) {
      answers.list = [...device('A'), ...many];
      await inventory.refresh(signal);
      events.length = 0;
      answers.list = device('A');
      if (remove === 'told') await inventory.remove(many.map(({ ADDRESS }) => String(ADDRESS)));
      else for (let i = 0; i < 2; i += 1) await inventory.refresh(signal);
      expect(new Set(removed().flat()).size, remove).toBe(many.length);
      expect(removed().length, remove).toBeGreaterThan(1);
    }
  });

  it('takes reports of the CCU about new and deleted devices at once', async () => {
    const { inventory, events, signal } = start();
    await inventory.take(readDeviceList(device('A')), signal);
    expect(events).toMatchObject([{ type: 'devices_described', source: 'NEW' }]);
    await inventory.remove(['A']);
    expect(events.at(-1)).toMatchObject({ type: 'devices_removed', addresses: ['A', 'A:1'] });
  });

  it('announces an interface without devices as complete', async () => {
    const { inventory, events, signal } = start();
    await inventory.refresh(signal);
    expect(events).toMatchObject([{ type: 'devices_described', complete: true, devices: [] }]);
  });

  it('loses no list to one bad entry, and no device to one bad parameter', async () => {
    const { inventory, answers, events, signal } = start();
    answers.list = [
      7,
      { unknown: true },
      { ADDRESS: 5, TYPE: 'X' },
      { ADDRESS: 'a\nb', TYPE: 'X' },
      { ADDRESS: 'E', TYPE: 'X', PARAMSETS: '' },
      ...device('A'),
    ];
    await inventory.refresh(signal);
    expect(described(events)).toEqual(['E', 'A', 'A:1']);
    expect(events).toMatchObject([
      {
        paramsets: { 'A:1': { VALUES: { STATE: { TYPE: 'BOOL' }, ODD: { TYPE: '', OPERATIONS: 3, VALUE_LIST: [] } } } },
      },
    ]);
    answers.list = 'nonsense';
    await inventory.refresh(signal);
    expect(inventory.find('A:1')?.device.ADDRESS).toBe('A');
  });

  it.each([
    { takesMs: 0, pauseMs: 1 },
    { takesMs: 2, pauseMs: 1 },
    { takesMs: 4, pauseMs: 1 },
    { takesMs: 10, pauseMs: 5 },
    { takesMs: 20, pauseMs: 20 },
    { takesMs: 60, pauseMs: 100 },
    { takesMs: 2_000, pauseMs: 100 },
  ])('asks a CCU that needs $takesMs ms again after $pauseMs ms, never two things at once', async (pace) => {
    const { catalogue, asked, answers, signal, time } = start({ gapMs: 100 });
    const [owner, channel] = readDeviceList(device('A'));
    answers.takesMs = pace.takesMs;
    const pairs = [owner!, channel!].map((entry) => [owner!, entry] as const);
    const done = catalogue.describe(pairs, signal);
    await time.advance(0);
    expect(asked).toHaveLength(1);
    await time.advance(pace.takesMs + pace.pauseMs - 1);
    expect(asked).toHaveLength(1);
    await time.advance(1);
    expect(asked).toHaveLength(2);
    await time.advance(pace.takesMs + pace.pauseMs);
    await done;
  });

  it('goes on without its cache', async () => {
    const broken: DescriptionCache = {
      loadDevices: () => Promise.reject(new Error('disk')),
      saveDevices: () => Promise.reject(new Error('disk')),
      loadParamsets: () => Promise.reject(new Error('disk')),
      saveParamsets: () => Promise.reject(new Error('disk')),
    };
    const { inventory, answers, events, signal } = start({ cache: broken });
    answers.list = device('A');
    await inventory.recall(signal);
    await inventory.refresh(signal);
    expect(described(events)).toEqual(['A', 'A:1']);
  });
});
