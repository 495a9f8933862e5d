import { createToldNames } from '../inventory/device-list.js';
import { createInventory } from '../inventory/inventory.js';
import { createParamsetCatalogue, createRefusals } from '../inventory/paramsets.js';
import type { ParameterDescription, WireValue } from '../model/model.js';
import { receptionModes, receptionOf } from '../radio/airtime.js';
import { createRadioBudget } from '../radio/budget.js';
import { createCircuit } from '../rpc/circuit.js';
import { createInterfaceRpc } from '../rpc/rpc.js';
import { createSteadyClock } from '../time/steady-clock.js';
import { isOnItsWay } from '../write/item.js';
import { createWriter, type Writer } from '../write/writer.js';
import { createEarlyCalls, createLeftOutLedger } from './inbound.js';
import type {
  ConnectionParts,
  DeviceParts,
  InterfaceConnectionDeps,
  ValueParts,
  WireParts,
} from './interface-connection-model.js';
import { createPinger } from './pinger.js';
import { createRadioPoll } from './radio.js';
import { publishLoaded } from './receive.js';
import { createIntroductions, createRegistration } from './registration.js';
import { createStatusBoard } from './status.js';
import { createDeviceWork, createToldChanges, type DeviceWork } from './told-changes.js';
import {
  type BulkValues,
  createBulkValues,
  createKnownValues,
  createReadValues,
  createValueLoader,
  type KnownValues,
  type LoadedValue,
} from './value-loader.js';
import { createWitness } from './witness.js';

/** Signs of trouble on the wire of a connection: a call without an answer, a peer that hangs up, and a slow call. */
interface WireTrouble {
  readonly onFailure: () => void;
  readonly onHangUp: () => void;
  readonly onSlow: () => void;
}

/** Makes the parts of an interface connection. */
export function createLinkParts(deps: InterfaceConnectionDeps, trouble: WireTrouble): ConnectionParts {
  const wire = createWire(deps, trouble);
  // The first event of a new device may not be understood; the logic layer remembers its values.
  const devices = createDevices(wire, () => values.loader.due());
  const values = createValues({ ...wire, ...devices });
  return { ...wire, ...devices, ...values };
}

function createWire(deps: InterfaceConnectionDeps, { onFailure, onHangUp, onSlow }: WireTrouble): WireParts {
  const { central, interfaceName, interfaceId, profile, timings, timers, now, random } = deps;
  const elapsed = createSteadyClock(now);
  const status = createStatusBoard({ central, interfaceName, now, emit: deps.emit });
  const circuit = createCircuit({
    interfaceName,
    failures: timings.circuitFailures,
    openMs: timings.circuitOpenMs,
    now: elapsed,
  });
  const client = deps.client({ onHangUp });
  const rpc = createInterfaceRpc({ interfaceName, profile, timings, client, circuit, onFailure, onSlow, timers });
  const budget = createRadioBudget(elapsed);
  const stop = new AbortController();
  return {
    deps,
    elapsed,
    status,
    budget,
    circuit,
    rpc,
    stop,
    complain: (event, message) => deps.complaints.report({ event, message, central, interfaceName }),
    pinger: createPinger({
      interfaceId,
      now,
      random,
      timers,
      send: (token, signal) => rpc.call('ping', [token], { signal, beside: true, probe: true }),
    }),
    registration: createRegistration({
      rpc,
      interfaceId,
      store: deps.store,
      storeKey: `${central}/${interfaceName}/callback`,
      timeoutMs: timings.rpcTimeoutMs,
    }),
    introductions: createIntroductions(elapsed),
    radio: createRadioPoll({ profile, rpc, status, everyMs: timings.radioPollMs, elapsed, budget, stop: stop.signal }),
  };
}

function createDevices({ deps, elapsed, stop, complain, rpc }: WireParts, onAdded: () => void): DeviceParts {
  const { central, interfaceName, profile, cache, timings, timers, now } = deps;
  const leftOut = createLeftOutLedger({ central, interfaceName, complaints: deps.complaints, now });
  const refusals = createRefusals({ central, interfaceName, complaints: deps.complaints, now, emit: deps.emit });
  const catalogue = createParamsetCatalogue({
    interfaceName,
    profile,
    rpc,
    timers,
    now,
    complain,
    refusals,
    cache,
    gapMs: timings.descriptionGapMs,
  });
  const inventory = createInventory({
    central,
    interfaceName,
    catalogue,
    rpc,
    now,
    complain,
    refusals,
    cache,
    onLeftOut: (address) => leftOut.add('description', address),
    onMissing: () => work.planRescan(),
    listTimeoutMs: timings.longRpcTimeoutMs,
    emit: deps.emit,
    onAdded,
    ...(profile.generic && profile.metadata ? { toldNames: createToldNames(rpc) } : {}),
  });
  const work: DeviceWork = createDeviceWork({
    refresh: (signal) => inventory.refresh(signal),
    rescanMinMs: timings.rescanMinMs,
    elapsed,
    timers,
    signal: stop.signal,
    complain,
  });
  const toldChanges = createToldChanges({
    work,
    inventory,
    signal: stop.signal,
    onLeftOut: leftOut.add,
  });
  return { leftOut, refusals, catalogue, inventory, work, toldChanges, early: createEarlyCalls() };
}

function createValues(parts: WireParts & DeviceParts): ValueParts {
  const { deps, elapsed, complain, rpc, inventory } = parts;
  const { central, interfaceName, profile, now } = deps;
  const known = createKnownValues();
  const writer = createConnectionWriter(parts, known);
  const publish: Parameters<typeof createBulkValues>[0]['publish'] = (values) =>
    publishLoaded({ deps, known, writer }, values);
  const readable = (address: string) => readableOf(parts, address);
  const caches = profile.valuesParamset
    ? createReadValues({
        rpc,
        now,
        publish,
        readable,
        channels: () => inventory.list(),
        ...(profile.generic ? {} : { accepts: (value: LoadedValue) => wasTold(parts, known, value) }),
      })
    : undefined;
  const bulk =
    caches !== undefined && profile.generic
      ? caches
      : createBulkValues({ central, interfaceName, now, rega: deps.rega, publish, isHeard: known.isHeard });
  const { reconcileMs } = deps.timings;
  const loader = createValueLoader({
    bulk,
    reconcileMs,
    elapsed,
    complain,
    ...(caches === undefined || caches === bulk ? {} : { caches }),
  });
  const witness = createWitness({
    interfaceName,
    rega: deps.rega,
    known: known.get,
    describe: (channelAddress, parameter) => describedAs(parts, channelAddress, parameter),
    everyMs: profile.generic ? 0 : deps.timings.witnessMs,
    elapsed,
  });
  const spoke: BulkValues['spoke'] = (channelAddress, parameter) => {
    witness.heard(channelAddress, parameter);
    bulk.spoke(channelAddress, parameter);
    if (caches !== bulk) caches?.spoke(channelAddress, parameter);
  };
  return { known, writer, spoke, loader, witness };
}

/** True when the value counts: an interface process answers with the default for a value that it never had, or leaves it out. */
function wasTold(parts: DeviceParts, known: KnownValues, { channelAddress, parameter, value }: LoadedValue): boolean {
  const isKnown = known.get(channelAddress, parameter) !== undefined;
  if (value === null) return isKnown && !known.isHeard(channelAddress, parameter);
  if (isKnown) return true;
  const described = describedAs(parts, channelAddress, parameter);
  return described !== undefined && described.DEFAULT !== value;
}

function describedAs(
  { inventory, catalogue }: DeviceParts,
  channelAddress: string,
  parameter: string,
): ParameterDescription | undefined {
  const found = inventory.find(channelAddress);
  return found && catalogue.known(found.device, found.entry, 'VALUES')?.[parameter];
}

/** Returns the parameters that a server sends with the whole paramset. */
function readableOf({ inventory, catalogue }: DeviceParts, address: string): readonly string[] {
  const found = inventory.find(address);
  const description = found === undefined ? undefined : catalogue.known(found.device, found.entry, 'VALUES');
  return Object.entries(description ?? {}).flatMap(([parameter, { OPERATIONS, TYPE }]) =>
    (OPERATIONS & READ) !== 0 && TYPE !== 'ACTION' ? [parameter] : [],
  );
}

const READ = 1;

/** Returns a value unless its own status differs from the normal one, the first of its options: that proves nothing about a write. */
function certainValue(known: KnownValues, address: string, parameter: string): WireValue | undefined {
  const status = known.get(address, `${parameter}_STATUS`);
  const isNormal = status === undefined || status === 0 || status === 'NORMAL';
  return isNormal ? known.get(address, parameter) : undefined;
}

const UNDELETABLE = 8;

function createConnectionWriter(parts: WireParts & DeviceParts, known: KnownValues): Writer {
  const { deps, stop, complain, rpc, budget, radio, inventory, catalogue } = parts;
  const { central, interfaceName, profile, timings, timers, now, random, emit } = deps;
  return createWriter({
    central,
    interfaceName,
    profile,
    rpc,
    store: deps.writesStore,
    timings,
    timers,
    now,
    random,
    complain,
    emit,
    describe: async (address, paramsetKey) => {
      const found = inventory.find(address);
      if (found === undefined) return undefined;
      return await catalogue.one(found.device, found.entry, paramsetKey, stop.signal);
    },
    confirmedValue: (address, parameter) => certainValue(known, address, parameter),
    lookUp: async (address, parameter) => {
      const rows = await deps.rega.run('point', { point: `${interfaceName}.${address}.${parameter}` }, stop.signal);
      return rows[0]?.value;
    },
    isMoving: (address) => isOnItsWay((parameter) => known.get(address, parameter)),
    budget: {
      ...budget,
      spent(...spending) {
        budget.spent(...spending);
        radio.spent();
      },
    },
    receptionOf: (address) => {
      const device = inventory.find(address)?.device;
      if (device === undefined) return profile.airtime === undefined ? 'none' : 'always';
      // A device that cannot be deleted is a part of the CCU.
      if (((device.FLAGS ?? 0) & UNDELETABLE) !== 0) return 'none';
      return receptionOf(profile, device.TYPE, receptionModes(device.RX_MODE ?? 0));
    },
  });
}
