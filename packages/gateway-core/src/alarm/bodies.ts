import type { ChainedEntry, CodeConfig, OutputConfig, SensorConfig, ZoneConfig, ZoneStatus } from '@ccu-gateway/alarm';
import type {
  AlarmCode,
  AlarmCodeRequest,
  AlarmJournalEntry,
  AlarmOutput,
  AlarmSensor,
  AlarmZone,
  AlarmZoneStatus,
} from '@ccu-gateway/contract/types';
import { toTimestamp } from '../use-case/timestamp.js';
import { readinessBody } from './announce.js';

/** A zone of a request. Its sensors and outputs are changed by themselves. */
export function zoneOf({ id, name, position, config }: AlarmZone, kept?: ZoneConfig): ZoneConfig {
  const modes = Object.entries(config.modes).map(([mode, delays]) => [
    mode,
    { exitDelayMs: delays?.exit_delay_ms ?? 0, entryDelayMs: delays?.entry_delay_ms ?? 0 },
  ]);
  return {
    id,
    name,
    position,
    modes: Object.fromEntries(modes),
    preAlarmMs: config.pre_alarm_ms,
    alarmMs: config.alarm_ms,
    coolDownMs: config.cool_down_ms,
    rearms: config.rearms,
    swingerLimit: config.swinger_limit,
    ...(config.central_lost_ms === undefined ? {} : { centralLostMs: config.central_lost_ms }),
    needsCode: config.needs_code,
    groups: config.groups.map(({ within_ms: withinMs, ...group }) => ({ ...group, withinMs })),
    ...schedulesOf(config),
    sensors: kept?.sensors ?? [],
    outputs: kept?.outputs ?? [],
  };
}

export function zoneBody(zone: ZoneConfig): AlarmZone {
  const modes = Object.entries(zone.modes).map(([mode, { exitDelayMs, entryDelayMs }]) => [
    mode,
    { exit_delay_ms: exitDelayMs, entry_delay_ms: entryDelayMs },
  ]);
  return {
    id: zone.id,
    name: zone.name,
    position: zone.position,
    config: {
      modes: Object.fromEntries(modes),
      pre_alarm_ms: zone.preAlarmMs,
      alarm_ms: zone.alarmMs,
      cool_down_ms: zone.coolDownMs,
      rearms: zone.rearms,
      swinger_limit: zone.swingerLimit,
      ...(zone.centralLostMs === undefined ? {} : { central_lost_ms: zone.centralLostMs }),
      needs_code: zone.needsCode,
      groups: zone.groups.map(({ withinMs, ...group }) => ({ ...group, within_ms: withinMs })),
      schedules: (zone.schedules ?? []).map(({ arms, ...schedule }) => ({ ...schedule, auto_arm: arms })),
    },
  };
}

/** A zone of an earlier version has none, and is the same with an empty list. */
function schedulesOf({ schedules }: AlarmZone['config']): Pick<ZoneConfig, 'schedules'> {
  if (schedules.length === 0) return {};
  return { schedules: schedules.map(({ auto_arm: arms, ...schedule }) => ({ ...schedule, arms })) };
}

export function sensorOf({ config, ...sensor }: AlarmSensor): SensorConfig {
  return {
    id: sensor.id,
    name: sensor.name ?? sensor.id,
    kind: sensor.type,
    point: {
      central: sensor.central,
      interfaceId: sensor.interface_id,
      channelAddress: sensor.channel_address,
      parameter: sensor.parameter,
    },
    activeValues: config.active_values,
    modes: config.modes,
    reaction: config.reaction,
    isAlways: config.always,
    bypass: config.bypass,
    chimes: config.chime,
    ...(config.group === undefined ? {} : { group: config.group }),
  };
}

export function sensorBody({ point, ...sensor }: SensorConfig): AlarmSensor {
  return {
    id: sensor.id,
    central: point.central,
    interface_id: point.interfaceId,
    channel_address: point.channelAddress,
    parameter: point.parameter,
    type: sensor.kind,
    name: sensor.name,
    config: {
      modes: sensor.modes,
      reaction: sensor.reaction,
      always: sensor.isAlways,
      bypass: sensor.bypass,
      chime: sensor.chimes,
      ...(sensor.group === undefined ? {} : { group: sensor.group }),
      active_values: sensor.activeValues,
    },
  };
}

export function outputOf({ config, channel_address: channelAddress, ...output }: AlarmOutput): OutputConfig {
  const { duration_ms: durationMs, stages, modes, true_while: trueWhile } = config;
  const { id, name = id, class: kind, central } = output;
  const mirror = trueWhile === undefined ? {} : { trueWhile };
  return { id, name, class: kind, central, channelAddress, durationMs, stages, modes, ...mirror };
}

export function outputBody({ durationMs, stages, modes, channelAddress, ...kept }: OutputConfig): AlarmOutput {
  const { trueWhile, ...output } = kept;
  const mirror = trueWhile === undefined ? {} : { true_while: trueWhile };
  const config = { duration_ms: durationMs, stages, modes, ...mirror };
  return { ...output, channel_address: channelAddress, config };
}

/** A code of a request; the hash of its PIN is added to it. */
export function codeOf(
  request: AlarmCodeRequest,
  kept: Pick<CodeConfig, 'id' | 'createdAt' | 'updatedAt'> & { readonly hash?: string | undefined },
): CodeConfig {
  const { binding } = request;
  return {
    id: kept.id,
    name: request.name,
    kind: request.kind,
    ...(kept.hash === undefined || request.kind !== 'pin' ? {} : { hash: kept.hash }),
    isDuress: request.duress,
    isOneTime: request.one_time,
    isEnabled: request.enabled,
    perms: request.perms,
    zones: request.zones,
    ...(request.valid_from_ms === 0 ? {} : { validFrom: request.valid_from_ms }),
    ...(request.valid_until_ms === 0 ? {} : { validUntil: request.valid_until_ms }),
    ...(binding === undefined
      ? {}
      : {
          binding: {
            point: {
              central: binding.central,
              interfaceId: binding.interface_id,
              channelAddress: binding.channel_address,
              parameter: binding.parameter,
            },
            ...(binding.value === undefined ? {} : { value: binding.value }),
            verb: binding.verb,
            zone: binding.zone_id,
            ...(binding.mode === undefined ? {} : { mode: binding.mode }),
          },
        }),
    createdAt: kept.createdAt,
    updatedAt: kept.updatedAt,
  };
}

export function codeBody(code: CodeConfig, usedCodes: readonly string[], unreadable: readonly string[]): AlarmCode {
  const { binding } = code;
  return {
    id: code.id,
    name: code.name,
    kind: code.kind,
    duress: code.isDuress,
    one_time: code.isOneTime,
    perms: code.perms,
    zones: code.zones,
    ...(binding === undefined
      ? {}
      : {
          binding: {
            central: binding.point.central,
            interface_id: binding.point.interfaceId,
            channel_address: binding.point.channelAddress,
            parameter: binding.point.parameter,
            ...(binding.value === undefined ? {} : { value: binding.value }),
            verb: binding.verb,
            zone_id: binding.zone,
            ...(binding.mode === undefined ? {} : { mode: binding.mode }),
          },
        }),
    valid_from_ms: code.validFrom ?? 0,
    valid_until_ms: code.validUntil ?? 0,
    enabled: code.isEnabled,
    created_ms: code.createdAt,
    updated_ms: code.updatedAt,
    used: usedCodes.includes(code.id),
    ...(unreadable.includes(code.id) ? { unreadable: true } : {}),
  };
}

/** State of a zone; `codes` are the actions that need one. */
export function statusBody(
  status: ZoneStatus,
  codes: { readonly arm: boolean; readonly disarm: boolean },
): AlarmZoneStatus {
  const { incident, countdown, unacknowledged } = status;
  return {
    id: status.id,
    name: status.name,
    state: status.state,
    mode: status.mode ?? 'disarmed',
    bypassed: status.bypassed,
    open: status.open,
    ...(incident === undefined
      ? {}
      : {
          incident: {
            id: String(incident.id),
            silenced: incident.isSilenced,
            sounding: incident.isSounding,
            started_at: toTimestamp(incident.startedAt),
            ...(incident.sensor === undefined ? {} : { sensor_id: incident.sensor }),
          },
        }),
    ...(unacknowledged === undefined ? {} : { unacknowledged: String(unacknowledged) }),
    ...(countdown === undefined
      ? {}
      : {
          countdown: {
            kind: countdown.kind,
            pre_alarm: countdown.isPreAlarm,
            remaining_s: Math.ceil(countdown.remainingMs / 1000),
            total_s: Math.ceil(countdown.totalMs / 1000),
          },
        }),
    readiness: readinessBody(status.readiness),
    walktest_active: status.isWalkTested,
    degraded: status.lostCentrals.length > 0,
    lost_centrals: status.lostCentrals,
    unconfirmed_outputs: status.unconfirmed,
    missing_outputs: status.missingOutputs,
    code_arm_required: codes.arm,
    code_disarm_required: codes.disarm,
  };
}

/**
 * The entry as it looks after every code: a code under duress is set apart neither by a flag nor by its name. The hash
 * goes, too: it proves a guessed code.
 */
export function withoutCode({ details = {}, ...entry }: ChainedEntry): ChainedEntry {
  const { code, duress: _, ...others } = details;
  const shown = { ...entry, ...(Object.keys(others).length === 0 ? {} : { details: others }) };
  return code === undefined ? shown : { ...shown, hash: '' };
}

export function journalBody(entry: ChainedEntry): AlarmJournalEntry {
  const { id, at, zone = '', class: kind, event, actor, source, incident, details, hash } = entry;
  return {
    id,
    when: toTimestamp(at),
    zone_id: zone,
    class: kind,
    event,
    ...(actor === undefined ? {} : { actor }),
    ...(source === undefined ? {} : { source }),
    ...(incident === undefined ? {} : { incident_id: incident }),
    ...(details === undefined ? {} : { details }),
    hash,
  };
}
