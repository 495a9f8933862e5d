import type { InterfaceName, Simulator } from '@ccu-gateway/ccu-simulator';

/** What the devices of one interface said, in order, by data point. */
export interface Said {
  /** States: they can be asked for at any time. */
  readonly values: ReadonlyMap<string, readonly unknown[]>;
  /** Impulses, such as key presses: they happen and are over. */
  readonly impulses: ReadonlyMap<string, number>;
}

/** The bit of `OPERATIONS` for a parameter that can be read. */
const READ = 1;

/** Writes down everything the house says from now on, beside what was shown `before` it. */
export function listen(simulator: Simulator, interfaceName: InterfaceName, before: ReadonlyMap<string, unknown>): Said {
  const { house, on } = simulator;
  const values = new Map<string, unknown[]>();
  const impulses = new Map<string, number>();
  const speaks = (told: ToldValue) => {
    const point = `${told.channelAddress}.${told.parameter}`;
    values.set(point, [...(values.get(point) ?? []), knownValue(simulator, told)]);
  };
  on((event) => {
    if (event.type !== 'value' || event.interfaceName !== interfaceName) return;
    const { channelAddress, parameter, value } = event;
    const point = `${channelAddress}.${parameter}`;
    if (house.value(channelAddress, parameter) === undefined) {
      impulses.set(point, (impulses.get(point) ?? 0) + 1);
      return;
    }
    speaks({ channelAddress, parameter, value });
    if (!parameter.endsWith('_STATUS')) return;
    const owner = parameter.slice(0, -'_STATUS'.length);
    const owned = house.value(channelAddress, owner);
    const ownerPoint = `${channelAddress}.${owner}`;
    const { OPERATIONS = 0 } = house.descriptions(channelAddress).VALUES?.[owner] ?? {};
    // A value that cannot be read, or of a device that waits in the inbox, is not known before its first event.
    const isReady = house.device(channelAddress.split(':')[0] ?? '')?.ready === true;
    const wasRead = isReady && owned !== undefined && owned.setAt > 0 && (OPERATIONS & READ) !== 0;
    const isKnown = owned !== undefined && (wasRead || before.has(ownerPoint) || values.has(ownerPoint));
    if (isKnown) speaks({ channelAddress, parameter: owner, value: owned.value });
  });
  return { values, impulses };
}

/** A value as the CCU has it. */
export interface ToldValue {
  readonly channelAddress: string;
  readonly parameter: string;
  readonly value: unknown;
}

/** The `*_STATUS` of a value is part of it: undefined where the CCU tells with it that the value is none. */
export function knownValue({ house }: Simulator, { channelAddress, parameter, value }: ToldValue): unknown {
  const described = house.descriptions(channelAddress).VALUES ?? {};
  const options = described[`${parameter}_STATUS`]?.VALUE_LIST ?? [];
  if (!options.includes('NORMAL')) return value;
  const word = options[Number(house.value(channelAddress, `${parameter}_STATUS`)?.value ?? 0)];
  switch (word) {
    case 'UNKNOWN':
    case 'INVALID':
    case 'ERROR':
      return undefined;
    case 'OVERFLOW':
    case 'UNDERFLOW': {
      // A number within the limits is the limit that was passed; any other is what the register holds.
      const { MIN = Number.NEGATIVE_INFINITY, MAX = Number.POSITIVE_INFINITY } = described[parameter] ?? {};
      return typeof value === 'number' && value > Number(MIN) && value < Number(MAX) ? value : undefined;
    }
    default:
      return value;
  }
}

/** Without what was said again and again: nobody publishes that as news. */
export function news(before: unknown, said: readonly unknown[]): readonly unknown[] {
  return said.filter((value, i) => !same(value, i === 0 ? before : said[i - 1]));
}

/** Equal, but for what a number loses on its way; what is not known is left out of an answer, and null in a frame. */
export function same(a: unknown, b: unknown): boolean {
  return typeof a === 'number' && typeof b === 'number'
    ? Math.abs(a - b) < 1e-5
    : (a ?? undefined) === (b ?? undefined);
}
