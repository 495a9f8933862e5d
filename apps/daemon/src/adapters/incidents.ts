import type { Ccu, LinkState } from '@ccu-gateway/ccu-client';
import type { IncidentLog } from '@ccu-gateway/server';
import type { IncidentStore } from '@ccu-gateway/storage';
import type { Log } from '../log/log.js';
import { askStorage, noStorage } from './storage-refusal.js';

export function createIncidentLog(store: IncidentStore | undefined): IncidentLog {
  const open = (): IncidentStore => {
    if (store === undefined) throw noStorage();
    return store;
  };
  return {
    async incidents(query) {
      const found = await askStorage(() => open().query(query));
      return found.map(({ id, at, component, severity, summary, detail }) => ({
        id: String(id),
        at,
        component,
        severity,
        summary,
        ...(detail === null ? {} : { detail }),
      }));
    },
    async clearIncidents() {
      await askStorage(() => open().clear());
    },
  };
}

/** What a link that was well can come to, in words for people. */
const FAILURES: Readonly<Partial<Record<LinkState, string>>> = {
  disconnected: 'The connection was lost',
  suspect: 'No events arrive although the CCU answers',
  callback_unreachable: 'The CCU cannot reach the gateway',
  booting: 'The CCU is starting',
};

/** Writes down what goes wrong with the links of one CCU, and when it is well again. The answer ends it. */
export function recordIncidents(ccu: Pick<Ccu, 'name' | 'on'>, store: IncidentStore | undefined, log: Log): () => void {
  if (store === undefined) return () => {};
  const well = new Set<string>();
  const broken = new Set<string>();
  return ccu.on((event) => {
    if (event.type !== 'link_state') return;
    const { interfaceName, state, note } = event.status;
    const add = (severity: 'warning' | 'info', summary: string) => {
      const component = `${ccu.name}/${interfaceName}`;
      const incident = { at: event.at, central: ccu.name, component, severity, summary, detail: note ?? null };
      store.add(incident).catch((error: unknown) => log.warn('an incident could not be written down', { error }));
    };
    const failure = FAILURES[state];
    if (state === 'connected') {
      well.add(interfaceName);
      if (broken.delete(interfaceName)) add('info', 'The connection is well again');
    } else if (failure !== undefined && well.delete(interfaceName)) {
      broken.add(interfaceName);
      add('warning', failure);
    }
  });
}
