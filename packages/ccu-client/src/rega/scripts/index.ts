import { inbox, inboxAccept, users } from './devices.js';
import { backupRemove, backupStart, firmwareInstall, jobOutput } from './jobs.js';
import { alarmMessages, messageAcknowledge, serviceMessages } from './messages.js';
import { groupAssign, groupCreate, groupDelete, groupRename, groups, names, rename } from './names.js';
import { programActivate, programDelete, programRun, programs } from './programs.js';
import { firmwareCheck, position, powerOff, reboot, systemInfo, systemSerial } from './system.js';
import { point, recentValues, values } from './values.js';
import { variableChange, variableCreate, variableDelete, variableSet, variables, variableUsage } from './variables.js';

/**
 * Every script of this client, by its name. Each has `source(args)` (the text to send), `decode(output)` (the parser of its
 * answer) and `encode(rows)` (the answer of a simulator). See `output.ts` for the answer's form and `script.ts` for the
 * header. Refusals are `@error CODE`, see `output.ts`.
 *
 * | name | args | one row |
 * |---|---|---|
 * | names | {} | kind D device, C channel; id, address, name, interfaceName |
 * | rename | {address, name} | id, name |
 * | groups | {kind: rooms, functions} | id, name, description, channelAddresses |
 * | group_create, group_rename, group_delete | {kind, name}, {kind, id, name}, {kind, id} | id |
 * | group_assign | {kind, channelAddress, ids} | id of the channel |
 * | values | {interfaceName, from, count} | point `IF.DEV:n.PARAM`, value, changedAt; pages of `count` devices |
 * | recent_values | {interfaceName, from, count, seconds} | point, value, ago in seconds; one row without a point: the number of devices |
 * | point | {point: `IF.DEV:n.PARAM`} | value, changedAt |
 * | programs | {} | id, name, description, active, internal, visible, lastExecutedAt |
 * | program_run | {id, checkConditions} | executed |
 * | program_activate, program_delete | {id, active}, {id} | id |
 * | variables | {name?} | see `variables.ts`; all, or the one of that name |
 * | variable_set | {name, value} | id |
 * | variable_create, variable_change, variable_delete | NewSysvar, {name, change}, {name} | id |
 * | variable_usage | {name} | programId |
 * | service_messages | {} | id, name `AL-DEV:n.PARAM`, deviceName, kind, counter, quittable, firstAt, lastAt |
 * | alarm_messages | {} | id, name, description, counter, firstAt, lastAt |
 * | message_ack | {id} | id |
 * | inbox | {} | id, address, type, interfaceName, name |
 * | inbox_accept | {address} | id |
 * | users | {} | id, name, level, firstName, lastName |
 * | system_info | {} | versionFile (text of /VERSION), hostname |
 * | system_serial | {} | serial |
 * | firmware_check | {run} | output, empty until the run has ended; its last line `exit=CODE` |
 * | firmware_install, backup_start | {run} | started |
 * | job_output | {job, run} | state, output; see `jobs.ts` |
 * | backup_remove | {run} | done |
 * | reboot, power_off | {} | done |
 * | position | {longitude, latitude} | longitude, latitude as they are afterwards |
 */
export const REGA_SCRIPTS = {
  names,
  rename,
  groups,
  group_create: groupCreate,
  group_rename: groupRename,
  group_delete: groupDelete,
  group_assign: groupAssign,
  values,
  recent_values: recentValues,
  point,
  programs,
  program_run: programRun,
  program_activate: programActivate,
  program_delete: programDelete,
  variables,
  variable_set: variableSet,
  variable_create: variableCreate,
  variable_change: variableChange,
  variable_delete: variableDelete,
  variable_usage: variableUsage,
  service_messages: serviceMessages,
  alarm_messages: alarmMessages,
  message_ack: messageAcknowledge,
  inbox,
  inbox_accept: inboxAccept,
  users,
  system_info: systemInfo,
  system_serial: systemSerial,
  firmware_check: firmwareCheck,
  firmware_install: firmwareInstall,
  backup_start: backupStart,
  backup_remove: backupRemove,
  job_output: jobOutput,
  reboot,
  power_off: powerOff,
  position,
} as const;

/** Name of a script that this client sends: a key of `REGA_SCRIPTS`. */
export type ReGaScriptName = keyof typeof REGA_SCRIPTS;
/** The arguments of the script of that name. */
export type ReGaScriptArgs<N extends ReGaScriptName> = Parameters<(typeof REGA_SCRIPTS)[N]['source']>[0];
/** One row of the answer of the script of that name. */
export type ReGaScriptRow<N extends ReGaScriptName> = Parameters<(typeof REGA_SCRIPTS)[N]['encode']>[0][number];
