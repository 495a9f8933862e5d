import { describe, expect, it } from 'vitest';
import { readExposables, readFabrics, readPayload } from './matter-data.js';

describe('what the bridge answers', () => {
  it('is read from a list, or from the member of an object', () => {
    const fabric = { id: 1, label: 'Zuhause', vendor: 'Apple' };
    expect(readFabrics({ fabrics: [fabric] })).toEqual([{ id: '1', label: 'Zuhause', vendor: 'Apple' }]);
    expect(readFabrics([fabric])).toEqual(readFabrics({ fabrics: [fabric] }));
  });

  it('leaves out what has no id, and whatever is not as expected', () => {
    expect(readExposables({ items: [{ name: 'x' }, null, 7, { id: 'a', exposed: 'yes' }] })).toEqual([
      { id: 'a', name: 'a', type: '', isExposed: false, reason: '' },
    ]);
    expect(readExposables('nothing')).toEqual([]);
    expect(readPayload(undefined)).toEqual({ qr: '', manual: '' });
  });
});
