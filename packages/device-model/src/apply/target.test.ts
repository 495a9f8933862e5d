import type { InterfaceName } from '@ccu-gateway/ccu-client';
import { describe, expect, it } from 'vitest';
import { type ChannelSpec, NOON, parameter, readyHouse, value } from '../../test/house.js';

const ADDRESS = '0001D3C99C0031';
const LEVEL = parameter('FLOAT', 7, { MIN: 0, MAX: 1.01, UNIT: '100%' });
const option = (...names: string[]) => parameter('ENUM', 5, { VALUE_LIST: names });
const ACTIVITY = option('UNKNOWN', 'UP', 'DOWN', 'STABLE');

interface Kind {
  readonly interfaceName: InterfaceName;
  readonly slats: string;
  readonly channels: readonly ChannelSpec[];
  /** Channel that is written, parameters and values that tell the movement. */
  readonly written: number;
  readonly motion: readonly [parameter: string, moving: number | boolean, still: number | boolean];
}

const hmip = (motion: Kind['motion']): Kind => {
  const told = { LEVEL, LEVEL_2: LEVEL, ACTIVITY_STATE: ACTIVITY, PROCESS: option('STABLE', 'NOT_STABLE') };
  return {
    interfaceName: 'HmIP-RF',
    slats: 'LEVEL_2',
    channels: [
      { type: 'BLIND_TRANSMITTER', values: told },
      { type: 'BLIND_VIRTUAL_RECEIVER', values: { ...told, COMBINED_PARAMETER: parameter('STRING', 2) } },
    ],
    written: 2,
    motion,
  };
};
const bidcos = (motion: Kind['motion']): Kind => ({
  interfaceName: 'BidCos-RF',
  slats: 'LEVEL_SLATS',
  channels: [
    {
      type: 'JALOUSIE',
      values: {
        LEVEL,
        LEVEL_SLATS: LEVEL,
        LEVEL_COMBINED: parameter('STRING', 2),
        WORKING: parameter('BOOL', 5),
        WORKING_SLATS: parameter('BOOL', 5),
        DIRECTION: option('NONE', 'UP', 'DOWN', 'UNDEFINED'),
      },
    },
  ],
  written: 1,
  motion,
});

function blind({ interfaceName, slats, channels, written, motion }: Kind) {
  const specs = [{ address: ADDRESS, type: 'XY-BLIND', channels: [{ type: 'MAINTENANCE' }, ...channels] }];
  const { house } = readyHouse({ interfaceName, specs });
  const channelAddress = `${ADDRESS}:${written}`;
  const says = (name: string, what: number | boolean, at = NOON) => {
    house.apply(value(channelAddress, name, what, { interfaceName, at }));
  };
  says('LEVEL', 0.2);
  says(slats, 0.5);
  const [name, moving, still] = motion;
  return {
    says,
    starts: (at = NOON) => says(name, moving, at),
    stops: (at = NOON) => says(name, still, at),
    sendTo: (level: number) => house.markPending({ central: 'ccu1', channelAddress, parameter: 'LEVEL', value: level }),
    isPending: () => {
      const found = house.dataPoint({ address: ADDRESS, channel: written, parameter: 'LEVEL' });
      return found.ok && found.value.pending === true;
    },
    position: () => {
      const found = house.customDataPoint(ADDRESS, 'LEVEL');
      return found.ok ? found.value.state.current_position : undefined;
    },
    /** Writes that turn only the slats. */
    turned() {
      const params = { tilt_position: 10 };
      const planned = house.planOperation({ address: ADDRESS, name: 'LEVEL', operation: 'set_tilt_position', params });
      if (!planned.ok) throw new Error(planned.message);
      const [write] = planned.writes;
      return write?.kind === 'value' ? write.value.value : undefined;
    },
  };
}

const KINDS: readonly (readonly [name: string, kind: Kind])[] = [
  ['ACTIVITY_STATE', hmip(['ACTIVITY_STATE', 1, 3])],
  ['PROCESS', hmip(['PROCESS', 1, 0])],
  ['DIRECTION', bidcos(['DIRECTION', 1, 0])],
  ['WORKING', bidcos(['WORKING', true, false])],
  ['WORKING_SLATS', bidcos(['WORKING_SLATS', true, false])],
];

describe.each(KINDS)('the target of a blind that %s reports as moving', (_, kind) => {
  it('stays while levels on the way there arrive, which are its position', () => {
    const { says, starts, sendTo, isPending, position } = blind(kind);
    sendTo(0.9);
    starts();
    says('LEVEL', 0.4);
    says('LEVEL', 0.6);
    expect(isPending()).toBe(true);
    expect(position()).toBe(60);
  });

  it('stays when a level arrives before the movement', () => {
    const { says, starts, sendTo, isPending } = blind(kind);
    sendTo(0.9);
    says('LEVEL', 0.21, NOON);
    expect(isPending()).toBe(false);
    starts(NOON + 3);
    expect(isPending()).toBe(true);
    says('LEVEL', 0.4, NOON + 900);
    expect(isPending()).toBe(true);
  });

  it('ends where it is reached, and where it stands still before', () => {
    const { says, starts, stops, sendTo, isPending } = blind(kind);
    sendTo(0.9);
    starts();
    says('LEVEL', 0.9);
    expect(isPending()).toBe(false);
    stops();
    sendTo(0.1);
    starts();
    says('LEVEL', 0.6);
    stops();
    expect(isPending()).toBe(false);
  });

  it('is not taken up again by a movement that begins later, or after it was reached', () => {
    const { says, starts, stops, sendTo, isPending } = blind(kind);
    sendTo(0.9);
    starts();
    stops(NOON + 1000);
    starts(NOON + 60_000);
    expect(isPending()).toBe(false);
    stops(NOON + 61_000);
    sendTo(0.8);
    starts(NOON + 62_000);
    stops(NOON + 63_000);
    says('LEVEL', 0.8, NOON + 63_001);
    starts(NOON + 63_002);
    expect(isPending()).toBe(false);
  });

  it('holds when the blind stands still only to turn round', () => {
    const { starts, stops, sendTo, isPending } = blind(kind);
    starts(NOON);
    sendTo(0.1);
    stops(NOON + 100);
    starts(NOON + 700);
    expect(isPending()).toBe(true);
  });
});

describe('a moving blind', () => {
  it('of HmIP goes on to its target when its slats are turned on the way', () => {
    const { says, starts, sendTo, turned } = blind(hmip(['ACTIVITY_STATE', 1, 3]));
    sendTo(0.9);
    starts();
    says('LEVEL', 0.4);
    expect(turned()).toBe('L2=10,L=90');
  });

  it('that nothing was asked of has no target', () => {
    const { says, starts, stops, turned } = blind(hmip(['ACTIVITY_STATE', 1, 3]));
    starts();
    says('LEVEL', 0.4);
    stops();
    expect(turned()).toBe('L2=10,L=40');
  });
});
