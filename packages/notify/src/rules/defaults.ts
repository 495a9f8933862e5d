import type { Rule } from '../settings/rules.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Minute of the day of messages that wait for a morning. */
const MORNING = 9 * 60;

const toAll = { channels: [], devices: [], lastsMs: 0, oncePerDay: false } as const;

/**
 * Rules of an installation whose settings have none. A code under duress is in none of them: a message on the phone of the
 * threatened person would betray it.
 */
export const DEFAULT_RULES: readonly Rule[] = [
  { ...toAll, name: 'danger', on: ['smoke', 'water', 'co', 'alarm', 'tamper', 'sabotage'] },
  { ...toAll, name: 'battery', on: ['battery'], oncePerDay: true },
  { ...toAll, name: 'unreachable', on: ['unreachable'], lastsMs: DAY_MS },
  { ...toAll, name: 'ccu', on: ['ccu'], lastsMs: 5 * MINUTE_MS },
  { ...toAll, name: 'reminder', on: ['reminder'] },
  { ...toAll, name: 'device_firmware', on: ['device_firmware'], digestAt: MORNING },
];
