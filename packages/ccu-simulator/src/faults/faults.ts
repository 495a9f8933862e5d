import { clearSwitches, thawLogicLayer } from '../environment/switches.js';
import { burst } from './burst.js';
import { connectionFaults } from './connection-faults.js';
import type { FaultsContext } from './context.js';
import { deviceFaults } from './device-faults.js';
import { hubFaults } from './hub-faults.js';
import { radioFaults } from './radio-faults.js';
import { boot, createRestart } from './restart.js';
import type { Faults } from './types.js';

/** Makes the CCU misbehave. */
export function createFaults(context: FaultsContext): Faults {
  return {
    restart: createRestart(context),
    boot: (seconds) => boot(context, seconds),
    burst: (count, interfaceName) => burst(context, count, interfaceName),
    ...connectionFaults(context),
    ...hubFaults(context),
    ...radioFaults(context),
    ...deviceFaults(context),
    clear: () => clear(context),
  };
}

function clear({ switches, ports }: FaultsContext): void {
  const wasHalfOpen = switches.halfOpen;
  const waiting = [...switches.asleep.values()].flat();
  thawLogicLayer(switches);
  clearSwitches(switches);
  // Devices wake up after all faults have ended.
  for (const write of waiting) write();
  if (wasHalfOpen) for (const port of ports) port.cut();
}
