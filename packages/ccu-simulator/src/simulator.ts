import { openControl } from './control.js';
import { createFaults } from './faults/faults.js';
import { createSwitches } from './faults/switches.js';
import { inventedHouse } from './house/invented.js';
import { loadHouse } from './house/load.js';
import type { InterfaceName, SimulatorUser } from './house/types.js';
import { createJsonRpc } from './json-rpc/server.js';
import { createHouseState, populatedInterfaces } from './live/house.js';
import { startLife } from './live/life.js';
import { openBinPort } from './net/bin-port.js';
import { openHttpPort, type Port } from './net/http-port.js';
import { openSsdpPort } from './net/ssdp-port.js';
import type { SimulatorOptions, SimulatorPortName, Timers } from './options.js';
import { createProduct, sgtinOf } from './product.js';
import { createRandom } from './random.js';
import { createRecorder } from './received.js';
import { createReGa, type ScriptRun } from './rega/answer.js';
import { createBinEndpoint, createXmlEndpoint } from './rpc/endpoint.js';
import { createInterfaceProcess, type InterfaceProcess } from './rpc/interface-process.js';
import type { Simulator } from './types.js';
import { createLiteSite } from './web/lite.js';
import { createSessions } from './web/sessions.js';
import { createScriptServer, createSite } from './web/site.js';

const DEFAULT_USERS: readonly SimulatorUser[] = [{ name: 'Admin', password: '', level: 8 }];
const DEFAULT_SESSION_LIMIT = 10;
const SESSION_LIMIT_OF_EQ3 = 3;

const systemTimers: Timers = {
  after(delayMs, run) {
    const handle = setTimeout(run, Math.min(delayMs, 2 ** 31 - 1));
    return () => clearTimeout(handle);
  },
};

/**
 * Starts a CCU made of software. Rejects when a port is taken or the data directory cannot be read.
 *
 * @example
 * const ccu = await startSimulator({ seed: 42, life: true });
 * console.log(ccu.house.devices().length, ccu.ports['HmIP-RF']);
 * await ccu.close();
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const {
    host = '127.0.0.1',
    ports: wanted = {},
    users = DEFAULT_USERS,
    authRequired = false,
    timers = systemTimers,
  } = options;
  const clock = options.clock ?? Date.now;
  const seed = options.dataDir === undefined ? (options.house ?? inventedHouse()) : await loadHouse(options.dataDir);
  const house = options.serial === undefined ? seed : { ...seed, serial: options.serial };
  const random = createRandom(options.seed ?? 1);
  const switches = createSwitches();
  const recorder = createRecorder();
  const state = createHouseState({ house, clock: () => clock() + switches.clockOffsetMs, timers });
  const sessions = createSessions({
    users,
    limit: options.sessionLimit ?? (options.product === 'ccu3' ? SESSION_LIMIT_OF_EQ3 : DEFAULT_SESSION_LIMIT),
    now: clock,
    random: createRandom(random() * 2 ** 32),
    switches,
  });
  const processes = new Map<InterfaceName, InterfaceProcess>();
  const open: Partial<Record<SimulatorPortName, Port>> = {};

  const address = (name: SimulatorPortName) => ({ host, port: wanted[name] ?? 0 });
  const surroundings = { switches, clock, timers, ...(options.tls === undefined ? {} : { tls: options.tls }) };
  const authorize = authRequired
    ? {
        authorize: (name: string, password: string) =>
          users.some((user) => user.name === name && user.password === password),
      }
    : {};

  async function openInterface(interfaceName: InterfaceName): Promise<void> {
    const process = createInterfaceProcess({ interfaceName, state, switches, timers, clock });
    processes.set(interfaceName, process);
    const onCall: Parameters<typeof createXmlEndpoint>[1] = (method, params, faultCode) =>
      recorder.call({ at: clock(), interfaceName, method, params, ...(faultCode === undefined ? {} : { faultCode }) });
    open[interfaceName] =
      interfaceName === 'CUxD'
        ? await openBinPort({ ...address('CUxD'), switches, clock, timers, handle: createBinEndpoint(process, onCall) })
        : await openHttpPort({
            ...address(interfaceName),
            ...surroundings,
            ...authorize,
            hasBackend: () => !switches.deadBackends.has(interfaceName),
            handle: createXmlEndpoint(process, onCall),
          });
  }

  const backupContents = () => JSON.stringify(state.hub.variables());
  const product = createProduct({
    kind: options.product ?? 'openccu',
    version: house.version,
    switches,
    contents: backupContents,
    restart: () => onPower('reboot'),
  });
  const rega = createReGa({ state, users, serial: house.serial, product, switches, onPower });
  const onScript = ({ name, args }: ScriptRun) => recorder.script({ at: clock(), name, args });
  const jsonRpc = createJsonRpc(
    {
      state,
      sessions,
      rega,
      switches,
      serial: house.serial,
      product,
      authRequired,
      otherServers: options.otherServers ?? [],
      timeZone: options.timeZone,
      interfaces: processes,
      onScript,
    },
    (call) => recorder.jsonCall({ at: clock(), ...call }),
  );
  const isLite = product.kind === 'lite';
  const classic = createSite({
    sessions,
    sgtin: sgtinOf(house.serial),
    product,
    switches,
    jsonRpc,
    backupContents,
  });

  const site = isLite ? createLiteSite({ sessions, state }) : classic;

  const interfaces = options.interfaces ?? populatedInterfaces(house);
  for (const interfaceName of interfaces) await openInterface(interfaceName);
  open.jsonRpc = await openHttpPort({ ...address('jsonRpc'), ...surroundings, handle: site });
  open.rega = await openHttpPort({
    ...address('rega'),
    ...surroundings,
    ...authorize,
    handle: isLite ? () => ({ status: 404, body: 'Not found\n' }) : createScriptServer(rega, switches, onScript),
  });

  if (wanted.ssdp !== undefined) {
    const scheme = options.tls === undefined ? 'http' : 'https';
    open.ssdp = await openSsdpPort({
      ...address('ssdp'),
      serial: sgtinOf(house.serial),
      location: () => `${scheme}://${host}:${open.jsonRpc?.port}/upnp/basic_dev.cgi`,
      isSilent: () => switches.down || clock() < switches.bootingUntil,
    });
  }

  // The control port is not among them: it works whatever else is broken.
  const ccuPorts = Object.values(open);
  let closing = false;
  const faults = createFaults({
    switches,
    state,
    processes,
    product,
    ports: ccuPorts,
    clock,
    timers,
    random,
    endSessions: sessions.clear,
    closed: () => closing,
  });
  const stopLife = options.life
    ? startLife({ state, timers, random, eventsPerSecond: options.life === true ? 1 : options.life.eventsPerSecond })
    : () => {};

  /** A CCU that is told to reboot answers first. */
  function onPower(kind: 'reboot' | 'power_off'): void {
    timers.after(20, () => {
      // A port that another process took meanwhile stays closed, as on a CCU that does not come up again.
      if (kind === 'reboot') faults.restart().catch(() => {});
      else for (const port of ccuPorts) void port.close();
    });
  }

  const simulator: Simulator = {
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
    async close() {
      closing = true;
      stopLife();
      state.stop();
      for (const process of processes.values()) process.close();
      await Promise.all(Object.values(open).map((port) => port.close()));
    },
  };
  const control = await openControl(simulator, { ...address('control'), switches, clock, timers });
  open.control = control;
  return simulator;
}
