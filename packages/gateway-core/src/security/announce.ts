import type { SecurityClassState, SecurityZone } from '@ccu-gateway/contract/types';
import type { ModelEvent } from '@ccu-gateway/device-model';
import { toTimestamp } from '../use-case/timestamp.js';
import { CLASSES, severityOf } from './causes.js';
import type { KnownFault, Memory } from './memory.js';
import { classState, faultBody } from './view.js';

/** A memory with the state of the zones at that time. */
export interface Seen {
  readonly memory: Memory;
  readonly zones: readonly SecurityZone[];
}

type SecurityEvent = Extract<ModelEvent, { readonly type: `security.${string}` }>;
type Of<Type extends SecurityEvent['type']> = Extract<SecurityEvent, { readonly type: Type }>;
type Body = { [Type in SecurityEvent['type']]: Pick<Of<Type>, 'type' | 'topic' | 'payload'> }[SecurityEvent['type']];

const event = (key: string, body: Body): ModelEvent =>
  ({ kind: 'change', key: `security/${key}`, ...body }) as ModelEvent;

/** Events of the differences between two states. */
export function eventsBetween(before: Seen, now: Seen): readonly ModelEvent[] {
  const { memory } = now;
  if (memory === before.memory && now.zones === before.zones) return [];
  const ids = new Set([...Object.keys(before.memory.faults), ...Object.keys(memory.faults)]);
  return [
    ...[...ids].flatMap((id) => faultEvents(before.memory, memory, id)),
    ...CLASSES.flatMap((kind) => classEvents(classState(before.memory, kind), classState(memory, kind))),
    ...now.zones.flatMap((zone) => zoneEvents(before.zones, zone)),
    ...stateEvents(before.memory, memory),
  ];
}

type Change = Of<'security.fault_changed'>['payload']['change'];

function faultEvents(before: Memory, memory: Memory, id: string): readonly ModelEvent[] {
  const [old, fault] = [before.faults[id], memory.faults[id]];
  const shown = fault ?? old;
  if (shown === undefined) return [];
  const isSilent = memory.silences[id] !== undefined;
  const isSilenceOver = before.silences[id] !== undefined && !isSilent;
  const changes = changesOf(old, fault);
  const wasSilenced = isSilent && before.silences[id]?.until !== memory.silences[id]?.until;
  const all: readonly Change[] = [
    ...changes,
    ...(wasSilenced ? (['silenced'] as const) : []),
    ...(isSilenceOver ? (['unsilenced'] as const) : []),
  ];
  const isRaised = changes.includes('raised');
  const isHeardAgain = isSilenceOver && fault !== undefined && fault.endedAt === undefined;
  return [
    ...all.map((change) =>
      event(`fault/${id}`, {
        type: 'security.fault_changed',
        topic: 'security.faults',
        payload: { change, fault: faultBody(fault === undefined ? before : memory, shown) },
      }),
    ),
    ...((isRaised && !isSilent) || isHeardAgain
      ? [notification(shown, isRaised ? ('raised' as const) : ('silence_ended' as const))]
      : []),
  ];
}

function changesOf(old: KnownFault | undefined, fault: KnownFault | undefined): readonly Change[] {
  if (fault === undefined) return ['cleared'];
  const wasThere = old !== undefined && old.endedAt === undefined;
  if (fault.endedAt !== undefined) return wasThere ? ['ended'] : [];
  if (!wasThere) return ['raised'];
  return fault.acknowledged !== undefined && old.acknowledged === undefined ? ['acknowledged'] : [];
}

const notification = ({ id, class: kind, summary }: KnownFault, reason: 'raised' | 'silence_ended') =>
  event(`notification/${id}`, {
    type: 'security.notification',
    topic: 'security.notifications',
    payload: { fault_id: id, class: kind, severity: severityOf(kind), summary, reason },
  });

function classEvents(old: SecurityClassState, now: SecurityClassState): readonly ModelEvent[] {
  if (old.level === now.level && old.count === now.count) return [];
  return [
    event(`class/${now.class}`, {
      type: 'security.class_changed',
      topic: 'security.classes',
      payload: { class: now.class, level: now.level, old_level: old.level, count: now.count },
    }),
  ];
}

function zoneEvents(before: readonly SecurityZone[], zone: SecurityZone): readonly ModelEvent[] {
  const old = before.find(({ zone_id }) => zone_id === zone.zone_id)?.level ?? 'ok';
  if (old === zone.level) return [];
  return [
    event(`zone/${zone.zone_id}`, {
      type: 'security.zone_changed',
      topic: 'security.zones',
      payload: { ...zone, old_level: old },
    }),
  ];
}

function stateEvents(before: Memory, { level, levelSince }: Memory): readonly ModelEvent[] {
  if (before.level === level) return [];
  return [
    event('state', {
      type: 'security.state_changed',
      topic: 'security.state',
      payload: { level, old_level: before.level, since: toTimestamp(levelSince) },
    }),
  ];
}
