import {
  type CallbackServer,
  type Ccu,
  type ChangeableTimings,
  type ConnectOptions,
  connectCcu,
  type DescriptionCache,
  factsOf,
  type InterfaceFacts,
  type Permit,
  type StateStore,
  type Timings,
} from '@ccu-gateway/ccu-client';
import type { HouseModel, ModelEvent } from '@ccu-gateway/device-model';
import {
  type ConfiguredCcu,
  defined,
  type HoldingCcu,
  type Identity,
  idsOf,
  logLinks,
  type NewDevices,
  withRemedies,
} from '@ccu-gateway/gateway-core/parts';
import { type CentralConfig, durationMs } from '../config/index.js';
import type { Log } from '../log/log.js';
import type { Parts } from '../parts/parts.js';
import { addressOf } from './address.js';
import { ccuLog } from './ccu-log.js';

export interface CentralsOptions {
  readonly house: HouseModel;
  readonly publish: (event: ModelEvent) => void;
  readonly callbacks: CallbackServer;
  /** Name of this gateway at CCUs; part of its registrations there. */
  readonly instance: string;
  readonly descriptionCache?: DescriptionCache;
  readonly stateStore?: StateStore;
  /** As `connectCcu` takes it. */
  readonly keepsWrites?: boolean;
  readonly timings?: Partial<Timings>;
  readonly log: Log;
  /** Runs each link as a part of its own, `ccus/<name>`, so that its failure ends no other. */
  readonly parts: Pick<Parts, 'in' | 'guard' | 'control'>;
  /** Stored identity of a CCU from an earlier run. */
  readonly identity?: (central: string) => Identity;
  /** Holds back new devices of CCUs that are set so. */
  readonly newDevices: Pick<NewDevices, 'follow'>;
  /** Called when a CCU was connected; returns its further work. */
  readonly attach?: (ccu: Ccu, central: CentralConfig) => Attached;
}

/** Further work for one CCU while it is connected. */
export interface Attached {
  /** Settings that need no new connection have changed. */
  adjust(central: CentralConfig): Promise<void>;
  detach(): void;
}

/** The CCUs of this gateway. Each lives alone: adding, changing or removing one does not touch the others. */
export interface Centrals {
  /** Connects in the background; a CCU that is away is a state, not an error. */
  add(central: CentralConfig): void;
  /**
   * Releases the CCU and connects again where changed settings need that; settings for reading and display change in
   * place.
   */
  change(central: CentralConfig): Promise<void>;
  /** Other durations for the CCUs there are, and for those to come. */
  reconfigure(timings: ChangeableTimings): void;
  /** Its devices are announced as removed. */
  remove(name: string): Promise<void>;
  get(name: string): Ccu | undefined;
  /** Throws where this process may send nothing to the CCU now; for requests that its client does not make. */
  permit(name: string): void;
  /** In the order they were added. */
  all(): readonly Ccu[];
  /** Of those that were added, connected or not. */
  names(): readonly string[];
  /** Deregisters at every CCU, all at once. */
  close(): Promise<void>;
}

/** CCUs that this process is connected with, for the component that decides when. */
export interface LocalCentrals extends Centrals {
  /** Shows it as one that is not connected, unless it is known already. */
  introduce(central: CentralConfig): void;
  /**
   * Connects with a known CCU; `permit` is called before each request to it. Where its known interfaces differ from the
   * configured ones, it starts from scratch.
   */
  connect(central: CentralConfig, permit?: Permit): void;
  /** Ends the connection; known data of the CCU stays. */
  release(name: string): Promise<void>;
}

/** A CCU that this process shall be connected with, also while a fault has stopped its link. */
interface Added {
  central: CentralConfig;
  readonly permit: Permit | undefined;
  readonly uncontrol: () => void;
}

interface Connected {
  readonly ccu: Ccu;
  readonly permit: Permit | undefined;
  readonly holding: HoldingCcu<Ccu>;
  readonly attached: Attached | undefined;
  readonly offs: readonly (() => void)[];
  central: CentralConfig;
}

export function createCentrals(options: CentralsOptions): LocalCentrals {
  const { house, parts } = options;
  const added = new Map<string, Added>();
  const shown = createShown(options);
  const links = createLinks(options, shown);

  /** Each link is a part, so that a fault of one CCU ends no other. */
  function connect(central: CentralConfig, permit?: Permit): void {
    const { name } = central;
    added.get(name)?.uncontrol();
    const start = () => {
      const { central: latest = central } = added.get(name) ?? {};
      if (links.find(name) === undefined) links.open(latest, permit);
    };
    const uncontrol = parts.control(partOf(name), { stop: () => links.end(name), start });
    added.set(name, { central, permit, uncontrol });
    parts.in(partOf(name), () => links.open(central, permit));
  }

  async function release(name: string): Promise<void> {
    added.get(name)?.uncontrol();
    added.delete(name);
    await links.end(name);
  }

  async function remove(name: string): Promise<void> {
    await release(name);
    shown.publishAll(house.removeCentral(name));
  }

  return {
    introduce: shown.introduce,
    connect,
    release,
    add: (central) => connect(central),
    async change(central) {
      const entry = links.find(central.name);
      const known = added.get(central.name);
      if (entry !== undefined && connectionOf(entry.central) === connectionOf(central)) {
        if (known !== undefined) known.central = central;
        return await adjust(entry, central);
      }
      await remove(central.name);
      connect(central, known?.permit);
    },
    reconfigure: links.reconfigure,
    remove,
    get: (name) => links.find(name)?.ccu,
    permit: (name) => links.find(name)?.permit?.(),
    all: links.all,
    names: () => [...added.keys()],
    async close() {
      await Promise.all([...added.keys()].map(release));
    },
  };
}

/** The connections that there are. */
function createLinks(options: CentralsOptions, { publishAll, renew }: ReturnType<typeof createShown>) {
  const { house, log, parts } = options;
  const connected = new Map<string, Connected>();
  let timings = options.timings ?? {};

  return {
    find: (name: string): Connected | undefined => connected.get(name),
    all: (): readonly Ccu[] => [...connected.values()].map(({ ccu }) => ccu),
    open(central: CentralConfig, permit?: Permit): void {
      renew(central);
      const client = connectCcu({ ...connectOptions(central, { ...options, timings }), ...defined({ permit }) });
      const holding = options.newDevices.follow(client, central.behavior.delay_new_device_creation);
      const { ccu } = holding;
      // Listening before anything can have happened: the client connects in a later turn.
      const stopApplying = ccu.on((event) => parts.guard(partOf(central.name), () => publishAll(house.apply(event))));
      const stopLogging = logLinks(ccu, configuredCcu(central), log);
      const offs = [stopApplying, stopLogging];
      const attached = options.attach?.(ccu, central);
      connected.set(central.name, { ccu, permit, holding, attached, offs, central });
    },
    async end(name: string): Promise<void> {
      const entry = connected.get(name);
      if (entry === undefined) return;
      connected.delete(name);
      await entry.ccu.close();
      entry.holding.stop();
      entry.attached?.detach();
      for (const off of entry.offs) off();
    },
    reconfigure(changes: ChangeableTimings): void {
      timings = { ...timings, ...changes };
      for (const { ccu } of connected.values()) ccu.reconfigure(changes);
    },
  };
}

/** Takes settings that need no new connection. */
async function adjust(entry: Connected, central: CentralConfig): Promise<void> {
  entry.central = central;
  entry.ccu.reconfigure(checkInterval(central));
  await entry.attached?.adjust(central);
  await entry.holding.want(central.behavior.delay_new_device_creation);
}

const partOf = (central: string): string => `ccus/${central}`;

/** State of CCUs before they are connected. */
function createShown({ house, publish, identity: identityOf }: CentralsOptions) {
  function publishAll(events: readonly ModelEvent[]): void {
    for (const event of events) publish(event);
  }

  function introduce(central: CentralConfig): void {
    if (house.state.optionsOf(central.name) === undefined) show(central);
  }

  /** Known data may be from another gateway, or from an earlier run with another configuration. */
  function renew(central: CentralConfig): void {
    const known = house.state.optionsOf(central.name);
    const interfaces = interfacesOf(central);
    if (known === undefined) show(central);
    else if (comparable(known.interfaces) !== comparable(interfaces)) {
      publishAll(house.removeCentral(central.name));
      show(central);
    } else if (known.host !== central.host) {
      publishAll(house.addCentral(central.name, { host: central.host, interfaces }));
    }
  }

  function show(central: CentralConfig): void {
    const identity = identityOf?.(central.name);
    const ids = identity && idsOf(identity);
    const { ids: _kept, ...information } = identity ?? {};
    publishAll(house.addCentral(central.name, { host: central.host, interfaces: interfacesOf(central), ids }));
    publishAll(house.setCentralInformation(central.name, information));
  }

  return { publishAll, introduce, renew };
}

const interfacesOf = (central: CentralConfig) => central.interfaces.map(({ name }) => factsOf(name));

/** Independent of their order; reported facts have gone through JSON. */
const comparable = (interfaces: readonly InterfaceFacts[]): string =>
  JSON.stringify([...interfaces].sort((one, other) => (one.name < other.name ? -1 : 1)));

function connectOptions(central: CentralConfig, options: CentralsOptions): ConnectOptions {
  const { descriptionCache, stateStore, keepsWrites, callbacks, instance } = options;
  return {
    ...addressOf(central),
    name: central.name,
    ...defined({ descriptionCache, stateStore, keepsWrites }),
    callbacks,
    instance,
    log: withRemedies(ccuLog(options.log.child(central.name)), configuredCcu(central)),
    timings: { ...options.timings, ...checkInterval(central) },
  };
}

function configuredCcu({ name, host, username }: CentralConfig): ConfiguredCcu {
  return { name, host, username, settingNamed: (setting) => `centrals.${name}.${setting}` };
}

/** Everything that cannot change without a new connection, in comparable form. */
function connectionOf(central: CentralConfig): string {
  const {
    behavior: _behavior,
    visibility: _visibility,
    check_connection_interval: _check,
    primary_interface: _primary,
    password,
    ...rest
  } = central;
  return JSON.stringify({ ...rest, password: password?.reveal() });
}

/** A negative interval switches the check off; the client has no such mode, so it checks once a day. */
function checkInterval(central: CentralConfig): ChangeableTimings {
  const intervalMs = durationMs(central.check_connection_interval);
  return { checkIntervalMs: intervalMs < 0 ? 86_400_000 : intervalMs };
}
