import type { DeviceSummary } from '@ccu-gateway/contract/types';

/** Whether a device has all words of a search, in whatever it is called by. */
export function matchesSearch(device: DeviceSummary, search: string): boolean {
  const { name, address, model, model_label = '', central, interface: wire, rooms = [], functions = [] } = device;
  const text = [name, address, model, model_label, central, wire, ...rooms, ...functions].join('\n').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
