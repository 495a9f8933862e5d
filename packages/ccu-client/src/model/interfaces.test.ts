import { describe, expect, it } from 'vitest';
import {
  factsOf,
  INTERFACE_NAMES,
  INTERFACE_PROFILES,
  interfacesWhere,
  profileOf,
  SERVER_NAMES,
} from './interfaces.js';

describe('facts about interfaces', () => {
  it('are those of the profile, wherever the interface is', () => {
    for (const name of INTERFACE_NAMES) expect(factsOf(name)).toEqual({ ...INTERFACE_PROFILES[name], name });
  });

  it('are those of a generic server for every other name, with a known port or not', () => {
    const { port: _port, ...generic } = profileOf({ name: 'Other', port: 1 })!;
    expect({ ...factsOf('Other'), tlsPort: 1 }).toEqual({ ...generic, name: 'Other' });
    for (const name of SERVER_NAMES) expect(factsOf(name)).toEqual({ ...factsOf('Other'), name });
  });

  it('find the interfaces of which they hold', () => {
    expect(interfacesWhere(({ installMode }) => installMode !== 'none')).toEqual(['HmIP-RF', 'BidCos-RF']);
    expect(interfacesWhere(({ busSearch }) => busSearch)).toEqual(['BidCos-Wired']);
    expect(interfacesWhere(() => false)).toEqual([]);
  });
});
