import { parseAddress } from './address.js';
import { readinessChanged } from './announce.js';
import { applyMaster } from './apply/master.js';
import { readBatch } from './batch.js';
import { findConfigurations } from './configuration.js';
import { planOperation } from './custom/plan.js';
import { flagsOf, setFlags } from './flags.js';
import type { Home } from './home.js';
import { applyHub, noteExecution } from './hub/apply.js';
import { locateInHub, planSysvar } from './hub/sysvar.js';
import { isAbsent, wasRead } from './hub/unread.js';
import {
  describeAlarms,
  describeHub,
  describeInbox,
  describeInstallModes,
  describeMetrics,
  describePrograms,
  describeServiceMessages,
  describeSysvars,
  describeUpdate,
} from './hub/view.js';
import { createCentralLinks } from './link/central.js';
import { createLinks } from './link/queries.js';
import { centralsIn, locateChannel, locateDevice, locatePoint } from './locate.js';
import { createMemory } from './memory.js';
import { describeParamset, listedParamsets } from './paramset/describe.js';
import { exportConfiguration, planImport } from './paramset/transfer.js';
import { markPending } from './pending.js';
import type { ChannelScope, Scope } from './requests.js';
import { type Found, notFound, ok } from './result.js';
import { countEntries } from './rooms.js';
import { createSchedules } from './schedule/queries.js';
import { snapshotLines, takeSnapshot } from './snapshot.js';
import type { Central, Channel, House } from './state.js';
import { describeCalculated, describeCalculatedDetail } from './view/calculated.js';
import { describeCentral, describeInterface, describeReadiness } from './view/central.js';
import { describeChannel, describeEventGroups } from './view/channel.js';
import { describeCustom } from './view/custom.js';
import { describePoint, type PointView } from './view/data-point.js';
import { channelsOf, describeDetail, describeDevice } from './view/device.js';
import { createVisibility } from './visibility/queries.js';
import { planParamset, planValue } from './write.js';

type Changes = 'addCentral' | 'removeCentral' | 'apply' | 'setLocale' | 'setBehaviour' | 'revision';

/** Everything `Home` answers, each from the one module that knows it. */
export function createQueries(house: House): Omit<Home, Changes> {
  const localeOf = (scope?: Scope) => scope?.locale ?? house.locale;
  const viewOf = (scope?: Scope): PointView => ({ locale: localeOf(scope), now: house.now(), faces: house.faces });
  const perCentral = <T>(scope: Scope | undefined, view: (central: Central) => readonly T[]): readonly T[] =>
    centralsIn(house, scope?.central).flatMap(view);
  const inChannel = <T>(at: ChannelScope, view: (channel: Channel) => T): Found<T> => {
    const channel = locateChannel(house, at.address, at.channel, at);
    return channel.ok ? ok(view(channel.value)) : channel;
  };

  return {
    setCentralInformation(name, information) {
      const central = house.centrals.get(name);
      if (central === undefined) return;
      // What is known is kept when a later answer does not have it.
      const told = Object.entries(information).filter(([, value]) => value !== undefined);
      central.information = { ...central.information, ...Object.fromEntries(told) };
    },
    hubUnread: (list, scope) =>
      perCentral(scope, (central) => (wasRead(central, list) || isAbsent(central, list) ? [] : [central.name])),
    hubAbsent: (list, scope) => perCentral(scope, (central) => (isAbsent(central, list) ? [central.name] : [])),
    setHubAbsent(name, absent) {
      const central = house.centrals.get(name);
      if (central !== undefined) central.hubAbsent = absent;
    },
    setHubAway(name, away) {
      const central = house.centrals.get(name);
      if (central === undefined || central.hubAway === away) return [];
      central.hubAway = away;
      return central.ready ? [readinessChanged(central)] : [];
    },
    centralNames: () => [...house.centrals.keys()],
    centrals: () => [...house.centrals.values()].map(describeCentral),
    readiness(name) {
      const central = house.centrals.get(name);
      return central === undefined ? undefined : describeReadiness(central);
    },
    interfaces: (scope) =>
      perCentral(scope, (central) =>
        [...central.interfaces.values()].map((iface) => describeInterface(central, iface)),
      ),
    interface(id) {
      for (const central of house.centrals.values()) {
        for (const iface of central.interfaces.values()) {
          if (iface.id === id) return ok(describeInterface(central, iface));
        }
      }
      return notFound('interface', `no interface ${id}`);
    },

    devices: ({ offset = 0, limit, ...scope } = {}) =>
      perCentral(scope, (central) => [...central.devices.values()])
        .slice(offset, limit === undefined ? undefined : offset + limit)
        .map((device) => describeDevice(device, localeOf(scope))),
    deviceCount: (scope) => centralsIn(house, scope?.central).reduce((sum, { devices }) => sum + devices.size, 0),
    device(address, scope) {
      const device = locateDevice(house, address, scope);
      return device.ok ? ok(describeDetail(device.value, localeOf(scope))) : device;
    },
    channels(address, scope) {
      const device = locateDevice(house, address, scope);
      if (!device.ok) return device;
      return ok(channelsOf(device.value).map((channel) => describeChannel(channel, localeOf(scope))));
    },
    channel: (at) => inChannel(at, (channel) => describeChannel(channel, localeOf(at))),
    dataPoints: (at) =>
      inChannel(at, (channel) => [...channel.points.values()].map((point) => describePoint(point, viewOf(at)))),
    dataPoint(at) {
      const channel = locateChannel(house, at.address, at.channel, at);
      if (!channel.ok) return channel;
      const point = locatePoint(channel.value, at.parameter);
      return point.ok ? ok(describePoint(point.value, viewOf(at))) : point;
    },
    eventGroups: (at) => inChannel(at, describeEventGroups),
    channelFlags: (at) => inChannel(at, flagsOf),
    setChannelFlags: (at, flags) => inChannel(at, (channel) => setFlags(channel, flags)),
    readBatch: (queries, scope) => readBatch(house, queries, scope),
    rooms: (scope) => countEntries(house, 'rooms', localeOf(scope), scope?.central),
    functions: (scope) => countEntries(house, 'functions', localeOf(scope), scope?.central),

    applyHub(name, facts) {
      const central = house.centrals.get(name);
      return central === undefined ? [] : applyHub(central, facts);
    },
    programExecuted(name, id, run) {
      const central = house.centrals.get(name);
      return central === undefined ? [] : noteExecution(central, id, run);
    },
    programs: (scope) =>
      perCentral(scope, (central) => {
        const internal = scope?.includeInternal ?? central.behaviour.listsInternalPrograms;
        return describePrograms(central).filter((program) => internal || program.is_internal !== true);
      }),
    program: (id, scope = {}) => {
      const found = locateInHub(house, scope, notFound('program', `no program ${id}`), (central) =>
        describePrograms(central).find((program) => program.id === id),
      );
      return found.ok ? ok(found.value.item) : found;
    },
    sysvars: (scope) => perCentral(scope, (central) => describeSysvars(central, localeOf(scope))),
    sysvar: (name, scope = {}) => {
      const found = locateInHub(house, scope, notFound('sysvar', `no system variable ${name}`), (central) =>
        describeSysvars(central, localeOf(scope)).find((sysvar) => sysvar.name === name),
      );
      return found.ok ? ok(found.value.item) : found;
    },
    validateSysvar: (name, value, scope = {}) => planSysvar(house, name, value, scope),
    inbox: (scope) => perCentral(scope, describeInbox),
    alarmMessages: (scope) => perCentral(scope, (central) => describeAlarms(central, localeOf(scope))),
    serviceMessages: (scope) => perCentral(scope, (central) => describeServiceMessages(central, localeOf(scope))),
    hubDataPoints: (scope) => perCentral(scope, (central) => [describeHub(central, house.now())]),
    hubMetrics: (scope) => perCentral(scope, (central) => [describeMetrics(central, house.now())]),
    systemUpdates: (scope) => perCentral(scope, (central) => [describeUpdate(central)]),
    installModes: (scope) => perCentral(scope, describeInstallModes),

    resolve(address, scope) {
      const device = locateDevice(house, address, scope);
      if (!device.ok) return device;
      const number = parseAddress(address)?.channel;
      const channel = number === undefined ? undefined : device.value.channels.get(number);
      if (number !== undefined && channel === undefined) {
        return notFound('channel', `device ${device.value.address} has no channel ${number}`);
      }
      const paramsets = listedParamsets(channel ?? device.value);
      return ok({
        central: device.value.central.name,
        interfaceName: device.value.iface.name,
        interfaceId: device.value.iface.id,
        deviceAddress: device.value.address,
        ...(number === undefined ? {} : { channel: number }),
        model: device.value.description.TYPE,
        ...(paramsets.length === 0 ? {} : { paramsets }),
      });
    },
    validateWrite: (request) => planValue(house, request),
    validateParamset: (request) => planParamset(house, request),
    describeParamset: (at) => describeParamset(house, at),
    exportConfiguration: (request) => exportConfiguration(house, request),
    planImport: (at, file) => planImport(house, at, file),
    markPending: (write) => markPending(house, write),

    customDataPoints(address, scope) {
      const device = locateDevice(house, address, scope);
      return device.ok ? ok(device.value.customs.map((custom) => describeCustom(custom, localeOf(scope)))) : device;
    },
    customDataPoint(address, name, scope) {
      const device = locateDevice(house, address, scope);
      if (!device.ok) return device;
      const custom = device.value.customs.find((each) => each.name === name);
      return custom === undefined
        ? notFound('custom_data_point', `device ${device.value.address} has no custom data point ${name}`)
        : ok(describeCustom(custom, localeOf(scope)));
    },
    planOperation: (request) => planOperation(house, request),

    calculatedDataPoints: (at) =>
      inChannel(at, (channel) =>
        channel.device.calculated
          .filter((each) => each.channel === channel)
          .map((each) => describeCalculated(each, localeOf(at))),
      ),
    calculatedDataPoint(at) {
      const channel = locateChannel(house, at.address, at.channel, at);
      if (!channel.ok) return channel;
      const found = channel.value.device.calculated.find(
        (each) => each.channel === channel.value && each.name === at.name,
      );
      return found === undefined
        ? notFound('calculated_data_point', `channel ${channel.value.address} has no calculated data point ${at.name}`)
        : ok(describeCalculatedDetail(found, localeOf(at)));
    },
    applyConfiguration: (read) => applyMaster(house, read),
    configurations: (scope = {}) => findConfigurations(house, scope),

    schedules: createSchedules(house),
    links: createLinks(house),
    centralLinks: createCentralLinks(house),
    visibility: createVisibility(house),
    memory: createMemory(house),

    snapshot: (options) => takeSnapshot(house, options),
    snapshotLines: (options) => snapshotLines(house, options),

    takeUnknownAddresses() {
      const taken = [...house.unknown.values()];
      house.unknown.clear();
      return taken;
    },
  };
}
