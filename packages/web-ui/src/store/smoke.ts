import type { HouseStore } from './house-store.js';
import type { DeviceKey, Point } from './points.js';

/** By its meaning: a detector calls its alarm by a name of its own, and an intrusion alarm is no smoke. */
function isSmokeAlarm({ summary }: Point): boolean {
  const { ui_hint, value, value_list = [] } = summary;
  if (ui_hint?.semantic !== 'smoke' || summary.operations?.write === true) return false;
  if (typeof value !== 'number') return value === true && summary.parameter === 'STATE';
  return /^(PRIMARY|SECONDARY)_ALARM$/.test(value_list[value] ?? '');
}

/** True when a detector, or a team of detectors, reports smoke. */
export function sensesSmoke(store: Pick<HouseStore, 'peekDevice' | 'peekPoint'>, device: DeviceKey): boolean {
  const { channels = [] } = store.peekDevice(device) ?? {};
  return channels.some(({ points }) =>
    points.some((key) => {
      const point = store.peekPoint(key);
      return point !== undefined && isSmokeAlarm(point);
    }),
  );
}
