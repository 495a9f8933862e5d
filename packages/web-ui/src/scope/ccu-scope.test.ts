import type { InterfaceState } from '@ccu-gateway/contract/types';
import { signal } from '@preact/signals';
import { beforeEach, describe, expect, it } from 'vitest';
import type { HouseStore } from '../store/house-store.js';
import { createCcuScope, scopedHouse } from './ccu-scope.js';

const interfaceOf = (central: string) =>
  ({ id: `${central}-HmIP-RF`, name: 'HmIP-RF', central_id: central }) as InterfaceState;

const interfaces = signal<readonly InterfaceState[]>([]);
const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};
const scopeOf = () => createCcuScope({ store: { interfaces }, storage });

beforeEach(() => {
  kept.clear();
  interfaces.value = [interfaceOf('garage'), interfaceOf('home'), interfaceOf('home')];
});

describe('the choice of a CCU', () => {
  it('is remembered, and applies once that CCU is there beside another', () => {
    scopeOf().choose('home');
    interfaces.value = [];
    const scope = scopeOf();
    expect([scope.chosen.value, scope.centrals.value]).toEqual([undefined, []]);
    interfaces.value = [interfaceOf('home')];
    expect(scope.chosen.value).toBeUndefined();
    interfaces.value = [interfaceOf('home'), interfaceOf('garage')];
    expect([scope.chosen.value, scope.centrals.value]).toEqual(['home', ['garage', 'home']]);
    expect(scope.query()).toEqual({ central: 'home' });
    scope.choose(undefined);
    expect([scope.chosen.value, scope.query(), kept.size]).toEqual([undefined, {}, 0]);
  });

  it('covers parts of that CCU and parts of no CCU', () => {
    const scope = scopeOf();
    expect(['home', 'garage', undefined].map(scope.covers)).toEqual([true, true, true]);
    scope.choose('home');
    expect(['home', 'garage', undefined].map(scope.covers)).toEqual([true, false, true]);
    scope.choose('gone');
    expect(scope.covers('garage')).toBe(true);
  });

  it('leaves devices, interfaces and changes of that CCU, and each device by its key', () => {
    const centralOf = (key: string) => key.split('/')[0]!;
    const device = (key: string) => ({ key, summary: { central: centralOf(key) } });
    const store = {
      interfaces,
      devices: signal(['home/A', 'garage/A']),
      recent: signal([{ device: 'garage/A' }, { device: 'home/A' }]),
      peekDevice: device,
    } as unknown as HouseStore;
    const scope = scopeOf();
    const house = scopedHouse(store, scope);
    expect(house.devices.value).toBe(store.devices.value);
    scope.choose('home');
    expect(house.devices.value).toEqual(['home/A']);
    expect(house.interfaces.value.map(({ central_id: name }) => name)).toEqual(['home', 'home']);
    expect(house.recent.value).toEqual([{ device: 'home/A' }]);
    expect(house.peekDevice('garage/A')).toEqual(device('garage/A'));
  });
});
