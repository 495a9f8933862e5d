import type { WriteRow } from './row.js';
import { ACT_ROWS } from './rows-acts.js';
import { ALARM_ROWS } from './rows-alarm.js';
import { AREA_ROWS } from './rows-areas.js';
import { COMMAND_ROWS } from './rows-commands.js';
import { CONFIGURATION_ROWS } from './rows-configuration.js';
import { DEVICE_ROWS } from './rows-devices.js';
import { DIAGRAM_ROWS } from './rows-diagrams.js';
import { ENERGY_ROWS } from './rows-energy.js';
import { HUB_ROWS } from './rows-hub.js';
import { OWN_ROWS } from './rows-own.js';
import { SECURITY_ROWS } from './rows-security.js';
import { SYSTEM_ROWS } from './rows-system.js';
import { VALUE_ROWS } from './rows-values.js';

/** The operations, in an order in which each finds what it is about. */
export const OPERATION_ROWS: Readonly<Record<string, readonly WriteRow[]>> = {
  'values and operations': VALUE_ROWS,
  acts: ACT_ROWS,
  'the alarm system': ALARM_ROWS,
  'configuration, schedules and links': CONFIGURATION_ROWS,
  'the logic layer': HUB_ROWS,
  areas: AREA_ROWS,
  diagrams: DIAGRAM_ROWS,
  energy: ENERGY_ROWS,
  'the security overview': SECURITY_ROWS,
  'the gateway alone': OWN_ROWS,
  'whole devices': DEVICE_ROWS,
  'the whole system': SYSTEM_ROWS,
};

/** All rows that are about something in the house. */
export const HOUSE_ROWS: readonly WriteRow[] = [
  ...VALUE_ROWS,
  ...CONFIGURATION_ROWS,
  ...HUB_ROWS,
  ...DEVICE_ROWS,
  ...COMMAND_ROWS,
];
