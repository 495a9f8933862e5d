import type { Channel } from '../model/state.js';
import { lenientNumber } from '../values/number.js';

export interface Battery {
  /** Unknown when only the description shows that there are cells. */
  readonly type?: string;
  readonly quantity: number;
  /** Volts of a fresh cell. */
  readonly cellVoltage: number;
}

const CELL_VOLTAGE: Readonly<Record<string, number>> = { LR03: 1.5, LR6: 1.5, LR14: 1.5, CR2032: 3, LR44: 1.5 };

/** Cells of each model. First match wins. */
const BATTERIES: readonly (readonly [model: RegExp, quantity: number, type: string])[] = [
  [/^HmIP-(eTRV-CL|DLP)/i, 4, 'LR6'],
  [/^HmIP-(DLD|ASIR|SWO)/i, 3, 'LR6'],
  [/^HmIP-(SMI55|UDI-SMI55|SWDO-I|SWDO-PL)/i, 2, 'LR03'],
  [/^HmIP-(SWDO|SRH|KRC|DBB|FCI6)/i, 1, 'LR03'],
  [/^HmIP-(FCI1|DLS)/i, 1, 'CR2032'],
  [/^HmIP-MP3P/i, 2, 'LR14'],
  [/^HmIP-(STHO|WTH-B-2|STE2|eTRV|SMI|SMO|SPI|SPDR|SAM|SLO|ESI|WGC|WSM)/i, 2, 'LR6'],
  [/^HmIP-(STH|STV|WTH|SWDM|SWD|WRC|SCI|RC8|RCB1|WKP|DSD-PCB)/i, 2, 'LR03'],
  [/^ELV-SH-(SW1-BAT|WSM)/i, 2, 'LR6'],
  [/^ELV-SH-TACO/i, 1, 'LR03'],
  [/^ELV-SH-CTH/i, 1, 'CR2032'],
  [/^HM-ES-TX-WM/i, 4, 'LR6'],
  [/^HM-(Sec-Key|Sec-MDIR|Sen-MDIR-O|Sen-MDIR-SM|Sec-SD(?!-2))/i, 3, 'LR6'],
  [/^HM-(CC-RT-DN|CC-TC|WDS10|WDS30-OT2|WDS40)/i, 2, 'LR6'],
  [/^HM-(OU-CFM-TW|Sec-Sir)/i, 2, 'LR14'],
  [/^HM-(PBI-4-FM|SCI-3-FM|SwI-3-FM|Sec-TiS)/i, 1, 'CR2032'],
  [/^HM-(RC-4-2|RC-Key4-3|Sec-SCo)/i, 1, 'LR03'],
  [/^HM-(Sec-RHS|Sec-SC)/i, 2, 'LR44'],
  [/^HM-(TC-IT-WM|Dis-EP-WM55|PB-2|PB-6-WM55|RC-8|Sen-MDIR-WM55|WDS30-T-O)/i, 2, 'LR03'],
];

/** Fed from the mains or by undocumented cells; a voltage reveals nothing about them. */
const WITHOUT_CELLS = /^HmIP-(ASIR-O|PCBS-BAT|SMO230|SWSD|WRC6-230|WGTC)|^HM-Sec-(SD-2|Win)/i;

/**
 * The cells of a device: as known for its model, else as many as fit the default voltage of its description for empty
 * cells. Devices complain at 1.0 to 1.3 volts a cell, be it of one kind or of another.
 */
export function batteryOf(model: string, usual?: number): Battery | undefined {
  if (WITHOUT_CELLS.test(model)) return undefined;
  const found = BATTERIES.find(([pattern]) => pattern.test(model));
  if (found === undefined) return cellsBelow(usual);
  const [, quantity, type] = found;
  return { type, quantity, cellVoltage: CELL_VOLTAGE[type] ?? 1.5 };
}

const MOST_CELLS = 4;
const EMPTY_CELL = { min: 1, max: 1.3 } as const;

function cellsBelow(limit: number | undefined): Battery | undefined {
  if (limit === undefined) return undefined;
  const quantity = Array.from({ length: MOST_CELLS }, (_, index) => index + 1).find(
    (cells) => limit >= cells * EMPTY_CELL.min && limit <= cells * EMPTY_CELL.max,
  );
  return quantity === undefined ? undefined : { quantity, cellVoltage: 1.5 };
}

const holdersOf = (channel: Channel) => [channel.device.channels.get(0), channel.device, channel];

/** Default voltage at which a device complains. */
export function usualLimit(channel: Channel): number | undefined {
  for (const holder of holdersOf(channel)) {
    const limit = lenientNumber(holder?.paramsets.get('MASTER')?.LOW_BAT_LIMIT?.DEFAULT);
    if (limit !== undefined) return limit;
  }
  return undefined;
}

/** Volts at which the device itself complains: as set, else the default of its description. */
export function lowLimit(channel: Channel): number | undefined {
  for (const holder of holdersOf(channel)) {
    const set = lenientNumber(holder?.master.get('LOW_BAT_LIMIT'));
    if (set !== undefined) return set;
  }
  return usualLimit(channel);
}

/** Percent between the device's limit and fresh cells. */
export function voltageLevel(voltage: number, battery: Battery, limit: number): number | null {
  const full = battery.quantity * battery.cellVoltage;
  if (limit >= full || voltage <= 0) return null;
  return Math.min(100, Math.max(0, ((voltage - limit) / (full - limit)) * 100));
}
