import type { Ccu, CcuEvent, ConnectionState } from '@ccu-gateway/ccu-client';
import type { IncidentCode } from '@ccu-gateway/contract/types';
import type { IncidentRecord } from '../ports/diagnostics.js';
import type { Logger } from '../ports/log.js';
import { firstOf } from '../use-case/words.js';
import { incidentSummary } from './incident-words.js';

/** Storage of incidents. */
export interface IncidentRecords {
  add(incident: IncidentRecord): Promise<unknown>;
}

/** States that a healthy link can change to. */
const FAILURES: Readonly<Partial<Record<ConnectionState, IncidentCode>>> = {
  disconnected: 'connection_lost',
  suspect: 'events_missing',
  callback_unreachable: 'callback_unreachable',
  booting: 'ccu_booting',
};

/**
 * Change of the connection to an interface by an incident; undefined for other incidents.
 *
 * @example
 * connectionIncidentOf('events_missing'); // 'connection_lost'
 */
export function connectionIncidentOf(
  code: IncidentCode | undefined,
): 'connection_lost' | 'connection_restored' | undefined {
  if (code === 'connection_restored') return code;
  return code !== undefined && Object.values(FAILURES).includes(code) ? 'connection_lost' : undefined;
}

type RolledBack = Extract<CcuEvent, { type: 'write_rolled_back' }>;

/**
 * Records the faults of one CCU: its links, descriptions that it refuses, and configuration that did not take effect.
 * The returned function ends it.
 *
 * @example
 * const stop = recordIncidents(ccu, store, log);
 */
export function recordIncidents(ccu: Pick<Ccu, 'name' | 'on'>, store: IncidentRecords, log: Logger): () => void {
  // A store that throws instead of rejecting is caught too: the events of a CCU go on.
  const add = (incident: IncidentRecord) => {
    const adding = async () => await store.add(incident);
    adding().catch((error: unknown) => log.warn('an incident could not be written down', { error }));
  };
  const linkIncident = createLinkWatch(ccu.name);
  const lost = createLostConfigurations(ccu.name, add);
  return ccu.on((event) => {
    if (event.type === 'write_rolled_back') lost(event);
    if (event.type === 'descriptions_refused') add(refusedDescriptions(event));
    const incident = event.type === 'link_state' ? linkIncident(event) : undefined;
    if (incident !== undefined) add(incident);
  });
}

/** A refused item is not shown, and its absence cannot be seen. */
function refusedDescriptions({
  at,
  central,
  interfaceName,
  refused,
}: Extract<CcuEvent, { type: 'descriptions_refused' }>): IncidentRecord {
  return {
    at,
    central,
    component: `${central}/${interfaceName}`,
    severity: 'warning',
    summary: incidentSummary('descriptions_refused'),
    detail: firstOf(refused),
  };
}

/** Reports the break of a healthy link, and its recovery. */
function createLinkWatch(
  central: string,
): (event: Extract<CcuEvent, { type: 'link_state' }>) => IncidentRecord | undefined {
  const well = new Set<string>();
  const broken = new Set<string>();
  return ({ at, status: { interfaceName, state, note } }) => {
    const incident = (severity: 'warning' | 'info', code: IncidentCode): IncidentRecord => ({
      at,
      central,
      component: `${central}/${interfaceName}`,
      severity,
      summary: incidentSummary(code),
      detail: note ?? null,
    });
    const failure = FAILURES[state];
    if (state === 'connected') {
      well.add(interfaceName);
      return broken.delete(interfaceName) ? incident('info', 'connection_restored') : undefined;
    }
    if (failure === undefined || !well.delete(interfaceName)) return undefined;
    broken.add(interfaceName);
    return incident('warning', failure);
  };
}

/** A device may wake hours after its configuration was written; lost parameters of one are recorded together. */
function createLostConfigurations(
  central: string,
  add: (incident: IncidentRecord) => void,
): (event: RolledBack) => void {
  const lost = new Map<string, { readonly first: RolledBack; readonly parameters: string[] }>();

  function write(): void {
    const written = [...lost.values()];
    lost.clear();
    for (const { first, parameters } of written) {
      const { at, interfaceName, channelAddress, paramsetKey, reason } = first;
      add({
        at,
        central,
        component: `${central}/${interfaceName}`,
        severity: 'warning',
        summary: incidentSummary('configuration_lost'),
        detail: `${channelAddress} ${paramsetKey}: ${firstOf(parameters)} (${reason})`,
      });
    }
  }

  return (event) => {
    if (event.paramsetKey === 'VALUES') return;
    if (lost.size === 0) queueMicrotask(write);
    const key = `${event.interfaceName} ${event.channelAddress} ${event.paramsetKey} ${event.reason}`;
    const known = lost.get(key);
    if (known === undefined) lost.set(key, { first: event, parameters: [event.parameter] });
    else known.parameters.push(event.parameter);
  };
}
