import type { FaultsContext } from './context.js';
import type { Faults } from './types.js';

const RESTART_DOWN_MS = 50;

type RestartOptions = NonNullable<Parameters<Faults['restart']>[0]>;

/** Restarts the CCU; a restart that is under way is not begun again. */
export function createRestart(context: FaultsContext): Faults['restart'] {
  let restarting: Promise<void> | undefined;
  return (how = {}) => {
    restarting ??= stopAndStart(context, how).finally(() => {
      restarting = undefined;
    });
    return restarting;
  };
}

/** Lets the CCU boot from now on. */
export function boot({ switches, clock }: FaultsContext, seconds: number): void {
  switches.bootingUntil = clock() + seconds * 1000;
}

async function stopAndStart(
  context: FaultsContext,
  { downMs = RESTART_DOWN_MS, bootSeconds = 0 }: RestartOptions,
): Promise<void> {
  const { switches, processes, ports, timers } = context;
  switches.down = true;
  context.endSessions();
  processes.get('CUxD')?.callbacks.forget();
  await Promise.all(ports.map((port) => port.close()));
  await new Promise<void>((resolve) => void timers.after(downMs, resolve));
  switches.down = false;
  context.state.hub.restarted();
  context.product.restarted();
  if (context.closed()) return;
  if (bootSeconds > 0) boot(context, bootSeconds);
  await Promise.all(ports.map((port) => port.open()));
  greetClients(context);
}

/** After a restart the interface processes check that their stored clients are there; they announce no devices. */
function greetClients({ processes }: FaultsContext): void {
  for (const { callbacks } of processes.values()) {
    for (const { url } of callbacks.registrations()) void callbacks.ask(url, 'system.listMethods');
  }
}
