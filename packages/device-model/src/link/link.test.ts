import { describe, expect, it } from 'vitest';
import { contractSchemas, hasContract } from '../../test/contract.js';
import { type DeviceSpec, readyHouse } from '../../test/house.js';
import { hasData, realHouse, realTypes } from '../../test/real-devices.js';

const KEY = '0001D3C99C0011';
const LAMP = '0001D3C99C0012';
const OTHER = '0001D3C99C0013';

const sender = (roles: string) => ({
  type: 'KEY_TRANSCEIVER',
  more: { DIRECTION: 1, LINK_SOURCE_ROLES: roles, PARAMSETS: ['MASTER', 'VALUES', 'LINK'] },
});
const receiver = (roles: string) => ({
  type: 'SWITCH_VIRTUAL_RECEIVER',
  more: { DIRECTION: 2, LINK_TARGET_ROLES: roles, PARAMSETS: ['MASTER', 'VALUES', 'LINK'] },
});

const specs: readonly DeviceSpec[] = [
  { address: KEY, type: 'HmIP-WRC2', channels: [{ type: 'MAINTENANCE' }, sender('REMOTE_CONTROL')] },
  { address: LAMP, type: 'HmIP-PSM', channels: [{ type: 'MAINTENANCE' }, receiver('SWITCH REMOTE_CONTROL')] },
  { address: OTHER, type: 'HmIP-eTRV', channels: [{ type: 'MAINTENANCE' }, receiver('CLIMATE_CONTROL')] },
];
const { house } = readyHouse({ specs });
const [from, to, away] = [`${KEY}:1`, `${LAMP}:1`, `${OTHER}:1`];

describe('linkable channels', () => {
  it('are those that take a role the sender has', () => {
    const found = house.links.linkable({ address: KEY, channel: 1 }, 'sender');
    expect(found).toMatchObject({ ok: true, value: [{ address: to, device_address: LAMP, device_model: 'HmIP-PSM' }] });
    expect(house.links.linkable({ address: LAMP, channel: 1 }, 'receiver')).toMatchObject({
      value: [{ address: from }],
    });
    expect(house.links.linkable({ address: LAMP, channel: 1 }, 'sender')).toEqual({ ok: true, value: [] });
    expect(house.links.linkable({ address: KEY, channel: 7 }, 'sender')).toMatchObject({ what: 'channel' });
  });

  it.skipIf(!hasData)('are found among the real types by equal roles and nothing else (CCU_GATEWAY_CCU_DATA)', () => {
    const real = realHouse();
    const channels = realTypes().flatMap((type) =>
      type.devices.filter((each) => each.ADDRESS.includes(':')).map((each) => ({ each, iface: type.interfaceName })),
    );
    const words = (text: string | undefined) => (text ?? '').split(' ').filter((word) => word !== '');
    for (const { each, iface } of channels.filter(({ each: channel }) => channel.DIRECTION === 1)) {
      const [address = '', number = ''] = each.ADDRESS.split(':');
      const expected = channels
        .filter((other) => other.iface === iface && other.each.DIRECTION === 2 && other.each !== each)
        .filter((other) =>
          words(other.each.LINK_TARGET_ROLES).some((role) => words(each.LINK_SOURCE_ROLES).includes(role)),
        )
        .filter((other) => other.each.PARAMSETS?.includes('LINK') && each.PARAMSETS?.includes('LINK'))
        .map((other) => other.each.ADDRESS);
      const found = real.links.linkable({ address, channel: Number(number) }, 'sender');
      expect(found.ok && found.value.map((channel) => channel.address).sort(), each.ADDRESS).toEqual(expected.sort());
    }
  });
});

describe('a link to be made', () => {
  it('always has a name and a description', () => {
    expect(house.links.plan({ sender: from, receiver: to })).toEqual({
      ok: true,
      link: {
        central: 'ccu1',
        interfaceName: 'HmIP-RF',
        sender: from,
        receiver: to,
        name: `HmIP-WRC2 ${KEY}:1 - HmIP-PSM ${LAMP}:1`,
        description: `HmIP-WRC2 ${KEY}:1 - HmIP-PSM ${LAMP}:1`,
      },
    });
    expect(house.links.plan({ sender: from, receiver: to, name: 'Küche', description: 'x' })).toMatchObject({
      link: { name: 'Küche', description: 'x' },
    });
  });

  it('is refused with the reason when the channels do not fit', () => {
    const plan = (a: string, b: string, name?: string) => house.links.plan({ sender: a, receiver: b, name });
    expect(plan(to, from)).toMatchObject({ code: 'validation', errors: [{ field: 'sender_address' }] });
    expect(plan(from, from)).toMatchObject({ errors: [{ field: 'receiver_address' }] });
    expect(plan(from, away)).toMatchObject({ errors: [{ field: 'receiver_address' }] });
    expect(plan(from, to, '☃')).toMatchObject({ errors: [{ field: 'name' }] });
    expect(plan(from, '0001D3C99CFFFF:1')).toMatchObject({ code: 'not_found', what: 'device' });
    expect(plan(KEY, to)).toMatchObject({ code: 'not_found', what: 'channel' });
  });

  it('that does not fit any more can still be found to be removed', () => {
    expect(house.links.locate({ sender: from, receiver: away, name: '' })).toMatchObject({
      ok: true,
      link: { sender: from, receiver: away, name: '', description: '' },
    });
  });

  it('to a device that is gone can still be found to be removed', () => {
    const gone = '0001D3C99CFFFF:1';
    expect(house.links.locate({ sender: from, receiver: gone })).toMatchObject({ ok: true, link: { receiver: gone } });
    expect(house.links.locate({ sender: gone, receiver: to })).toMatchObject({ ok: true, link: { sender: gone } });
    expect(house.links.locate({ sender: gone, receiver: gone })).toMatchObject({ code: 'not_found', what: 'device' });
    expect(house.links.locate({ sender: from, receiver: 'nonsense' })).toMatchObject({
      code: 'not_found',
      what: 'link',
    });
  });

  it('is not possible where the interface knows none', () => {
    const groups = readyHouse({ specs, interfaceName: 'VirtualDevices' }).house;
    expect(groups.links.plan({ sender: from, receiver: to })).toMatchObject({ code: 'unsupported' });
  });
});

describe('a link that is there', () => {
  it('is described from the side of the requesting device', () => {
    const facts = [{ sender: from, receiver: to, name: 'Licht', description: '', flags: 0 }];
    const own = house.links.describe(facts, { central: 'ccu1', device: KEY, locale: 'de' });
    expect(own).toMatchObject({
      value: [
        {
          direction: 'outgoing',
          peer_address: to,
          name: 'Licht',
          receiver_channel_type_label: 'Schaltaktor',
          peer_device_model: 'HmIP-PSM',
        },
      ],
    });
    expect(house.links.describe(facts, { device: LAMP })).toMatchObject({
      value: [{ direction: 'incoming', peer_address: from }],
    });
    const overview = house.links.describe(facts, { interfaceName: 'HmIP-RF' });
    expect(overview).toMatchObject({ value: [{ central_name: 'ccu1', interface_id: 'ccu1-HmIP-RF' }] });
    const unknown = house.links.describe([{ sender: 'GONE0000001:1', receiver: to }], { device: LAMP });
    expect(unknown).toMatchObject({ value: [{ sender_address: 'GONE0000001:1' }] });
    if (hasContract) {
      const valid = contractSchemas()('Link');
      for (const found of [own, overview, unknown]) expect(found.ok && found.value.flatMap(valid)).toEqual([]);
    }
  });
});
