import {
  type AlarmState,
  type ChainedEntry,
  type Effect,
  type Panel,
  type Plan,
  panelsOf,
  statusOf,
  unconfirmedOf,
  type ZoneConfig,
  type ZoneStatus,
} from '@ccu-gateway/alarm';
import type { AlarmModeReadiness, AlarmPanel } from '@ccu-gateway/contract/types';
import type { ModelEvent } from '@ccu-gateway/device-model';

/** A step, as far as events are made of it. */
export interface Announced {
  readonly before: { readonly plan: Plan; readonly state: AlarmState };
  readonly plan: Plan;
  readonly state: AlarmState;
  readonly effects: readonly Effect[];
  readonly entries: readonly ChainedEntry[];
}

type AlarmEventBody =
  Extract<ModelEvent, { readonly type: `alarm.${string}` }> extends infer Event
    ? Event extends { readonly type: unknown; readonly payload: unknown }
      ? Pick<Event, 'type' | 'payload'>
      : never
    : never;

/** Readiness of a zone as the API has it. */
export function readinessBody(readiness: ZoneStatus['readiness']): Readonly<Record<string, AlarmModeReadiness>> {
  return Object.fromEntries(
    Object.entries(readiness).map(([mode, { isReady, blockers, bypassed, isForceable }]) => {
      const named = blockers.map(({ sensor, central, reason }) => ({ key: sensor ?? `central:${central}`, reason }));
      const keys = [...new Set(named.map(({ key }) => key))];
      const reasonsOf = (key: string) => named.filter((each) => each.key === key).map(({ reason }) => reason);
      return [
        mode,
        {
          ready: isReady,
          blockers: keys,
          warnings: bypassed,
          reasons: Object.fromEntries(keys.map((key) => [key, reasonsOf(key)])),
          forceable: isForceable,
        },
      ];
    }),
  );
}

/** A panel as the API has it. */
export function panelBody(panel: Panel): AlarmPanel {
  return {
    unique_id: `alarm_${panel.zone}`,
    zone_id: panel.zone,
    name: panel.name,
    category: 'alarm_control_panel',
    state: panel.state,
    supported_modes: panel.modes,
    available: panel.isAvailable,
    master: panel.isMaster,
    code_arm_required: panel.needsCodeToArm,
    code_disarm_required: panel.needsCodeToDisarm,
  };
}

/** Events of a step. A code under duress is announced as an ordinary one. */
export function eventsOf(step: Announced): readonly ModelEvent[] {
  const changed = step.plan.config.zones.filter((zone) => mayDiffer(step, zone));
  const { plan, state } = step.before;
  const known = changed.flatMap(({ id }) => plan.zones.get(id) ?? []);
  const old = new Map(statusOf(plan, state, known).map((each) => [each.id, each]));
  const zones = statusOf(step.plan, step.state, changed);
  return [
    ...zones.flatMap((zone) => zoneEvents(step, zone, old.get(zone.id))),
    ...panelEvents(step),
    ...step.effects.flatMap((effect) => effectEvents(step.plan, effect)),
    ...step.entries.map(journalEvent),
    ...healthEvents(step),
  ];
}

/** False for a zone of which a step has left everything as it was: most zones, in most steps. */
function mayDiffer({ before, plan, state }: Announced, { id, sensors }: ZoneConfig): boolean {
  const old = before.state;
  const { arming, pending } = state.zones[id] ?? {};
  return (
    before.plan !== plan ||
    old.zones[id] !== state.zones[id] ||
    old.centrals !== state.centrals ||
    pending !== undefined ||
    arming?.exitClock !== undefined ||
    sensors.some((sensor) => old.sensors[sensor.id] !== state.sensors[sensor.id])
  );
}

const event = (key: string, body: AlarmEventBody): ModelEvent =>
  ({ topic: 'alarm.panel', kind: 'change', key: `alarm/${key}`, ...body }) as ModelEvent;

function zoneEvents({ plan, entries, state }: Announced, zone: ZoneStatus, old: ZoneStatus | undefined): ModelEvent[] {
  const made: ModelEvent[] = [];
  const { id, name } = zone;
  const arming = state.zones[id]?.arming;
  if (old !== undefined && (old.state !== zone.state || old.mode !== zone.mode)) {
    const last = entries.findLast((entry) => entry.zone === id && entry.actor !== undefined);
    made.push(
      event(`${id}/state`, {
        type: 'alarm.state_changed',
        payload: {
          zone_id: id,
          zone_name: name,
          old_state: old.state,
          new_state: zone.state,
          mode: arming?.mode ?? 'disarmed',
          ...(last?.actor === undefined ? {} : { changed_by: last.actor }),
          source: last?.source ?? 'engine',
          ...(zone.incident === undefined ? {} : { incident_id: zone.incident.id }),
        },
      }),
    );
  }
  for (const entry of entries) {
    if (entry.zone !== id || entry.event !== 'triggered' || entry.incident === undefined) continue;
    const sensor = typeof entry.details?.sensor === 'string' ? entry.details.sensor : undefined;
    made.push(
      event(`${id}/triggered`, {
        type: 'alarm.triggered',
        payload: {
          zone_id: id,
          zone_name: name,
          incident_id: entry.incident,
          ...(sensor === undefined
            ? {}
            : { sensor_id: sensor, sensor_name: plan.sensors.get(sensor)?.sensor.name ?? sensor }),
          cause: String(entry.details?.cause),
          ...(arming === undefined ? {} : { mode: arming.mode }),
        },
      }),
    );
  }
  const { countdown } = zone;
  if (
    countdown !== undefined &&
    Math.ceil(countdown.remainingMs / 1000) !== Math.ceil((old?.countdown?.remainingMs ?? 0) / 1000)
  ) {
    made.push(
      event(`${id}/countdown`, {
        type: 'alarm.countdown',
        payload: {
          zone_id: id,
          kind: countdown.kind,
          remaining_s: Math.ceil(countdown.remainingMs / 1000),
          total_s: Math.ceil(countdown.totalMs / 1000),
          remaining_ms: countdown.remainingMs,
          total_ms: countdown.totalMs,
        },
      }),
    );
  }
  if (JSON.stringify(old?.readiness) !== JSON.stringify(zone.readiness)) {
    const payload = { zone_id: id, readiness: readinessBody(zone.readiness) };
    made.push(event(`${id}/readiness`, { type: 'alarm.readiness_changed', payload }));
  }
  return [...made, ...walkTestEvents(plan, state, id)];
}

/** Sensors that were active in this very step of a walk test. */
function walkTestEvents(plan: Plan, { zones, at }: AlarmState, id: string): ModelEvent[] {
  const seen = zones[id]?.walkTest?.seen ?? {};
  const total = plan.zones.get(id)?.sensors.length ?? 0;
  return Object.entries(seen)
    .filter(([, when]) => when === at)
    .map(([sensor]) =>
      event(`${id}/walktest/${sensor}`, {
        type: 'alarm.walktest_progress',
        payload: {
          zone_id: id,
          sensor_id: sensor,
          sensor_name: plan.sensors.get(sensor)?.sensor.name ?? sensor,
          seen: Object.keys(seen).length,
          total,
        },
      }),
    );
}

function panelEvents({ before, plan, state }: Announced): ModelEvent[] {
  const old = new Map(panelsOf(before.plan, before.state).map((panel) => [panel.zone, panelBody(panel)]));
  const panels = panelsOf(plan, state).map(panelBody);
  const changed = panels.filter((panel) => JSON.stringify(panel) !== JSON.stringify(old.get(panel.zone_id)));
  const gone = [...old.values()].filter(({ zone_id }) => !panels.some((panel) => panel.zone_id === zone_id));
  const made = (panel: AlarmPanel, removed: boolean) => {
    const { category: _, supported_modes: _modes, master: _master, ...payload } = panel;
    const body = { ...payload, ...(removed ? { removed } : {}) };
    return event(`${panel.zone_id}/panel`, { type: 'alarm.panel_changed', payload: body });
  };
  return [...changed.map((panel) => made(panel, false)), ...gone.map((panel) => made(panel, true))];
}

function effectEvents(plan: Plan, effect: Effect): ModelEvent[] {
  if (effect.kind === 'chime') {
    const payload = { zone_id: effect.zone, sensor_id: effect.sensor };
    return [event(`${effect.zone}/chime`, { type: 'alarm.chime', payload })];
  }
  if (effect.kind === 'remind') {
    const { zone, mode } = effect;
    const payload = { zone_id: zone, zone_name: plan.zones.get(zone)?.name ?? zone, mode };
    return [event(`${zone}/reminder`, { type: 'alarm.reminder', payload })];
  }
  if (effect.kind !== 'notify') return [];
  const { zone, reason, output, incident } = effect;
  const called = {
    zone_id: zone,
    zone_name: plan.zones.get(zone)?.name ?? zone,
    ...(output === undefined
      ? {}
      : { output_id: output, output_name: plan.outputs.get(output)?.output.name ?? output }),
  };
  const key = `${zone}/notification/${output ?? ''}`;
  if (reason === 'duress')
    return [{ ...event(key, { type: 'alarm.duress', payload: called }), topic: '$alarm.duress' }];
  const payload = { ...called, reason, ...(incident === undefined ? {} : { incident_id: incident }) };
  return [event(key, { type: 'alarm.notification', payload })];
}

function journalEvent({ id, zone, class: kind, event: word, actor, incident }: ChainedEntry): ModelEvent {
  const payload = {
    entry_id: id,
    ...(zone === undefined ? {} : { zone_id: zone }),
    class: kind,
    event: word,
    ...(actor === undefined ? {} : { actor }),
    ...(incident === undefined ? {} : { incident_id: incident }),
  };
  return event(`journal/${id}`, { type: 'alarm.journal_appended', payload });
}

function healthEvents({ before, state, entries }: Announced): ModelEvent[] {
  const faulty = unconfirmedOf(state).join(' ');
  if (faulty === unconfirmedOf(before.state).join(' ')) return [];
  const healthy = faulty === '';
  const givenUp = entries.filter(({ event }) => event === 'output_given_up').map(({ details }) => details?.output);
  const settled = givenUp.length > 0 ? `outputs given up: ${givenUp.join(' ')}` : 'outputs confirmed';
  const note = healthy ? settled : `outputs not confirmed: ${faulty}`;
  return [event('health', { type: 'alarm.health_changed', payload: { healthy, note } })];
}
