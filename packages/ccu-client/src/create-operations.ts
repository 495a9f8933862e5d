import { CcuError, isCcuError } from './errors.js';
import type { InterfaceProfile } from './interfaces.js';
import { isStruct } from './link/descriptions.js';
import type { InterfaceLink } from './link/interface-link-model.js';
import { readRadioModules } from './link/radio.js';
import type { InterfaceRpc } from './link/rpc.js';
import type { InterfaceName, WireValue } from './model.js';
import type { Operations } from './operations.js';
import type { DeviceServiceMessage, Link, RssiEntry } from './operations-model.js';
import { isUnknownMethod } from './transport/errors.js';
import { int, type OutgoingValue } from './wire/index.js';

/** Nothing but the links of what was asked for: bit 1 adds those of the other channels of a key group, the rest is big. */
const LINK_FLAGS = 0;
/** The metadatum in which HmIPServer keeps what was reported of the use of values. */
const VALUE_USAGE = 'reportValueUsageData';
const GENERAL_FAULT = -1;
/** BidCos writes 65536, HmIP the lowest number of a signed byte, with or without its sign. */
const RSSI_UNKNOWN: ReadonlySet<number> = new Set([0, 128, -128, 65_535, 65_536]);

export function createOperations(find: (name: InterfaceName) => InterfaceLink, signal?: AbortSignal): Operations {
  /** The interface, with the caller's signal on every call. */
  function link(
    name: InterfaceName,
  ): Pick<InterfaceLink, 'profile' | 'rescan'> & { readonly rpc: Pick<InterfaceRpc, 'call'> } {
    const { profile, rescan, rpc } = find(name);
    return { profile, rescan, rpc: { call: (method, params) => rpc.call(method, params, { signal }) } };
  }

  /** The interface, if its kind can do that. */
  function able(name: InterfaceName, can: (profile: InterfaceProfile) => boolean): ReturnType<typeof link> {
    const found = link(name);
    if (can(found.profile)) return found;
    throw new CcuError('unsupported', `${name} cannot do that`, { interfaceName: name });
  }

  async function ask(
    name: InterfaceName,
    can: (profile: InterfaceProfile) => boolean,
    method: string,
    params: readonly OutgoingValue[] = [],
  ): Promise<WireValue> {
    return await able(name, can).rpc.call(method, params);
  }

  const links = (profile: InterfaceProfile) => profile.links;
  const metadata = (profile: InterfaceProfile) => profile.metadata;
  const deletable = (profile: InterfaceProfile) => profile.deletable;

  return {
    async getLinks(name, address) {
      return readLinks(await ask(name, links, 'getLinks', [address, int(LINK_FLAGS)]));
    },
    async getLinkPeers(name, channelAddress) {
      return texts(await ask(name, links, 'getLinkPeers', [channelAddress]));
    },
    async addLink(name, { sender, receiver, name: title, description }) {
      // HmIP does not accept empty texts.
      const label = title === undefined || title === '' ? `${sender} - ${receiver}` : title;
      const text = description === undefined || description === '' ? label : description;
      await ask(name, links, 'addLink', [sender, receiver, label, text]);
    },
    async setLinkInfo(name, { sender, receiver, name: title, description }) {
      const label = title === '' ? `${sender} - ${receiver}` : title;
      await ask(name, links, 'setLinkInfo', [sender, receiver, label, description === '' ? label : description]);
    },
    async removeLink(name, sender, receiver) {
      await ask(name, links, 'removeLink', [sender, receiver]);
    },
    async testLink(name, receiver, sender, longPress) {
      await ask(name, links, 'activateLinkParamset', [receiver, sender, longPress]);
    },

    async setInstallMode({ interfaceName: name, active, seconds = 60, deviceAddress, whitelist }) {
      const time = int(Math.min(600, Math.max(1, seconds)));
      const { profile } = able(name, ({ installMode }) => installMode === 'serial' || installMode === 'whitelist');
      if (whitelist !== undefined) {
        if (profile.installMode !== 'whitelist') throw unsupported(name, 'has no list of devices to pair');
        const entry = { ADDRESS: whitelist.sgtin, KEY_MODE: 'LOCAL', KEY: whitelist.key };
        await link(name).rpc.call('setInstallModeWithWhitelist', [active, time, [entry]]);
        return;
      }
      if (deviceAddress !== undefined) {
        if (profile.installMode !== 'serial') throw unsupported(name, 'cannot pair one device by its serial number');
        await link(name).rpc.call('setInstallMode', [active, time, deviceAddress]);
        return;
      }
      // HmIP refuses the third argument; rfd does without it.
      await link(name).rpc.call('setInstallMode', [active, time]);
    },
    async getInstallMode(name) {
      const can = ({ installMode }: InterfaceProfile) => installMode === 'serial' || installMode === 'whitelist';
      return Math.max(0, number(await ask(name, can, 'getInstallMode')) ?? 0);
    },
    async searchDevices(name) {
      return number(await ask(name, ({ installMode }) => installMode === 'search', 'searchDevices')) ?? 0;
    },
    async addDevice(name, serial) {
      await ask(name, ({ installMode }) => installMode === 'serial', 'addDevice', [serial]);
    },
    async deleteDevice(name, address, { reset = false, force = false, defer = false } = {}) {
      const flags = (reset ? 1 : 0) | (force ? 2 : 0) | (defer ? 4 : 0);
      await ask(name, deletable, 'deleteDevice', [address, int(flags)]);
    },
    async replaceDevice(name, oldAddress, newAddress) {
      await ask(name, deletable, 'replaceDevice', [oldAddress, newAddress]);
      await link(name).rescan();
    },
    async listReplaceableDevices(name, newAddress) {
      const answer = await ask(name, deletable, 'listReplaceableDevices', [newAddress]);
      const list = Array.isArray(answer) ? (answer as readonly WireValue[]) : [];
      return list.flatMap((item) => {
        const address = isStruct(item) ? item.ADDRESS : item;
        return typeof address === 'string' ? [address] : [];
      });
    },
    async restoreConfig(name, address) {
      await ask(name, ({ restorable }) => restorable, 'restoreConfigToDevice', [address]);
    },
    async clearConfigCache(name, address) {
      await ask(name, deletable, 'clearConfigCache', [address]);
    },
    async updateFirmware(name, address) {
      const { profile, rpc } = able(name, ({ firmware }) => firmware !== 'none');
      await rpc.call(profile.firmware === 'update' ? 'updateFirmware' : 'installFirmware', [address]);
    },
    async refreshFirmwareList(name) {
      await ask(name, ({ firmware }) => firmware === 'install', 'refreshDeployedDeviceFirmwareList');
    },

    async rssi(name) {
      return readRssi(await ask(name, ({ rssi }) => rssi, 'rssiInfo'));
    },
    async radioModules(name) {
      return readRadioModules(await ask(name, ({ radio }) => radio, 'listBidcosInterfaces'));
    },
    async deviceServiceMessages(name) {
      return readMessages(await ask(name, ({ serviceMessages }) => serviceMessages, 'getServiceMessages'));
    },
    async suppressServiceMessages(name, channelAddress, parameter, suppress) {
      const can = ({ suppressMessages }: InterfaceProfile) => suppressMessages;
      await ask(name, can, 'suppressServiceMessages', [channelAddress, parameter, suppress]);
    },
    async suppressedServiceMessages(name) {
      const can = ({ suppressMessages }: InterfaceProfile) => suppressMessages;
      return readMessages(await ask(name, can, 'getSuppressedServiceMessages'));
    },

    getMetadata: (name, address, id) => ask(name, metadata, 'getMetadata', [address, id]),
    async setMetadata(name, address, id, value) {
      await ask(name, metadata, 'setMetadata', [address, id, value]);
    },
    async getAllMetadata(name, address) {
      const answer = await ask(name, metadata, 'getAllMetadata', [address]);
      return isStruct(answer) ? answer : {};
    },
    determineParameter: (name, address, paramsetKey, parameter) =>
      ask(name, ({ determine }) => determine, 'determineParameter', [address, paramsetKey, parameter]),
    async reportValueUsage(name, channelAddress, parameter, count) {
      const can = ({ valueUsage }: InterfaceProfile) => valueUsage !== 'none';
      const params = [channelAddress, parameter, int(count)];
      const answer = await ask(name, can, 'reportValueUsage', params).catch(withoutMethod(name, 'reportValueUsage'));
      return answer === true || answer === 1;
    },
    async valueUsage(name, channelAddress) {
      const can = ({ valueUsage }: InterfaceProfile) => valueUsage === 'readable';
      try {
        return readUsage(await ask(name, can, 'getMetadata', [channelAddress, VALUE_USAGE]));
      } catch (error) {
        if (!isCcuError(error) || isUnknownMethod(error)) return withoutMethod(name, 'getMetadata')(error);
        // A metadatum that was never written is refused with the general fault.
        if (error.code === 'fault' && error.faultCode === GENERAL_FAULT) return undefined;
        throw error;
      }
    },
    async rescan(name) {
      await link(name).rescan();
    },
  };
}

/** Says of an older firmware what it cannot do; passes on everything else. */
function withoutMethod(name: InterfaceName, method: string): (error: unknown) => never {
  return (error) => {
    throw isCcuError(error) && isUnknownMethod(error) ? unsupported(name, `has no method ${method}`) : error;
  };
}

function readUsage(value: WireValue): Readonly<Record<string, number>> | undefined {
  if (!isStruct(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([valueId, count]) => (typeof count === 'number' ? [[valueId, count]] : [])),
  );
}

function unsupported(name: InterfaceName, what: string): CcuError {
  return new CcuError('unsupported', `${name} ${what}`, { interfaceName: name });
}

function number(value: WireValue): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function text(value: WireValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function texts(value: WireValue): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

function readLinks(value: WireValue): readonly Link[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly WireValue[]).filter(isStruct).map((item) => ({
    sender: text(item.SENDER),
    receiver: text(item.RECEIVER),
    name: text(item.NAME),
    description: text(item.DESCRIPTION),
    flags: number(item.FLAGS ?? 0) ?? 0,
  }));
}

function readRssi(value: WireValue): readonly RssiEntry[] {
  if (!isStruct(value)) return [];
  const known = (level: WireValue | undefined) =>
    typeof level === 'number' && !RSSI_UNKNOWN.has(level) ? level : undefined;
  return Object.entries(value).flatMap(([device, peers]) =>
    isStruct(peers)
      ? Object.entries(peers).flatMap(([peer, pair]) =>
          Array.isArray(pair)
            ? [{ device, peer, heardByDevice: known(pair[0] as WireValue), heardByPeer: known(pair[1] as WireValue) }]
            : [],
        )
      : [],
  );
}

/** Triples of channel, parameter and value; suppressed ones have no value. */
function readMessages(value: WireValue): readonly DeviceServiceMessage[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly WireValue[]).flatMap((item) => {
    if (!Array.isArray(item)) return [];
    const [channelAddress, parameter, shown] = item as readonly WireValue[];
    if (typeof channelAddress !== 'string' || typeof parameter !== 'string') return [];
    return [{ channelAddress, parameter, ...(shown === undefined ? {} : { value: shown }) }];
  });
}
