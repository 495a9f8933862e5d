import { lenientNumber } from '../number.js';
import type { Channel } from '../state.js';

export interface Battery {
  readonly type: string;
  readonly quantity: number;
  /** Volts of a fresh cell. */
  readonly cellVoltage: number;
}

const CELL_VOLTAGE: Readonly<Record<string, number>> = { LR03: 1.5, LR6: 1.5, CR2032: 3, LR44: 1.5 };

/** Which cells a model takes. First match wins. */
const BATTERIES: readonly (readonly [model: RegExp, quantity: number, type: string])[] = [
  [/^HmIP-(DLD|ASIR|SWO)/i, 3, 'LR6'],
  [/^HmIP-(SWDO|SRH|KRC4)/i, 1, 'LR03'],
  [/^HmIP-(STHD|WTH|SWDM|SWD|WRC2|WRC6|KRCA|SCI)/i, 2, 'LR03'],
  [/^HmIP-(eTRV|STHO|SMI|SMO|SPI|FCI1|WGT|ESI)/i, 2, 'LR6'],
  [/^HM-(CC-RT-DN|CC-TC|WDS10|Sec-MDIR|Sen-MDIR)/i, 2, 'LR6'],
  [/^HM-TC-IT-WM/i, 2, 'LR03'],
];

export function batteryOf(model: string): Battery | undefined {
  const found = BATTERIES.find(([pattern]) => pattern.test(model));
  if (found === undefined) return undefined;
  const [, quantity, type] = found;
  return { type, quantity, cellVoltage: CELL_VOLTAGE[type] ?? 1.5 };
}

/** Volts at which the device itself complains: as set, else as its description says by default. */
export function lowLimit(channel: Channel): number | undefined {
  const { device } = channel;
  const holders = [device.channels.get(0), device, channel];
  for (const holder of holders) {
    const set = lenientNumber(holder?.master.get('LOW_BAT_LIMIT'));
    if (set !== undefined) return set;
  }
  for (const holder of holders) {
    const fallback = lenientNumber(holder?.paramsets.get('MASTER')?.LOW_BAT_LIMIT?.DEFAULT);
    if (fallback !== undefined) return fallback;
  }
  return undefined;
}

/** Percent between the device's limit and fresh cells. */
export function voltageLevel(voltage: number, battery: Battery, limit: number): number | null {
  const full = battery.quantity * battery.cellVoltage;
  if (limit >= full || voltage <= 0) return null;
  return Math.min(100, Math.max(0, ((voltage - limit) / (full - limit)) * 100));
}
