import type { Machine } from './machine.js';
import { openBinPort } from './net/bin-port.js';
import { openHttpPort, type Port } from './net/http-port.js';
import { openSsdpPort } from './net/ssdp-port.js';
import type { SimulatorPortName } from './options.js';
import { sgtinOf } from './product/product.js';
import { type CallListener, createBinEndpoint, createXmlEndpoint } from './rpc/endpoint.js';
import type { InterfaceProcess } from './rpc/interface-process.js';
import type { Settings } from './settings.js';

export type OpenPorts = Partial<Record<SimulatorPortName, Port>>;

/** Opens all ports of the CCU but the control port. Rejects when one is taken. */
export async function openPorts(settings: Settings, machine: Machine): Promise<OpenPorts> {
  const { switches, processes, site, scriptServer } = machine;
  const { clock, timers, tls } = settings;
  const surroundings = { switches, clock, timers, ...(tls === undefined ? {} : { tls }) };
  const open: OpenPorts = {};
  for (const [name, process] of processes) open[name] = await openInterfacePort(settings, machine, process);
  open.jsonRpc = await openHttpPort({ ...addressOf(settings, 'jsonRpc'), ...surroundings, handle: site });
  open.rega = await openHttpPort({
    ...addressOf(settings, 'rega'),
    ...surroundings,
    ...authorization(settings),
    handle: scriptServer,
  });
  if (settings.ports.ssdp !== undefined) open.ssdp = await openDiscovery(settings, machine, open.jsonRpc);
  return open;
}

/** Where a port of this name listens. */
export function addressOf({ host, ports }: Settings, name: SimulatorPortName) {
  return { host, port: ports[name] ?? 0 };
}

function openInterfacePort(settings: Settings, machine: Machine, process: InterfaceProcess): Promise<Port> {
  const { switches, recorder } = machine;
  const { clock, timers, tls } = settings;
  const { interfaceName } = process;
  const common = { ...addressOf(settings, interfaceName), switches, clock, timers };
  const onCall: CallListener = (method, params, faultCode) =>
    recorder.call({ at: clock(), interfaceName, method, params, ...(faultCode === undefined ? {} : { faultCode }) });
  if (interfaceName === 'CUxD') return openBinPort({ ...common, handle: createBinEndpoint(process, onCall) });
  return openHttpPort({
    ...common,
    ...(tls === undefined ? {} : { tls }),
    ...authorization(settings),
    hasBackend: () => !switches.deadBackends.has(interfaceName),
    handle: createXmlEndpoint(process, onCall),
  });
}

function openDiscovery(settings: Settings, { switches }: Machine, web: Port): Promise<Port> {
  const { host, house, tls, clock } = settings;
  const scheme = tls === undefined ? 'http' : 'https';
  return openSsdpPort({
    ...addressOf(settings, 'ssdp'),
    serial: sgtinOf(house.serial),
    location: () => `${scheme}://${host}:${web.port}/upnp/basic_dev.cgi`,
    isSilent: () => switches.down || clock() < switches.bootingUntil,
  });
}

function authorization({ authRequired, users }: Settings) {
  if (!authRequired) return {};
  return {
    authorize: (name: string, password: string) =>
      users.some((user) => user.name === name && user.password === password),
  };
}
