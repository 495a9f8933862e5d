import { INTERFACE_NAMES, interfacesWhere } from '@ccu-gateway/ccu-client/interfaces';
import { expect, it } from 'vitest';
import { KNOWN_INTERFACES, RADIO_INTERFACES, RECEIVER_INTERFACES, USUAL_INTERFACES } from './interfaces.js';

it('has the same interfaces as the client of a CCU', () => {
  expect([...KNOWN_INTERFACES].sort()).toEqual([...INTERFACE_NAMES].sort());
  expect([...RADIO_INTERFACES].sort()).toEqual([...interfacesWhere(({ radio }) => radio)].sort());
  const known: readonly string[] = KNOWN_INTERFACES;
  expect(USUAL_INTERFACES.filter((name) => !known.includes(name))).toEqual([]);
});

it('knows the interfaces with devices that can be moved between radio gateways', () => {
  expect([...RECEIVER_INTERFACES]).toEqual([...interfacesWhere(({ receivers }) => receivers)]);
});
