import { expect } from 'vitest';
import type { World } from '../world.js';

/** Makes the house say that a device was out of reach, that a battery is low and that an alarm is on, and waits until the gateway knows. */
export async function makeTrouble({ simulator, call }: Pick<World, 'simulator' | 'call'>): Promise<void> {
  // The variables of the CCU are read a moment after its interfaces are connected.
  const alarm = async () => (await call('PUT', '/api/v1/sysvars/Alarmzone%201', { body: { value: true } })).status;
  await expect.poll(alarm, { timeout: 15_000, interval: 100 }).toBe(202);
  const known = async () => {
    for (const [channel, parameter] of [
      ['00F1C0DE000001:0', 'LOW_BAT'],
      ['SIM0000001:0', 'STICKY_UNREACH'],
    ] as const) {
      simulator.emit(channel, parameter, false);
      simulator.emit(channel, parameter, true);
    }
    const alarms = await call('GET', '/api/v1/alarm-messages');
    const services = await call('GET', '/api/v1/service-messages');
    return alarms.json.length > 0 && services.json.some(({ quittable }: { quittable: boolean }) => quittable);
  };
  await expect.poll(known, { timeout: 15_000, interval: 1_000 }).toBe(true);
}
