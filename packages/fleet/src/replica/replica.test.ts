import { createHouseModel } from '@ccu-gateway/device-model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  connectionState,
  described,
  NOON,
  readyHouse,
  SMALL_HOUSE,
  SWITCH,
  value,
} from '../../../device-model/test/house.js';
import { hasData, INTERFACES, realTypes } from '../../../device-model/test/real-devices.js';
import { everything } from '../../test/everything.js';
import { begin, type Described, MADE_UP, type Step, steps } from '../../test/random-house.js';
import { createHouseReplica, recordHouse, type StateRecord } from './index.js';

/** As it travels: nothing but its JSON. */
const carried = (record: StateRecord): unknown => JSON.parse(JSON.stringify(record));

function copied(kinds: readonly Described[], happening: readonly Step[], cut: number) {
  const time = { now: NOON };
  const records: StateRecord[] = [];
  const house = recordHouse(
    createHouseModel({ now: () => time.now }),
    (record) => void records.push(record),
    () => time.now,
  );
  begin(house, [...new Set(kinds.map(({ interfaceName }) => interfaceName))]);
  let late: readonly StateRecord[] = [];
  happening.forEach((step, index) => {
    if (index === cut) {
      late = house.snapshotOf('ccu1');
      records.push({ call: 'setHubAway', central: 'mark', at: 0, args: [true] });
    }
    step(house, time);
  });
  const mark = records.findIndex(({ central }) => central === 'mark');
  const all = createHouseReplica({ now: () => time.now });
  const later = createHouseReplica({ now: () => time.now });
  const fill = (replica: typeof all, told: readonly StateRecord[]) => {
    for (const record of told) {
      if (record.central === 'mark') continue;
      const replayed = replica.apply(carried(record));
      if (!replayed.ok) throw new Error(replayed.message);
    }
    return everything(replica.house);
  };
  return {
    original: everything(house),
    fromStart: fill(all, records),
    fromSnapshot: mark < 0 ? undefined : fill(later, [...late, ...records.slice(mark + 1)]),
  };
}

function expectTrueCopies(kinds: readonly Described[], options: { readonly numRuns: number; readonly length: number }) {
  const { numRuns, length } = options;
  const { devices, interfaceName, paramsets } = kinds[0] as Described;
  const described: Step = (house, time) => {
    const from = { central: 'ccu1', interfaceName, at: time.now } as const;
    house.apply({ ...from, type: 'devices_described', source: 'NEW', complete: true, devices, paramsets });
    house.apply(connectionState('connected', { interfaceName }));
  };
  fc.assert(
    fc.property(fc.array(steps(kinds), { minLength: 5, maxLength: length }), fc.nat(), (happening, at) => {
      const { original, fromStart, fromSnapshot } = copied(kinds, [described, ...happening], at % happening.length);
      expect(fromStart).toEqual(original);
      expect(fromSnapshot).toEqual(original);
    }),
    { numRuns },
  );
}

describe('a copy of a house', () => {
  it('answers everything as the original, from the first record and from its state at any time', () => {
    expectTrueCopies([MADE_UP], { numRuns: 40, length: 60 });
  });

  it.skipIf(!hasData)('does so with one device of every real type (CCU_GATEWAY_CCU_DATA)', () => {
    const types = realTypes();
    const kinds = INTERFACES.map((interfaceName) => {
      const own = types.filter((type) => type.interfaceName === interfaceName);
      const devices = own.flatMap((type) => type.devices);
      return { interfaceName, devices, paramsets: Object.assign({}, ...own.map(({ paramsets }) => paramsets)) };
    }).filter(({ devices }) => devices.length > 0);
    expectTrueCopies(kinds, { numRuns: 2, length: 60 });
  });

  it('is another revision after each record that changes what is read', () => {
    const { house: original } = readyHouse();
    const replica = createHouseReplica();
    const seen = new Set<string>();
    const house = recordHouse(original, (record) => {
      expect(replica.apply(carried(record))).toMatchObject({ ok: true });
      seen.add(replica.house.revision());
    });
    for (const record of house.snapshotOf('ccu1')) expect(replica.apply(carried(record))).toMatchObject({ ok: true });
    house.apply(value(`${SWITCH}:4`, 'STATE', true));
    const end = house.markPending({ central: 'ccu1', channelAddress: `${SWITCH}:4`, parameter: 'STATE', value: false });
    const before = house.revision();
    end();
    expect(house.revision()).not.toBe(before);
    expect(seen.size).toBe(3);
    expect(everything(replica.house)).toMatchObject({ memory: [[[{ value: true }], []]] });
  });

  it('has another host, and everything else as it was, where a CCU is added that is there', () => {
    const replica = createHouseReplica();
    const house = recordHouse(readyHouse().house, (record) => {
      expect(replica.apply(carried(record))).toMatchObject({ ok: true });
    });
    for (const record of house.snapshotOf('ccu1')) replica.apply(carried(record));
    const before = house.devices();
    expect(house.addCentral('ccu1', { host: 'another', interfaces: [] })).toEqual([]);
    expect(house.devices()).toEqual(before);
    for (const each of [house, replica.house]) {
      expect(each.state.optionsOf('ccu1')?.host).toBe('another');
      expect(each.state.optionsOf('ccu1')?.interfaces).not.toEqual([]);
    }
  });

  it('costs less for a value than the event that clients get', () => {
    const sizes: number[] = [];
    const house = recordHouse(readyHouse().house, (record) => void sizes.push(JSON.stringify(record).length));
    const [event] = house.apply(value(`${SWITCH}:4`, 'STATE', true));
    expect(sizes).toHaveLength(1);
    expect(sizes[0]).toBeLessThan(JSON.stringify(event).length);
  });

  it('begins with pieces that a broker takes, also for a house of hundreds of devices', () => {
    const many = Array.from({ length: 300 }, (_, index) => ({
      ...(SMALL_HOUSE[index % 2] as (typeof SMALL_HOUSE)[number]),
      address: `0001D3C99D${String(index).padStart(4, '0')}`,
    }));
    const records: StateRecord[] = [];
    const house = recordHouse(readyHouse().house, (record) => void records.push(record));
    house.apply(described(many));
    records.push(...house.snapshotOf('ccu1'));
    expect(house.deviceCount()).toBe(300);
    expect(Math.max(...records.map((record) => JSON.stringify(record).length))).toBeLessThan(300_000);
    const replica = createHouseReplica();
    for (const record of records) replica.apply(carried(record));
    expect(replica.house.deviceCount()).toBe(300);
  });

  it('keeps CCUs of different holders apart, also with the same addresses', () => {
    const replica = createHouseReplica();
    for (const central of ['ccu1', 'ccu2']) {
      const house = recordHouse(createHouseModel(), (record) => void replica.apply(carried(record)));
      house.addCentral(central, {
        host: central,
        interfaces: [...(readyHouse().house.state.optionsOf('ccu1')?.interfaces ?? [])],
      });
      house.apply(described(SMALL_HOUSE, { central }));
      house.apply(value(`${SWITCH}:4`, 'STATE', central === 'ccu1', { central }));
      house.setChannelFlags({ address: SWITCH, channel: 5 }, { locked: central === 'ccu2' });
    }
    const asked = { address: SWITCH, channel: 4, parameter: 'STATE' };
    expect(replica.refused()).toBe(0);
    expect(replica.house.dataPoint({ ...asked, central: 'ccu1' })).toMatchObject({ value: { value: true } });
    expect(replica.house.dataPoint({ ...asked, central: 'ccu2' })).toMatchObject({ value: { value: false } });
    expect(replica.house.memory.channelFlags('ccu1')).toEqual([]);
    expect(replica.house.memory.channelFlags('ccu2')).toHaveLength(1);
    replica.forget('ccu1');
    expect(replica.house.centralNames()).toEqual(['ccu2']);
  });
});

describe('a record that is broken', () => {
  const ready = () => {
    const replica = createHouseReplica({ now: () => NOON });
    const { house } = readyHouse();
    for (const record of recordHouse(house, () => undefined).snapshotOf('ccu1')) replica.apply(carried(record));
    return replica;
  };

  it('is refused with what is wrong, counted, and changes nothing', () => {
    const replica = ready();
    const before = everything(replica.house);
    const broken = [
      'text',
      null,
      { call: 'toString', central: 'ccu1', at: 1, args: [] },
      { call: 'reset', central: '', at: 1, args: [] },
      { call: 'reset', central: 'ccu1', at: 'now', args: [] },
      { call: 'value', central: 'ccu1', at: 1, args: ['HmIP-RF', `${SWITCH}:4`, 'STATE'] },
      { call: 'applyHub', central: 'ccu1', at: 1, args: [{ at: 1, programs: [null] }] },
      { call: 'setHubAway', central: 'elsewhere', at: 1, args: [true] },
    ];
    const messages = broken.map((record) => {
      const replayed = replica.apply(record);
      return replayed.ok ? 'taken' : replayed.message;
    });
    expect(messages).toEqual([
      'a record is an object',
      'a record is an object',
      'a record of an unknown kind',
      'reset does not name its CCU',
      'reset of ccu1 has no time',
      'the arguments of value of ccu1 are none',
      'the arguments of applyHub of ccu1 are none',
      'nothing is known of elsewhere: its state has to come first',
    ]);
    expect(replica.refused()).toBe(broken.length);
    expect(everything(replica.house)).toEqual(before);
  });

  it('never throws, whatever a part of it is replaced by', () => {
    const records = recordHouse(readyHouse().house, () => undefined)
      .snapshotOf('ccu1')
      .map(carried);
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.jsonValue(), (which, where, junk) => {
        const replica = ready();
        const text = JSON.stringify(records[which % records.length]);
        const texts = text.split(/(?<=[:,[])(?=["\d{[tf])/);
        const at = where % texts.length;
        const mangled = texts
          .map((each, index) => (index === at ? `${JSON.stringify(junk)}${/[,:}\]]*$/.exec(each)?.[0] ?? ''}` : each))
          .join('');
        let record: unknown;
        try {
          record = JSON.parse(mangled);
        } catch {
          return;
        }
        const replayed = replica.apply(record);
        expect(replica.refused()).toBe(replayed.ok ? 0 : 1);
        everything(replica.house);
      }),
      { numRuns: 100 },
    );
  });
});
