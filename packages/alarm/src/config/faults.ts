import {
  type AlarmConfig,
  type AlarmMode,
  type CodeConfig,
  MASTER,
  type SensorConfig,
  type ZoneConfig,
} from '../model/config.js';
import { pointKey } from '../model/state.js';

/** A member of a configuration that is refused. `field` is its path, as `zones.0.sensors.2.group`. */
export interface ConfigFault {
  readonly field: string;
  readonly reason: string;
}

const MOST = { zones: 50, sensors: 1_000, outputs: 200, codes: 100, pins: 20, groups: 20, schedules: 20 } as const;
const MS = { exit: [0, 600_000], entry: [0, 600_000], preAlarm: [0, 120_000], alarm: [10_000, 900_000] } as const;
const SHORTEST_ENTRY_MS = 5_000;
const COOL_DOWN = [0, 3_600_000] as const;
const LOST = [60_000, 86_400_000] as const;
const WINDOW = [1_000, 3_600_000] as const;
const DURATION = [1_000, 900_000] as const;
const SWINGER = [1, 20] as const;
const ID = /^[a-z0-9][a-z0-9_-]{0,39}$/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const MOST_CHARACTERS = 100;

/**
 * Faults of a configuration, each with its field; empty for one that works.
 * @example
 * faultsOf({ zones: [{ ...zone, alarmMs: 0 }], codes: [] }); // [{ field: 'zones.0.alarmMs', reason: 'must be 10000 to 900000' }]
 */
export function faultsOf({ zones, codes }: AlarmConfig): readonly ConfigFault[] {
  const faults = new Faults();
  const sensors = zones.flatMap((zone) => zone.sensors);
  const outputs = zones.flatMap((zone) => zone.outputs);
  faults.atMost('zones', zones.length, MOST.zones);
  faults.atMost('sensors', sensors.length, MOST.sensors);
  faults.atMost('outputs', outputs.length, MOST.outputs);
  faults.atMost('codes', codes.length, MOST.codes);
  faults.atMost('codes', codes.filter(({ kind }) => kind === 'pin').length, MOST.pins);
  for (const [index, zone] of zones.entries()) checkZone(faults, `zones.${index}`, zone);
  unique(
    faults,
    zones.map(({ id }, index) => [`zones.${index}.id`, id]),
  );
  unique(faults, each(zones, 'sensors'));
  unique(faults, each(zones, 'outputs'));
  unique(
    faults,
    codes.map(({ id }, index) => [`codes.${index}.id`, id]),
  );
  checkMirrors(faults, zones);
  for (const [index, code] of codes.entries()) checkCode(faults, `codes.${index}`, code, zones);
  checkBindings(faults, codes);
  return faults.all;
}

class Faults {
  readonly all: ConfigFault[] = [];

  add(field: string, reason: string): void {
    this.all.push({ field, reason });
  }

  within(field: string, value: number, [from, to]: readonly [number, number]): void {
    if (!Number.isInteger(value) || value < from || value > to) this.add(field, `must be ${from} to ${to}`);
  }

  atMost(field: string, count: number, most: number): void {
    if (count > most) this.add(field, `has at most ${most} entries`);
  }

  named({ id, name }: { readonly id: string; readonly name: string }, field: string): void {
    if (!ID.test(id) || id === MASTER)
      this.add(`${field}.id`, 'must be 1 to 40 of a-z, 0-9, _ and -, and not "master"');
    if (name.trim() === '' || name.length > MOST_CHARACTERS) {
      this.add(`${field}.name`, `must have 1 to ${MOST_CHARACTERS} characters`);
    }
  }
}

const each = (zones: readonly ZoneConfig[], list: 'sensors' | 'outputs'): readonly (readonly [string, string])[] =>
  zones.flatMap((zone, index) => zone[list].map(({ id }, at) => [`zones.${index}.${list}.${at}.id`, id] as const));

function unique(faults: Faults, ids: readonly (readonly [string, string])[]): void {
  const seen = new Set<string>();
  for (const [field, id] of ids) {
    if (seen.has(id)) faults.add(field, 'is not unique');
    seen.add(id);
  }
}

const modesOf = ({ modes }: ZoneConfig): readonly AlarmMode[] => Object.keys(modes) as AlarmMode[];

function checkZone(faults: Faults, field: string, zone: ZoneConfig): void {
  faults.named(zone, field);
  faults.within(`${field}.preAlarmMs`, zone.preAlarmMs, MS.preAlarm);
  faults.within(`${field}.alarmMs`, zone.alarmMs, MS.alarm);
  faults.within(`${field}.coolDownMs`, zone.coolDownMs, COOL_DOWN);
  faults.within(`${field}.swingerLimit`, zone.swingerLimit, SWINGER);
  if (zone.centralLostMs !== undefined) faults.within(`${field}.centralLostMs`, zone.centralLostMs, LOST);
  faults.atMost(`${field}.groups`, zone.groups.length, MOST.groups);
  for (const mode of modesOf(zone)) checkMode(faults, `${field}.modes.${mode}`, zone, mode);
  for (const [index, sensor] of zone.sensors.entries()) checkSensor(faults, `${field}.sensors.${index}`, sensor, zone);
  zone.groups.forEach(({ id, count, withinMs }, index) => {
    const at = `${field}.groups.${index}`;
    faults.within(`${at}.withinMs`, withinMs, WINDOW);
    const members = zone.sensors.filter(({ group }) => group === id).length;
    if (count < 2 || count > members) faults.add(`${at}.count`, `must be 2 to the number of its sensors (${members})`);
  });
  unique(
    faults,
    zone.groups.map(({ id }, index) => [`${field}.groups.${index}.id`, id]),
  );
  checkSchedules(faults, `${field}.schedules`, zone);
  zone.outputs.forEach((output, index) => {
    const at = `${field}.outputs.${index}`;
    faults.named(output, at);
    faults.within(`${at}.durationMs`, output.durationMs, DURATION);
    if (output.stages.length === 0) faults.add(`${at}.stages`, 'must name a stage');
    for (const mode of output.modes) if (zone.modes[mode] === undefined) faults.add(`${at}.modes`, `has no ${mode}`);
  });
}

/** Two zones that show their states in one variable would write it in turns. */
function checkMirrors(faults: Faults, zones: readonly ZoneConfig[]): void {
  unique(
    faults,
    zones.flatMap(({ outputs }, index) =>
      outputs.flatMap(({ class: kind, central, channelAddress }, at) =>
        kind === 'sysvar_mirror'
          ? [[`zones.${index}.outputs.${at}.channelAddress`, JSON.stringify([central, channelAddress])] as const]
          : [],
      ),
    ),
  );
}

/** Two schedules of one day and time would be decided by their order. */
function checkSchedules(faults: Faults, field: string, { schedules = [], modes }: ZoneConfig): void {
  faults.atMost(field, schedules.length, MOST.schedules);
  const taken = new Set<string>();
  schedules.forEach(({ days, time, mode }, index) => {
    const at = `${field}.${index}`;
    if (days.length === 0) faults.add(`${at}.days`, 'must name a day');
    if (new Set(days).size < days.length) faults.add(`${at}.days`, 'names a day twice');
    if (!TIME.test(time)) faults.add(`${at}.time`, 'must be 00:00 to 23:59');
    if (modes[mode] === undefined) faults.add(`${at}.mode`, 'is not a mode of the zone');
    const times = [...new Set(days)].map((day) => `${day} ${time}`);
    if (times.some((each) => taken.has(each))) faults.add(`${at}.time`, 'is the time of another schedule on this day');
    for (const each of times) taken.add(each);
  });
}

function checkMode(faults: Faults, field: string, zone: ZoneConfig, mode: AlarmMode): void {
  const config = zone.modes[mode];
  if (config === undefined) return;
  faults.within(`${field}.exitDelayMs`, config.exitDelayMs, MS.exit);
  faults.within(`${field}.entryDelayMs`, config.entryDelayMs, MS.entry);
  const members = zone.sensors.filter(({ modes }) => modes.includes(mode));
  // A zone begins without sensors; afterwards each mode needs one.
  if (zone.sensors.length > 0 && members.length === 0) faults.add(field, 'can never be armed: no sensor has this mode');
  const hasEntry = members.some(({ reaction }) => reaction === 'entry');
  if (hasEntry && config.entryDelayMs < SHORTEST_ENTRY_MS) {
    faults.add(`${field}.entryDelayMs`, `must be at least ${SHORTEST_ENTRY_MS} for a sensor with the reaction entry`);
  }
}

function checkSensor(faults: Faults, field: string, sensor: SensorConfig, zone: ZoneConfig): void {
  faults.named(sensor, field);
  for (const mode of sensor.modes) if (zone.modes[mode] === undefined) faults.add(`${field}.modes`, `has no ${mode}`);
  if (sensor.modes.length === 0 && !sensor.isAlways && sensor.kind !== 'tamper') {
    faults.add(`${field}.modes`, 'must name a mode: the sensor never counts');
  }
  if (sensor.group !== undefined && !zone.groups.some(({ id }) => id === sensor.group)) {
    faults.add(`${field}.group`, 'is not a group of the zone');
  }
  if (sensor.activeValues.length > 20) faults.add(`${field}.activeValues`, 'has at most 20 entries');
}

function checkCode(faults: Faults, field: string, code: CodeConfig, zones: readonly ZoneConfig[]): void {
  faults.named(code, field);
  const { perms, validFrom, validUntil, binding, kind } = code;
  if (!perms.arm && !perms.disarm && !perms.silence) faults.add(`${field}.perms`, 'must permit an action');
  // The change may be that of a zone.
  const inCode = `in the code "${code.name}"`;
  code.zones.forEach((id, index) => {
    if (!zones.some((zone) => zone.id === id)) faults.add(`${field}.zones.${index}`, `is not a zone, ${inCode}`);
  });
  if (validFrom !== undefined && validUntil !== undefined && validUntil <= validFrom) {
    faults.add(`${field}.validUntil`, 'must be after validFrom');
  }
  if (kind === 'pin') {
    if (code.hash === undefined) faults.add(`${field}.pin`, 'is required');
    if (binding !== undefined) faults.add(`${field}.binding`, 'belongs to a key or a keypad');
    return;
  }
  if (binding === undefined) {
    faults.add(`${field}.binding`, 'is required');
    return;
  }
  if (code.isDuress) faults.add(`${field}.duress`, 'belongs to a PIN');
  const targets = binding.zone === MASTER ? zones : zones.filter(({ id }) => id === binding.zone);
  if (targets.length === 0) faults.add(`${field}.binding.zone`, `is not a zone, ${inCode}`);
  if (!perms[binding.verb]) faults.add(`${field}.binding.verb`, 'is not permitted by perms');
  if (binding.verb !== 'arm') return;
  const { mode } = binding;
  if (mode === undefined) faults.add(`${field}.binding.mode`, 'is required');
  else if (!targets.some(({ modes }) => modes[mode] !== undefined))
    faults.add(`${field}.binding.mode`, `is not a mode of the zone, ${inCode}`);
}

/** Two codes for one press would be decided by their order. */
function checkBindings(faults: Faults, codes: readonly CodeConfig[]): void {
  unique(
    faults,
    codes.flatMap(({ binding }, index) =>
      binding === undefined
        ? []
        : [[`codes.${index}.binding`, JSON.stringify([pointKey(binding.point), binding.value ?? null])] as const],
    ),
  );
}
