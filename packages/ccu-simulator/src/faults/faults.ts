import type { InterfaceName } from '../house/types.js';
import { can, isState, OPERATION } from '../live/defaults.js';
import type { HouseState } from '../live/house.js';
import { nextValue } from '../live/vary.js';
import type { Port } from '../net/http-port.js';
import type { Clock, Timers } from '../options.js';
import type { Product } from '../product.js';
import { pick } from '../random.js';
import type { InterfaceProcess } from '../rpc/interface-process.js';
import { BIDCOS_MODULE } from '../rpc/methods/devices.js';
import { bool, text } from '../rpc/typed-value.js';
import type { Faults } from '../types.js';
import { clearSwitches, type FaultSwitches } from './switches.js';

const RESTART_DOWN_MS = 50;
const MODULE_EVERY_MS = 15_000;

export interface FaultsContext {
  readonly switches: FaultSwitches;
  readonly state: HouseState;
  readonly processes: ReadonlyMap<InterfaceName, InterfaceProcess>;
  readonly ports: readonly Port[];
  readonly product: Product;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: () => number;
  /** Ends all sessions and names them. */
  readonly endSessions: () => readonly string[];
  /** Whether the simulator was closed meanwhile, so that nothing may open again. */
  readonly closed: () => boolean;
}

interface RestartOptions {
  readonly downMs?: number;
  readonly bootSeconds?: number;
}

/** Makes the CCU misbehave. */
export function createFaults(context: FaultsContext): Faults {
  const { switches, state, processes, ports, clock, timers, random, endSessions, closed } = context;

  function boot(seconds: number): void {
    switches.bootingUntil = clock() + seconds * 1000;
  }

  let restarting: Promise<void> | undefined;

  function restart(how: RestartOptions = {}): Promise<void> {
    restarting ??= stopAndStart(how).finally(() => {
      restarting = undefined;
    });
    return restarting;
  }

  async function stopAndStart({ downMs = RESTART_DOWN_MS, bootSeconds = 0 }: RestartOptions): Promise<void> {
    switches.down = true;
    endSessions();
    processes.get('CUxD')?.callbacks.forget();
    await Promise.all(ports.map((port) => port.close()));
    await new Promise<void>((resolve) => void timers.after(downMs, resolve));
    switches.down = false;
    state.hub.restarted();
    context.product.restarted();
    if (closed()) return;
    if (bootSeconds > 0) boot(bootSeconds);
    await Promise.all(ports.map((port) => port.open()));
    greetClients();
  }

  /** After a restart the daemons look whether the clients they remember are there; they announce no devices. */
  function greetClients(): void {
    for (const { callbacks } of processes.values()) {
      for (const { url } of callbacks.registrations()) void callbacks.ask(url, 'system.listMethods');
    }
  }

  /** Data points that may speak on their own. */
  function points(interfaceName?: InterfaceName) {
    return state.registry.all(interfaceName).flatMap((device) =>
      device.channels.flatMap(({ description: { ADDRESS } }) =>
        Object.entries(state.describe(ADDRESS))
          .filter(
            ([, described]) =>
              can(described, OPERATION.event) && isState(described) && ((described.FLAGS ?? 0) & 8) === 0,
          )
          .map(([parameter, described]) => ({ channelAddress: ADDRESS, parameter, described })),
      ),
    );
  }

  function sayModule(): void {
    const params = [text(BIDCOS_MODULE), text('CONNECTED'), bool(!switches.moduleGone)];
    processes.get('BidCos-RF')?.callbacks.tell({ method: 'event', params });
  }

  function tellModule(): void {
    if (!switches.moduleGone || closed()) return;
    sayModule();
    timers.after(MODULE_EVERY_MS, tellModule);
  }

  function burst(count: number, interfaceName?: InterfaceName): number {
    const speaking = points(interfaceName);
    if (speaking.length === 0) return 0;
    for (let made = 0; made < count; made += 1) {
      const { channelAddress, parameter, described } = pick(random, speaking);
      const current = state.store.value(channelAddress, parameter)?.value;
      state.speak({ channelAddress, parameter, value: nextValue(described, current, random) });
    }
    return count;
  }

  function showDutyCycle(percent: number): void {
    switches.dutyCycle = percent;
    for (const device of state.registry.all('HmIP-RF')) {
      const maintenance = `${device.description.ADDRESS}:0`;
      if (state.describe(maintenance).DUTY_CYCLE_LEVEL === undefined) continue;
      state.speak({ channelAddress: maintenance, parameter: 'DUTY_CYCLE_LEVEL', value: percent });
    }
  }

  function wake(deviceAddress: string): void {
    const waiting = switches.asleep.get(deviceAddress) ?? [];
    switches.asleep.delete(deviceAddress);
    for (const write of waiting) write();
  }

  function unreachable(deviceAddress: string, on: boolean): void {
    if (on) switches.refusedDevices.add(deviceAddress);
    else switches.refusedDevices.delete(deviceAddress);
    state.speak({ channelAddress: `${deviceAddress}:0`, parameter: 'UNREACH', value: on });
    if (on) state.speak({ channelAddress: `${deviceAddress}:0`, parameter: 'STICKY_UNREACH', value: true });
  }

  return {
    restart,
    boot,
    dropCallbacks(on, interfaceName) {
      for (const name of interfaceName === undefined ? processes.keys() : [interfaceName]) {
        if (on) switches.droppedCallbacks.add(name);
        else switches.droppedCallbacks.delete(name);
      }
    },
    duplicateEvents(on) {
      switches.duplicateEvents = on;
    },
    slow(delayMs) {
      switches.slowMs = delayMs;
    },
    halfOpen(on) {
      switches.halfOpen = on;
      // Connections that were never answered stay silent for ever; when the fault ends they are cut.
      if (!on) for (const port of ports) port.cut();
    },
    garbage(on) {
      switches.garbage = on;
    },
    exhaustSessions(on) {
      switches.sessionsExhausted = on;
      if (on) endSessions();
    },
    expireSessions() {
      for (const id of context.endSessions()) switches.expiredSessions.add(id);
    },
    foreignScriptPort(serial) {
      switches.foreignSerial = serial;
    },
    cuxdForget: () => processes.get('CUxD')?.callbacks.forget(),
    forgetClients: (interfaceName) => processes.get(interfaceName)?.callbacks.forget(),
    clockJump(ms) {
      switches.clockOffsetMs += ms;
    },
    burst,
    dutyCycle: showDutyCycle,
    carrierSense(percent) {
      switches.carrierSense = percent;
    },
    radioModuleGone(on) {
      const was = switches.moduleGone;
      switches.moduleGone = on;
      if (on && !was) tellModule();
      else if (was && !on) sayModule();
    },
    refuseWrites(on, deviceAddress) {
      if (deviceAddress === undefined) switches.refuseAllWrites = on;
      else if (on) switches.refusedDevices.add(deviceAddress);
      else switches.refusedDevices.delete(deviceAddress);
    },
    refuseDescriptions(on, address) {
      if (on) switches.refusedDescriptions.add(address);
      else switches.refusedDescriptions.delete(address);
    },
    refuseCalls(on, name, after = 0, times = Number.POSITIVE_INFINITY) {
      if (on) switches.refusedCalls.set(name, { passing: after, failing: times });
      else switches.refusedCalls.delete(name);
    },
    deadBackend(on, interfaceName, listed = true) {
      if (on) switches.deadBackends.set(interfaceName, { listed });
      else switches.deadBackends.delete(interfaceName);
    },
    mutilateScripts(on) {
      switches.mutilateScripts = on;
    },
    logicLayerAway(on) {
      switches.logicLayerAway = on;
      // Sessions are kept there.
      if (on) endSessions();
    },
    refuseScripts(on) {
      switches.refuseScripts = on;
    },
    swallowWrites(on) {
      switches.swallowWrites = on;
    },
    jobs(job, outcome) {
      if (outcome === 'work') switches.jobs.delete(job);
      else switches.jobs.set(job, outcome);
    },
    withholdFiles(on) {
      switches.withholdFiles = on;
    },
    unreachable,
    asleep(deviceAddress, on) {
      if (on) switches.asleep.set(deviceAddress, switches.asleep.get(deviceAddress) ?? []);
      else wake(deviceAddress);
    },
    clear() {
      const wasHalfOpen = switches.halfOpen;
      const waiting = [...switches.asleep.values()].flat();
      clearSwitches(switches);
      // Devices wake up in a house in which all is well again.
      for (const write of waiting) write();
      if (wasHalfOpen) for (const port of ports) port.cut();
    },
  };
}
