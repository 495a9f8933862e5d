import type { InterfaceFacts } from '@ccu-gateway/ccu-client';
import { interfaceId, metadataChanged, stateChanged } from '../announce/announce.js';
import { refreshReadiness, refreshStandIns } from '../apply/connection-state.js';
import { removeDevice } from '../apply/described.js';
import { applyEvent } from '../apply/index.js';
import { emptyDirectory } from '../apply/names.js';
import { parseAddress } from '../model/address.js';
import type { CentralOptions, HouseModel, HouseModelOptions, Succession } from '../model/house-model.js';
import { newHub } from '../model/hub.js';
import { createKeptLists } from '../model/kept-lists.js';
import { createKeptTexts } from '../model/kept-texts.js';
import { unIgnores } from '../model/pattern.js';
import type { CentralRecord, HouseRecords, InterfaceRecord } from '../model/state.js';
import { localTimeAt } from '../model/time.js';
import { uniqueIds } from '../model/unique-id.js';
import { createQueries } from '../queries/create-queries.js';
import type { ModelEvent } from '../requests/events.js';
import type { PendingValue } from '../requests/requests.js';

/**
 * An empty model. Feed it with `addCentral` and `apply`; the other members read it.
 *
 * @example
 * import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
 * const home = createHouseModel({ locale: 'de' });
 * home.addCentral('home', { host: 'ccu.lan', interfaces: [factsOf('HmIP-RF')] });
 * for (const event of home.apply(ccuEvent)) stream.publish(event);
 * const devices = home.devices({ central: 'home' });
 */
export function createHouseModel(options: HouseModelOptions = {}): HouseModel {
  const house: HouseRecords = {
    prefix: options.uniqueIdPrefix ?? 'ccu',
    locale: options.locale ?? 'en',
    now: options.now ?? Date.now,
    centrals: new Map(),
    revision: 0,
    descriptors: new WeakMap(),
    faces: { byDescriptor: new WeakMap(), distinct: new Map(), texts: new WeakMap() },
    texts: createKeptTexts(),
    standInTexts: createKeptTexts(),
    lists: createKeptLists(),
    leftTargets: new WeakMap(),
    unknown: new Map(),
  };
  const started = house.now().toString(36);
  const changing = changesOf(house);
  const queries = createQueries(house);
  const { visibility, memory, state } = queries;
  return {
    ...queries,
    addCentral: changing((name, central) => addCentral(house, name, central)),
    removeCentral: changing((name) => removeCentral(house, name)),
    setLocale: changing((locale) => {
      house.locale = locale;
    }),
    setBehaviour: changing((name, behaviour) => {
      const central = house.centrals.get(name);
      if (central !== undefined) central.behaviour = behaviour;
    }),
    apply: changing(
      (event) => applyEvent(house, event),
      (event) => (event.type === 'value' ? withoutChannel(event.channelAddress) : undefined),
    ),
    setCentralInformation: changing(queries.setCentralInformation),
    settleIdentity: changing(queries.settleIdentity),
    setSuccessions: changing((name, successions) => setSuccessions(house, name, successions)),
    setGroups: changing((name, groups) => setGroups(house, name, groups)),
    setWaiting: changing(queries.setWaiting),
    setHubAway: changing(queries.setHubAway),
    setHubAbsent: changing(queries.setHubAbsent),
    setChannelFlags: changing(queries.setChannelFlags),
    applyHub: changing(queries.applyHub),
    programExecuted: changing(queries.programExecuted),
    markPending: changing((write) => changing(queries.markPending(write), () => deviceOf(write)), deviceOf),
    applyConfiguration: changing(queries.applyConfiguration),
    links: { ...queries.links, take: changing(queries.links.take) },
    visibility: { ...visibility, set: changing(visibility.set) },
    memory: {
      ...memory,
      restoreValues: changing(memory.restoreValues),
      restoreChannelFlags: changing(memory.restoreChannelFlags),
    },
    state: { ...state, take: changing(state.take), endPending: changing(state.endPending) },
    revision: () => `${started}-${house.revision.toString(36)}`,
  };
}

/**
 * Counts every call that may change the model, also one without a visible change, and drops the kept texts that it may
 * change: all, or lists and those of the devices at the address that `within` returns and of devices that stand for others.
 */
function changesOf(house: HouseRecords) {
  return <Arguments extends readonly unknown[], Answer>(
    change: (...input: Arguments) => Answer,
    within?: (...input: Arguments) => string | undefined,
  ) =>
    (...input: Arguments): Answer => {
      house.revision += 1;
      dropTexts(house, within?.(...input));
      return change(...input);
    };
}

function withoutChannel(address: string): string {
  const colon = address.lastIndexOf(':');
  return colon < 0 ? address : address.slice(0, colon);
}

const deviceOf = ({ channelAddress }: PendingValue): string | undefined => parseAddress(channelAddress)?.device;

function dropTexts({ centrals, texts, standInTexts, lists }: HouseRecords, address: string | undefined): void {
  lists.clear();
  standInTexts.clear();
  if (address === undefined) {
    texts.clear();
    return;
  }
  for (const { devices } of centrals.values()) {
    const device = devices.get(address);
    if (device !== undefined) texts.drop(device);
  }
}

function addCentral(house: HouseRecords, name: string, options: CentralOptions): readonly ModelEvent[] {
  const known = house.centrals.get(name);
  if (known !== undefined) {
    known.host = options.host;
    return [];
  }
  const central: CentralRecord = {
    name,
    host: options.host,
    interfaces: new Map(options.interfaces.map((facts) => [facts.name, newInterface(name, facts)])),
    devices: new Map(),
    standIns: new Set(),
    heating: undefined,
    links: new Map(),
    heatedBy: new Map(),
    ids: uniqueIds(
      house.prefix,
      () => (central.idsOf === 'name' ? { name } : { name, serial: central.information.serial }),
      (address) => central.successions.get(address)?.identity ?? address,
    ),
    idsOf: options.ids ?? 'serial',
    information: options.serial === undefined ? {} : { serial: options.serial },
    localTime: (inMs) => localTimeAt(house.now() + inMs, central.behaviour.timeZone),
    hub: newHub(),
    metrics: new Map(),
    namesLoaded: false,
    ready: false,
    hubAway: false,
    hubAbsent: false,
    phase: 'unknown',
    loaded: 0,
    state: 'starting',
    directory: emptyDirectory(),
    unignore: unIgnores([]),
    behaviour: {
      resumesLights: true,
      groupCoverState: true,
      listsInternalPrograms: false,
      offersFirmware: true,
      holdsNewDevices: false,
    },
    flags: new Map(),
    groups: undefined,
    successions: new Map(),
    waiting: [],
  };
  house.centrals.set(name, central);
  return refreshReadiness(central);
}

function setGroups(
  house: HouseRecords,
  name: string,
  groups: ReadonlyMap<string, readonly string[]>,
): readonly ModelEvent[] {
  const central = house.centrals.get(name);
  if (central === undefined) return [];
  central.groups = groups;
  return refreshStandIns(central);
}

function setSuccessions(
  house: HouseRecords,
  name: string,
  successions: ReadonlyMap<string, Succession>,
): readonly ModelEvent[] {
  const central = house.centrals.get(name);
  if (central === undefined) return [];
  const before = central.successions;
  central.successions = successions;
  const isChanged = (address: string) =>
    JSON.stringify(before.get(address)) !== JSON.stringify(successions.get(address));
  return [...new Set([...before.keys(), ...successions.keys()])].filter(isChanged).flatMap((address) => {
    const device = central.devices.get(address);
    return device === undefined ? [] : [metadataChanged(device)];
  });
}

function newInterface(central: string, facts: InterfaceFacts): InterfaceRecord {
  const { name } = facts;
  return {
    name,
    facts,
    id: interfaceId(central, name),
    status: { central, interfaceName: name, state: 'disconnected', connected: false },
    reachable: false,
    described: false,
    loaded: false,
    bulkLoaded: false,
  };
}

function removeCentral(house: HouseRecords, name: string): readonly ModelEvent[] {
  const central = house.centrals.get(name);
  if (central === undefined) return [];
  house.centrals.delete(name);
  for (const [key, each] of house.unknown) if (each.central === name) house.unknown.delete(key);
  const before = central.state;
  central.state = 'stopped';
  return [
    ...[...central.devices.values()].map((device) => removeDevice(central, device)),
    ...(before === 'stopped' ? [] : [stateChanged(central, before)]),
  ];
}
