import type { InterfaceName, Simulator } from '@ccu-gateway/ccu-simulator';

/** What the devices of one interface said, in order, by data point. */
export interface Said {
  /** States: they can be asked for at any time. */
  readonly values: ReadonlyMap<string, readonly unknown[]>;
  /** Impulses, such as key presses: they happen and are over. */
  readonly impulses: ReadonlyMap<string, number>;
}

/** Writes down everything the house says from now on. */
export function listen({ house, on }: Simulator, interfaceName: InterfaceName): Said {
  const values = new Map<string, unknown[]>();
  const impulses = new Map<string, number>();
  on((event) => {
    if (event.type !== 'value' || event.interfaceName !== interfaceName) return;
    const { channelAddress, parameter, value } = event;
    const point = `${channelAddress}.${parameter}`;
    if (house.value(channelAddress, parameter) === undefined) impulses.set(point, (impulses.get(point) ?? 0) + 1);
    else values.set(point, [...(values.get(point) ?? []), value]);
  });
  return { values, impulses };
}

/** Without what was said again and again: nobody publishes that as news. */
export function news(before: unknown, said: readonly unknown[]): readonly unknown[] {
  return said.filter((value, i) => !same(value, i === 0 ? before : said[i - 1]));
}

/** Equal, but for what a number loses on its way. */
export function same(a: unknown, b: unknown): boolean {
  return typeof a === 'number' && typeof b === 'number' ? Math.abs(a - b) < 1e-5 : a === b;
}
