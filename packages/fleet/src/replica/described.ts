import type { CcuEvent, DeviceDescription, ParamsetDescription, ParamsetKey } from '@ccu-gateway/ccu-client';
import { batched, parseAddress } from '@ccu-gateway/device-model';
import type { DescribedDevices } from './state-record.js';

type Described = Extract<CcuEvent, { type: 'devices_described' }>;

/** An event of all devices of a CCU has megabytes: it becomes several records, and each has a shared description once. */
export function packDescribed(event: Described): readonly DescribedDevices[] {
  const { interfaceName, source } = event;
  const groups = new Map<string, DeviceDescription[]>();
  for (const description of event.devices) {
    // A description without an address is no device, and is left out by the model, too.
    const address = typeof description?.ADDRESS === 'string' ? parseAddress(description.ADDRESS)?.device : undefined;
    if (address === undefined) continue;
    const group = groups.get(address);
    if (group === undefined) groups.set(address, [description]);
    else group.push(description);
  }
  // A complete list without any device still shows that the CCU itself has answered.
  const batches = groups.size === 0 ? [[]] : batched([...groups.values()]);
  return batches.map((batch) => ({ interfaceName, source, ...packed(event, batch.flat()) }));
}

function packed(
  { paramsets }: Described,
  devices: readonly DeviceDescription[],
): Pick<DescribedDevices, 'devices' | 'paramsets' | 'descriptions'> {
  const places = new Map<string, number>();
  const descriptions: ParamsetDescription[] = [];
  const named: (readonly [string, ParamsetKey, number])[] = [];
  for (const { ADDRESS } of devices) {
    const known = Object.hasOwn(paramsets, ADDRESS) ? paramsets[ADDRESS] : undefined;
    if (typeof known !== 'object' || known === null) continue;
    for (const key of ['VALUES', 'MASTER', 'LINK'] as const) {
      const description = known[key];
      if (typeof description !== 'object' || description === null) continue;
      const text = JSON.stringify(description);
      const place = places.get(text) ?? descriptions.push(description) - 1;
      places.set(text, place);
      named.push([ADDRESS, key, place]);
    }
  }
  return { devices, paramsets: named, descriptions };
}

export function unpackDescribed(central: string, at: number, packedDevices: DescribedDevices): Described {
  const { interfaceName, source, devices, descriptions } = packedDevices;
  const paramsets = new Map<string, Map<ParamsetKey, ParamsetDescription>>();
  for (const [address, key, place] of packedDevices.paramsets) {
    const description = descriptions[place];
    if (description === undefined) continue;
    const own = paramsets.get(address) ?? new Map<ParamsetKey, ParamsetDescription>();
    paramsets.set(address, own.set(key, description));
  }
  return {
    type: 'devices_described',
    ...{ central, interfaceName, at, source, devices },
    // Removals by a complete list are recorded by themselves.
    complete: false,
    paramsets: Object.fromEntries([...paramsets].map(([address, own]) => [address, Object.fromEntries(own)])),
  };
}
