import type { CcuEvent, DeviceDescription } from '@ccu-gateway/ccu-client';
import { deviceCreated, deviceRemoved } from '../announce/announce.js';
import { exposeMaster, newDevice, putChannel, putParamsets, rebuildPoints } from '../build/device.js';
import { assignGroups } from '../build/group.js';
import { buildCalculated } from '../calculated/calculated.js';
import { buildCustoms } from '../custom/custom-data-point.js';
import { parseAddress } from '../model/address.js';
import { isStandIn } from '../model/stand-in.js';
import type { CentralRecord, Device, HouseRecords, InterfaceRecord } from '../model/state.js';
import type { ModelEvent } from '../requests/events.js';
import { refreshReadiness, refreshStandIns } from './connection-state.js';
import { nameDevice } from './names.js';
import { forgetUnknown, noteUnusable } from './unknown.js';

type Described = Extract<CcuEvent, { type: 'devices_described' }>;

/** Upserts devices and channels. One bad description costs itself, never the list. */
export function applyDescribed(
  house: HouseRecords,
  central: CentralRecord,
  iface: InterfaceRecord,
  event: Described,
): readonly ModelEvent[] {
  const out: ModelEvent[] = [];
  const descriptions = event.devices.filter((each) => {
    const usable = isUsable(each);
    if (!usable) noteUnusable(house, iface, (each as Partial<DeviceDescription> | null)?.ADDRESS, event.at);
    return usable;
  });
  const roots = descriptions.filter((description) => parseAddress(description.ADDRESS)?.channel === undefined);
  const touched = new Set<Device>();

  for (const root of roots) {
    const known = central.devices.get(root.ADDRESS);
    const device = known?.iface === iface ? known : newDevice(central, iface, root);
    device.description = root;
    putParamsets(device, event.paramsets[root.ADDRESS]);
    if (known !== undefined && known !== device) central.standIns.delete(known);
    if (isStandIn(device)) central.standIns.add(device);
    central.devices.set(root.ADDRESS, device);
    touched.add(device);
    if (known === undefined && iface.loaded && event.source !== 'CACHE') out.push(deviceCreated(device, event.source));
  }
  for (const description of descriptions) {
    const parsed = parseAddress(description.ADDRESS);
    if (parsed?.channel === undefined) continue;
    const device = central.devices.get(parsed.device);
    if (device === undefined || device.iface !== iface) {
      noteUnusable(house, iface, description.ADDRESS, event.at);
      continue;
    }
    const channel = putChannel(device, description);
    if (channel === undefined) continue;
    putParamsets(channel, event.paramsets[description.ADDRESS]);
    rebuildPoints(house, channel);
    touched.add(device);
  }
  for (const device of touched) dropChannels(device);
  for (const device of withTeams(central, touched)) {
    exposeMaster(house, device);
    assignGroups(device);
    buildCustoms(device);
    buildCalculated(device);
    nameDevice(device, central.directory);
  }
  out.push(...refreshStandIns(central));
  forgetUnknown(house, central, touched);
  if (event.complete && roots.length > 0) out.push(...removeAbsent(central, iface, roots));
  if (event.source !== 'CACHE') iface.described = true;
  out.push(...refreshReadiness(central));
  return out;
}

function isUsable(description: DeviceDescription): boolean {
  return (
    typeof description === 'object' &&
    description !== null &&
    typeof description.ADDRESS === 'string' &&
    typeof description.TYPE === 'string' &&
    description.TYPE !== '' &&
    parseAddress(description.ADDRESS) !== undefined
  );
}

/** The device lists its channels; one without a list keeps all described ones. */
function dropChannels(device: Device): void {
  const children = device.description.CHILDREN;
  if (!Array.isArray(children) || children.length === 0) return;
  const listed = new Set(children);
  for (const channel of [...device.channels.values()]) {
    if (!listed.has(channel.address)) device.channels.delete(channel.number);
  }
}

/** A CCU in a faulty state sends an empty list; it never removes anything. */
function removeAbsent(
  central: CentralRecord,
  iface: InterfaceRecord,
  roots: readonly DeviceDescription[],
): readonly ModelEvent[] {
  const present = new Set(roots.map((root) => root.ADDRESS));
  const gone = [...central.devices.values()].filter((device) => device.iface === iface && !present.has(device.address));
  return gone.map((device) => removeDevice(central, device));
}

/** With the members of their teams, and the teams of their members: their calculated values depend on each other. */
function withTeams(central: CentralRecord, devices: ReadonlySet<Device>): ReadonlySet<Device> {
  const all = new Set(devices);
  for (const device of devices) {
    for (const { description } of device.channels.values()) {
      const addresses = [
        description.TEAM,
        ...(Array.isArray(description.TEAM_CHANNELS) ? description.TEAM_CHANNELS : []),
      ];
      for (const address of addresses) {
        const other =
          typeof address === 'string' ? central.devices.get(parseAddress(address)?.device ?? '') : undefined;
        if (other !== undefined) all.add(other);
      }
    }
  }
  return all;
}

export function removeDevice(central: CentralRecord, device: Device): ModelEvent {
  central.devices.delete(device.address);
  central.heating = undefined;
  central.links.delete(device.address);
  central.standIns.delete(device);
  for (const other of withTeams(central, new Set([device]))) if (other !== device) buildCalculated(other);
  return deviceRemoved(device);
}

export function applyRemoved(central: CentralRecord, addresses: readonly string[]): readonly ModelEvent[] {
  const out: ModelEvent[] = [];
  const rebuilt = new Set<Device>();
  for (const address of addresses) {
    const parsed = typeof address === 'string' ? parseAddress(address) : undefined;
    const device = parsed === undefined ? undefined : central.devices.get(parsed.device);
    if (device === undefined || parsed === undefined) continue;
    if (parsed.channel === undefined) out.push(removeDevice(central, device));
  }
  for (const address of addresses) {
    const parsed = typeof address === 'string' ? parseAddress(address) : undefined;
    if (parsed?.channel === undefined) continue;
    const device = central.devices.get(parsed.device);
    if (device?.channels.delete(parsed.channel)) rebuilt.add(device);
  }
  // Groups of channels must not depend on a removed one.
  for (const device of rebuilt) {
    assignGroups(device);
    buildCustoms(device);
    buildCalculated(device);
  }
  out.push(...refreshStandIns(central));
  return out;
}
