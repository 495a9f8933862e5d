import type { AlarmState, Plan } from '@ccu-gateway/alarm';
import type {
  SecurityClass,
  SecurityClassState,
  SecurityFault,
  SecurityOverview,
  SecurityZone,
} from '@ccu-gateway/contract/types';
import { toTimestamp } from '../use-case/timestamp.js';
import { CLASSES, severityOf, sourceRef } from './causes.js';
import { type KnownFault, levelOf, type Memory, worstOf } from './memory.js';

/** A cause as the API has it. */
export function faultBody(memory: Memory, fault: KnownFault): SecurityFault {
  const { id, class: kind, summary, name, source, since, endedAt, acknowledged } = fault;
  const silence = memory.silences[id];
  return {
    ...{ id, class: kind, level: levelOf(memory, fault), severity: severityOf(kind) },
    ...{ kind: fault.kind, summary, name, source },
    ...(fault.central !== undefined && { central: fault.central }),
    ...(fault.deviceAddress !== undefined && { device_address: fault.deviceAddress }),
    ...(fault.parameter !== undefined && { parameter: fault.parameter }),
    ...(fault.zone !== undefined && { zone_id: fault.zone }),
    since: toTimestamp(since),
    ...(endedAt !== undefined && { ended_at: toTimestamp(endedAt) }),
    ...(fault.isUnproven && { unproven: true }),
    ...(acknowledged && { acknowledged_at: toTimestamp(acknowledged.at), acknowledged_by: acknowledged.by }),
    ...(silence && { silenced_until: toTimestamp(silence.until), silenced_by: silence.by }),
  };
}

/** Causes by class and age: the worst first, and of one class the newest. */
export function faultBodies(memory: Memory): readonly SecurityFault[] {
  return Object.values(memory.faults)
    .sort((a, b) => CLASSES.indexOf(a.class) - CLASSES.indexOf(b.class) || b.since - a.since)
    .map((fault) => faultBody(memory, fault));
}

/** State of one class. */
export function classState(memory: Memory, kind: SecurityClass): SecurityClassState {
  const faults = Object.values(memory.faults).filter((fault) => fault.class === kind);
  return {
    class: kind,
    level: worstOf(faults.map((fault) => levelOf(memory, fault))),
    count: faults.length,
    unacknowledged: faults.filter(({ acknowledged }) => acknowledged === undefined).length,
    ...(faults.length > 0 && { since: toTimestamp(Math.min(...faults.map(({ since }) => since))) }),
  };
}

/** Alarm zones: their own alarms, and the causes of their sensors' devices. */
export function zoneStates(memory: Memory, plan: Plan, state: AlarmState): readonly SecurityZone[] {
  const bySource = new Map<string, KnownFault[]>();
  for (const fault of Object.values(memory.faults)) {
    bySource.set(fault.source, [...(bySource.get(fault.source) ?? []), fault]);
  }
  return plan.config.zones.map(({ id, name, sensors }) => {
    const devices = sensors.map(({ point: { central, channelAddress } }) =>
      sourceRef('device', central, channelAddress.split(':')[0] ?? ''),
    );
    const centrals = plan.centralsOf(id).map((central) => sourceRef('central', central));
    const faults = [...new Set([sourceRef('zone', id), ...centrals, ...devices])].flatMap(
      (source) => bySource.get(source) ?? [],
    );
    const isUnseen = state.zones[id]?.unacknowledged !== undefined;
    const levels = faults.map((fault) => levelOf(memory, fault));
    return { zone_id: id, name, level: worstOf(isUnseen ? ['attention', ...levels] : levels) };
  });
}

/** The whole overview. */
export function overviewOf(memory: Memory, zones: readonly SecurityZone[]): SecurityOverview {
  return {
    level: memory.level,
    since: toTimestamp(memory.levelSince),
    classes: CLASSES.map((kind) => classState(memory, kind)),
    zones,
    silenced: Object.keys(memory.faults).filter((id) => memory.silences[id] !== undefined).length,
    left_out: Object.keys(memory.excluded).length,
  };
}
