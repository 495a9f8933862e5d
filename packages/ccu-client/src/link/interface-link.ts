import { CcuError, isCcuError } from '../errors.js';
import { createGate } from '../gate.js';
import type { DeviceDescription, WireValue } from '../model.js';
import { createSteadyClock } from '../steady-clock.js';
import { pause } from '../wait.js';
import type { RpcCall } from '../wire/index.js';
import { isOnItsWay } from '../write/shown.js';
import { createWriter } from '../write/writer.js';
import { createBackoff } from './backoff.js';
import { createBulkValues, type LoadedValue } from './bulk-values.js';
import { createCircuit } from './circuit.js';
import { deviceOf } from './descriptions.js';
import { type Inbound, readInbound } from './inbound.js';
import type { InterfaceLink, InterfaceLinkDeps } from './interface-link-model.js';
import { createInventory } from './inventory.js';
import { runLoopTest } from './loop-test.js';
import { noteFor } from './notes.js';
import { createParamsetCatalogue } from './paramsets.js';
import { createPinger } from './pinger.js';
import { createRadioPoll } from './radio-poll.js';
import { createReadValues } from './read-values.js';
import { createRefusals } from './refusals.js';
import { createRegistration } from './registration.js';
import { createRenewals } from './renewals.js';
import { createInterfaceRpc } from './rpc.js';
import { createStatusBoard } from './status.js';
import { createSupervisor } from './supervisor.js';

/** Events that arrive before the devices are known; more than that and the values are read again instead. */
const MAX_EARLY_EVENTS = 20_000;
/** More data points than any house has; what an endless stream of invented ones must not exceed. */
const MAX_VALUES = 500_000;
/** A CCU asks who we are when it registers us; later it means that its daemon has restarted. */
const INTRODUCTION_MS = 30_000;

export function createInterfaceLink(deps: InterfaceLinkDeps): InterfaceLink {
  const { central, interfaceName, profile, timings, timers, now, random } = deps;
  /** For what is due after a while; `now` is for what is told. */
  const elapsed = createSteadyClock(now);
  const stop = new AbortController();
  const complain = (event: string, message: string) =>
    deps.complaints.report({ event, message, central, interfaceName });
  const refusals = createRefusals({ central, interfaceName, complaints: deps.complaints, now, emit: deps.emit });
  const values = new Map<string, WireValue>();
  const circuit = createCircuit({
    interfaceName,
    failures: timings.circuitFailures,
    openMs: timings.circuitOpenMs,
    now: elapsed,
  });
  const inventoryGate = createGate(1);
  const renewals = createRenewals(elapsed);
  let loaded = false;
  let early: Extract<Inbound, { kind: 'value' }>[] | undefined = [];
  let earlyLost = false;
  let earlyDevices: readonly DeviceDescription[] = [];
  let introducedUntil = Number.NEGATIVE_INFINITY;
  let valuesDue = false;
  let reconcileAt = Number.POSITIVE_INFINITY;
  let rescanAt = Number.NEGATIVE_INFINITY;
  let rescanPlanned = false;

  const status = createStatusBoard({ central, interfaceName, now, emit: deps.emit });
  const rpc = createInterfaceRpc({
    interfaceName,
    profile,
    timings,
    client: deps.client({ onHangUp: () => supervisor.suspect() }),
    circuit,
    onFailure: () => supervisor.suspect(),
  });
  const radio = createRadioPoll({ profile, rpc, status, everyMs: timings.radioPollMs, elapsed });
  const catalogue = createParamsetCatalogue({
    interfaceName,
    profile,
    rpc,
    timers,
    now,
    complain,
    refusals,
    cache: deps.cache,
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
    cache: deps.cache,
    listTimeoutMs: timings.longRpcTimeoutMs,
    emit: deps.emit,
  });
  const bulk = profile.generic
    ? createReadValues({ rpc, now, publish: publishLoaded, channels: () => inventory.list() })
    : createBulkValues({ central, interfaceName, now, rega: deps.rega, publish: publishLoaded });
  const pinger = createPinger({
    interfaceId: deps.interfaceId,
    now,
    random,
    timers,
    send: (token, signal) => rpc.call('ping', [token], { signal, beside: true, probe: true }),
  });
  const writer = createWriter({
    central,
    interfaceName,
    profile,
    rpc,
    store: deps.store,
    timings,
    timers,
    now,
    random,
    complain,
    emit: deps.emit,
    describe: async (address, paramsetKey) => {
      const found = inventory.find(address);
      if (found === undefined) return undefined;
      return await catalogue.one(found.device, found.entry, paramsetKey, stop.signal);
    },
    confirmedValue: (address, parameter) => values.get(`${address}.${parameter}`),
    lookUp: async (address, parameter) => {
      const rows = await deps.rega.run('point', { point: `${interfaceName}.${address}.${parameter}` }, stop.signal);
      return rows[0]?.value;
    },
    isMoving: (address) => isOnItsWay((parameter) => values.get(`${address}.${parameter}`)),
    dutyCycle: () => status.current().dutyCycle,
  });
  const registration = createRegistration({
    rpc,
    interfaceId: deps.interfaceId,
    store: deps.store,
    storeKey: `${central}/${interfaceName}/callback`,
    timeoutMs: timings.rpcTimeoutMs,
  });
  const route = deps.callbacks.register({
    central,
    interfaceName,
    interfaceId: deps.interfaceId,
    ccuHost: deps.ccuHost,
    protocol: profile.protocol,
    handler: receive,
    onUnreadable() {
      valuesDue = true;
      supervisor.suspect();
    },
  });
  const probe = async (signal: AbortSignal) => {
    try {
      await rpc.call('system.listMethods', [], { signal, probe: true });
    } catch (error) {
      // Who refuses is there.
      if (!isCcuError(error) || (error.code !== 'fault' && error.code !== 'unsupported')) throw error;
    }
  };
  const explain = (error: CcuError) =>
    noteFor(error, profile.namedInFirewall ? { interfaceName, port: deps.port } : undefined);
  const supervisor = createSupervisor({
    profile,
    explain,
    timings,
    timers,
    now,
    status,
    pinger,
    route,
    probe,
    isAbsent: deps.isAbsent,
    load,
    tend,
    backoff: createBackoff({ minMs: timings.retryMinMs, maxMs: timings.retryMaxMs, random }),
    register: async (announced, signal) => {
      introducedUntil = Number.POSITIVE_INFINITY;
      try {
        await registration.register(announced, signal);
        deps.onRegistered();
      } finally {
        introducedUntil = elapsed() + INTRODUCTION_MS;
      }
    },
  });

  async function load(signal: AbortSignal): Promise<void> {
    await inventoryGate.run(() => inventory.refresh(signal));
    releaseEarly();
    await loadValues(signal);
    radio.due();
    loaded = true;
    writer.resume();
    deps.onLoaded();
  }

  async function loadValues(signal: AbortSignal): Promise<void> {
    valuesDue = true;
    try {
      await bulk.load(signal);
      valuesDue = false;
      reconcileAt = timings.reconcileMs > 0 ? elapsed() + timings.reconcileMs : Number.POSITIVE_INFINITY;
    } catch (error) {
      // The logic layer of a CCU is often behind its interfaces: events count already, the rest is read later.
      if (signal.aborted) throw error;
      const reason = isCcuError(error) ? error.code : 'unknown';
      complain(`values.${reason}`, 'the values cannot be read in bulk; they come with their next events');
    }
  }

  async function tend(signal: AbortSignal): Promise<void> {
    if (valuesDue || elapsed() >= reconcileAt) await loadValues(signal);
    await radio.poll(signal);
  }

  /** Everything the CCU says, in the turn it arrived. */
  function receive(call: RpcCall): void {
    if (stop.signal.aborted) return;
    const inbound = readInbound(call);
    if (inbound.kind !== 'malformed') supervisor.heard();
    switch (inbound.kind) {
      case 'value':
        if (early === undefined) publish(inbound);
        else if (early.length < MAX_EARLY_EVENTS) early.push(inbound);
        else earlyLost = true;
        break;
      case 'pong':
        pinger.pong(inbound.token);
        break;
      case 'described':
        // A CCU tells every device whenever it registers us; at the first time that is no news but our own list is.
        if (early === undefined) background(() => inventory.take(inbound.devices, stop.signal));
        else earlyDevices = [...earlyDevices, ...inbound.devices].slice(-MAX_EARLY_EVENTS);
        break;
      case 'removed':
        background(() => inventory.remove(inbound.addresses));
        break;
      case 'changed':
        background(() => inventory.reread(inbound.addresses, stop.signal));
        break;
      case 'links_changed':
        deps.emit({ type: 'links_changed', central, interfaceName, at: now(), address: inbound.address });
        break;
      case 'replaced':
        background(() => inventory.remove([inbound.oldAddress]));
        planRescan();
        break;
      case 'introduction':
        if (elapsed() > introducedUntil) introducedAnew();
        break;
      case 'error':
        complain('callback.error', 'the CCU reported an error of its own');
        break;
      case 'malformed':
        complain('callback.malformed', 'a call of the CCU could not be understood');
        break;
    }
  }

  function introducedAnew(): void {
    introducedUntil = elapsed() + INTRODUCTION_MS;
    deps.onRestarted();
    if (renewals.allow()) {
      supervisor.renew();
      return;
    }
    complain(
      'callback.asks_again',
      'the CCU asks for the devices again and again; after 3 registrations in 10 minutes it is only pinged',
    );
    supervisor.suspect();
  }

  function publish({ channelAddress, parameter, value }: Extract<Inbound, { kind: 'value' }>): void {
    remember(channelAddress, parameter, value);
    bulk.spoke(channelAddress, parameter);
    writer.seen(channelAddress, parameter, value);
    deps.emit({ type: 'value', central, interfaceName, at: now(), channelAddress, parameter, value });
    // Interfaces tell the state of their radio modules too, under serial numbers that no device has and without a channel.
    const isOfDevice = channelAddress.includes(':');
    if (isOfDevice && inventory.find(deviceOf(channelAddress)) === undefined) planRescan();
  }

  function remember(channelAddress: string, parameter: string, value: WireValue): void {
    const key = `${channelAddress}.${parameter}`;
    if (values.size < MAX_VALUES || values.has(key)) values.set(key, value);
  }

  function publishLoaded(list: readonly LoadedValue[]): void {
    for (const { channelAddress, parameter, value } of list) {
      remember(channelAddress, parameter, value);
      writer.seen(channelAddress, parameter, value);
    }
    deps.emit({ type: 'values_loaded', central, interfaceName, at: now(), values: list });
  }

  function releaseEarly(): void {
    const waiting = early ?? [];
    early = undefined;
    if (earlyLost) complain('callback.overflow', 'more events arrived before the devices were known than fit');
    for (const inbound of waiting) publish(inbound);
    const devices = earlyDevices;
    earlyDevices = [];
    if (devices.length > 0) background(() => inventory.take(devices, stop.signal));
  }

  /** An address nobody announced: probably a new device. Looks at most once per `rescanMinMs`. */
  function planRescan(): void {
    if (rescanPlanned) return;
    rescanPlanned = true;
    const wait = Math.max(0, rescanAt + timings.rescanMinMs - elapsed());
    void pause(timers, wait, stop.signal).then(() => {
      rescanPlanned = false;
      if (!stop.signal.aborted) background(rescan);
    });
  }

  async function rescan(): Promise<void> {
    rescanAt = elapsed();
    await inventory.refresh(stop.signal);
  }

  /** Work on the devices, one after the other, with trouble said instead of thrown. */
  function background(work: () => Promise<void>): void {
    inventoryGate.run(work).catch((error: unknown) => {
      if (stop.signal.aborted) return;
      complain(`inventory.${isCcuError(error) ? error.code : 'failed'}`, 'a change of devices could not be read');
    });
  }

  return {
    interfaceName,
    profile,
    rpc,
    inventory,
    catalogue,
    writer,
    status: status.current,
    circuit: circuit.state,
    refusedDescriptions: refusals.current,
    isLoaded: () => loaded,
    start() {
      void inventoryGate
        .run(() => inventory.recall(stop.signal))
        .catch(() => undefined)
        .then(() => writer.recall())
        .then(() => supervisor.run(stop.signal));
    },
    reconnect: () => supervisor.renew(),
    suspect: () => supervisor.suspect(),
    rescan: () => inventoryGate.run(rescan),
    accepted(address) {
      if (inventory.find(address) === undefined) return;
      valuesDue = true;
      supervisor.look();
    },
    loopTest: (signal) =>
      runLoopTest({
        explain,
        pinger,
        route,
        registration,
        probe,
        isRegistered: () => loaded,
        lastEventAt: () => status.current().lastEventAt,
        patience: { callMs: timings.pongTimeoutMs, eventMs: timings.pongTimeoutMs * profile.pongPatience },
        signal: AbortSignal.any([signal, stop.signal]),
      }),
    async close(signal) {
      const kept = writer.close();
      stop.abort(new CcuError('closed', 'the client was closed'));
      await registration.deregister(signal);
      route.remove();
      rpc.close();
      await kept;
      status.set('stopped');
    },
  };
}
