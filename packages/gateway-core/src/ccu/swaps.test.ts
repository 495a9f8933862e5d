import { expect, it } from 'vitest';
import { createSwapControl } from './swaps.js';

const [OLD, FRESH] = ['0001D3C99C00A1', '0001D3C99C00A2'] as const;
const PLACE = { central: 'home', interfaceName: 'HmIP-RF', address: FRESH } as const;

/** A CCU whose logic layer has both devices for some readings of its names. */
function lagging(readings: number) {
  const order: string[] = [];
  let left = readings;
  const hub = {
    async names() {
      left -= 1;
      order.push('names');
      return (left < 0 ? [FRESH] : [OLD, FRESH]).map((address) => ({ address, name: address, id: 7 }));
    },
    namesChanged: async () => void order.push('names changed'),
  };
  const ccu = { hub, rescan: async () => void order.push('rescan') };
  const swap = createSwapControl(
    { get: () => ccu as never },
    {
      after(_, callback) {
        order.push('pause');
        callback();
        return () => {};
      },
    },
  );
  return { swap, order };
}

it('waits until the logic layer has exchanged the devices too, before it reports their names', async () => {
  const { swap, order } = lagging(2);
  await swap.readAgain(PLACE, OLD);
  expect(order).toEqual(['rescan', 'names', 'pause', 'names', 'pause', 'names', 'names changed']);
});

it('reports the names after twenty readings of a logic layer that keeps the old device', async () => {
  const { swap, order } = lagging(1_000);
  await swap.readAgain(PLACE, OLD);
  expect(order.filter((each) => each === 'names')).toHaveLength(20);
  expect(order.at(-1)).toBe('names changed');
});
