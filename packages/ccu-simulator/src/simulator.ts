import { openControl } from './control.js';
import { createFaults } from './faults/faults.js';
import type { Faults } from './faults/types.js';
import { startLife } from './live/life.js';
import { createMachine, type Machine } from './machine.js';
import type { SimulatorOptions } from './options.js';
import { addressOf, type OpenPorts, openPorts } from './ports.js';
import { resolveSettings, type Settings } from './settings.js';
import type { Simulator } from './types.js';

/** Milliseconds between a request to reboot and the reboot, so that the answer leaves first. */
const REBOOT_AFTER_MS = 20;

/**
 * Starts a CCU made of software. Rejects when a port is taken or the data directory cannot be read.
 *
 * @example
 * const ccu = await startSimulator({ seed: 42, life: true });
 * console.log(ccu.house.devices().length, ccu.ports['HmIP-RF']);
 * await ccu.close();
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const settings = await resolveSettings(options);
  const { clock, timers, random } = settings;
  const machine = createMachine(settings, onPower);
  const { switches, state, processes, product, sessions } = machine;
  const open = await openPorts(settings, machine);
  // The control port is not among them: it works during any fault.
  const ports = Object.values(open);
  let closing = false;
  const faults = createFaults({
    switches,
    state,
    processes,
    product,
    ports,
    clock,
    timers,
    random,
    endSessions: sessions.clear,
    closed: () => closing,
  });

  function onPower(kind: 'reboot' | 'power_off'): void {
    timers.after(REBOOT_AFTER_MS, () => {
      // A port that another process took meanwhile stays closed, as on a CCU that does not come up again.
      if (kind === 'reboot') faults.restart().catch(() => {});
      else for (const port of ports) void port.close();
    });
  }

  const stopLife = startDailyLife(settings, machine);
  const close = async () => {
    closing = true;
    stopLife();
    state.stop();
    for (const process of processes.values()) process.close();
    await Promise.all(Object.values(open).map((port) => port.close()));
  };
  const simulator = asSimulator(settings, machine, { open, faults, close });
  open.control = await openControl(simulator, { ...addressOf(settings, 'control'), switches, clock, timers });
  return simulator;
}

function startDailyLife({ eventsPerSecond, timers, random }: Settings, { state }: Machine): () => void {
  return eventsPerSecond === undefined ? () => {} : startLife({ state, timers, random, eventsPerSecond });
}

function asSimulator(
  { host, interfaces }: Settings,
  { state, recorder, product, processes }: Machine,
  { open, faults, close }: { readonly open: OpenPorts; readonly faults: Faults; readonly close: () => Promise<void> },
): Simulator {
  return {
    host,
    get ports() {
      return Object.fromEntries(Object.entries(open).map(([name, port]) => [name, port.port]));
    },
    interfaces,
    house: state.view,
    received: recorder.log,
    faults,
    product,
    registrations: () => [...processes.values()].flatMap((process) => process.callbacks.registrations()),
    emit(channelAddress, parameter, value) {
      if (!state.speak({ channelAddress, parameter, value }))
        throw new Error(`no data point ${channelAddress} ${parameter}`);
    },
    tell: (interfaceName, method, params) => processes.get(interfaceName)?.callbacks.tell({ method, params }),
    on: (listener) => state.on(listener),
    async settled() {
      await Promise.all([...processes.values()].map((process) => process.callbacks.settled()));
    },
    close,
  };
}
