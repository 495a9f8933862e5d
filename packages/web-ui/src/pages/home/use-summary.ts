import { useComputed, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { useServices } from '../../context/services.js';
import type { DeviceKey } from '../../store/points.js';
import { type Summary, summaryOf } from './summary.js';

/** Summary of devices, at most once a second; the same object while it has not changed. Default: all devices. */
export function useSummary(keys?: readonly DeviceKey[]): Summary {
  const { store } = useServices();
  const chosen = useSignal(keys);
  chosen.value = keys;
  const last = useRef<Summary | undefined>(undefined);
  return useComputed(() => {
    store.pulse.value;
    const devices = (chosen.value ?? store.devices.value)
      .map(store.peekDevice)
      .filter((device) => device !== undefined);
    const next = summaryOf(devices, store.peekPoint);
    if (JSON.stringify(next) !== JSON.stringify(last.current)) last.current = next;
    return last.current ?? next;
  }).value;
}
