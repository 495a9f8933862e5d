import type { Floorplan } from '@ccu-gateway/contract/types';
import { type DeviceKey, deviceKeyOf } from '../../store/points.js';

export type Place = Floorplan['places'][number];

export const keyOfPlace = ({ central, device_address: address }: Place): DeviceKey => deviceKeyOf(central, address);

/** Distance of one press of an arrow, as a share of the side. */
const STEP = 0.01;
const WIDE = 0.05;

const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const inside = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 10_000;

/** The places with one at another point, which stays on the plan. */
export function movedTo(places: readonly Place[], key: DeviceKey, x: number, y: number): readonly Place[] {
  return places.map((each) => (keyOfPlace(each) === key ? { ...each, x: inside(x), y: inside(y) } : each));
}

/** The places after a press of a key on one of them; undefined for other keys. Shift makes a wide step. */
export function afterKey(
  places: readonly Place[],
  key: DeviceKey,
  { key: pressed, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
): readonly Place[] | undefined {
  if (pressed === 'Delete' || pressed === 'Backspace') return places.filter((each) => keyOfPlace(each) !== key);
  const place = places.find((each) => keyOfPlace(each) === key);
  const arrow = ARROWS[pressed];
  if (arrow === undefined || place === undefined) return undefined;
  const step = shiftKey ? WIDE : STEP;
  return movedTo(places, key, place.x + arrow[0] * step, place.y + arrow[1] * step);
}

/** Floor plans by areas, in the order of the areas; those without an area, or of one that is gone, come last. */
export function byArea<Plan extends Pick<Floorplan, 'area'>, Named extends { readonly id: string }>(
  plans: readonly Plan[],
  areas: readonly Named[],
): readonly { readonly area?: Named; readonly plans: readonly Plan[] }[] {
  const rest = plans.filter((plan) => !areas.some(({ id }) => id === plan.area));
  return [
    ...areas.map((area) => ({ area, plans: plans.filter((plan) => plan.area === area.id) })),
    { plans: rest },
  ].filter((group) => group.plans.length > 0);
}
