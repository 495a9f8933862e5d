import { describe, expect, it } from 'vitest';
import { readSnapshot } from './snapshot.js';

const ROOM = {
  name: { en: 'Rooms' },
  tree: [
    {
      id: 'eg',
      name: 'Erdgeschoss',
      children: [
        { id: 'bad', name: 'Bad' },
        { id: 'kueche', name: 'Küche' },
      ],
    },
    { id: 'og', name: 'Obergeschoss', children: [{ id: 'bad', name: 'Bad' }] },
  ],
};

describe('names of a CCU without a logic layer', () => {
  it('have an interface and address, and rooms by the node that a channel is assigned to', () => {
    const { names, groups } = readSnapshot({
      objects: {
        'HmIP-RF.0001D3C99C7D4B:3': { name: ' Lampe ', enums: ['room/eg/kueche', 'function/licht', 'room/eg/kueche'] },
        'BidCos-RF.JEQ0230153': { name: 'Thermostat', enums: [] },
      },
      enums: { room: ROOM, function: { tree: [{ id: 'licht', name: 'Licht' }] } },
    });
    expect(names).toEqual([
      { interfaceName: 'HmIP-RF', address: '0001D3C99C7D4B:3', name: 'Lampe' },
      { interfaceName: 'BidCos-RF', address: 'JEQ0230153', name: 'Thermostat' },
    ]);
    expect(groups.rooms.find(({ name }) => name === 'Küche')?.channelAddresses).toEqual(['0001D3C99C7D4B:3']);
    expect(groups.functions).toEqual([{ name: 'Licht', channelAddresses: ['0001D3C99C7D4B:3'] }]);
  });

  it('may have addresses with dots, blanks and signs, too', () => {
    const wide = ['*QEQ0000001:1', 'HU-Hue Surimu ', 'HU-a.b/c:2'];
    const objects = Object.fromEntries(wide.map((address) => [`BidCos-RF.${address}`, { name: 'Lampe' }]));
    const { names } = readSnapshot({ objects: { ...objects, 'My.Server.A': { name: 'Other' } } });
    expect(names.map(({ interfaceName, address }) => [interfaceName, address])).toEqual([
      ...wide.map((address) => ['BidCos-RF', address]),
      ['My.Server', 'A'],
    ]);
  });

  it('keep rooms of one name apart by the floors above them', () => {
    const { groups } = readSnapshot({ objects: {}, enums: { room: ROOM } });
    expect(groups.rooms.map(({ name }) => name)).toEqual([
      'Erdgeschoss',
      'Erdgeschoss / Bad',
      'Küche',
      'Obergeschoss',
      'Obergeschoss / Bad',
    ]);
  });

  it('are believed entry by entry', () => {
    const good = { name: 'Lampe', enums: ['room/a'] };
    let deep: unknown = [];
    for (let depth = 0; depth < 50_000; depth += 1) deep = [{ id: 'a', name: 'a', children: deep }];
    const { names, groups } = readSnapshot({
      objects: {
        'HmIP-RF.A:1': good,
        'HmIP-RF.A:2': { name: 7, enums: 'room/a' },
        'HmIP-RF.A:3': { name: 'a\u0000b' },
        'HmIP-RF.A:4': { name: 'x'.repeat(257) },
        'HmIP-RF.A:5': null,
        'no reference': good,
        '.A:1': good,
        'HmIP-RF.A:B:1': good,
        '__proto__.A:1': good,
      },
      enums: { room: { tree: [{ id: 'a', name: '' }, { id: 4 }, null, 'a'] }, function: { tree: deep } },
    });
    expect(names).toEqual([{ interfaceName: 'HmIP-RF', address: 'A:1', name: 'Lampe' }]);
    expect(groups.rooms).toEqual([{ name: 'a', channelAddresses: ['A:1'] }]);
    expect(groups.functions).toHaveLength(16);
  });

  it.each([undefined, null, 'text', [], {}, { objects: [] }])(
    'that are no such document are refused: %j',
    (document) => {
      expect(() => readSnapshot(document)).toThrowError(expect.objectContaining({ code: 'protocol' }));
    },
  );
});
