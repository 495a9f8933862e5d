import type { CallAnswer } from '@ccu-gateway/client';
import type { InterfaceState } from '@ccu-gateway/contract/types';

export type Central = CallAnswer<'listCentrals'>[number];
export type CcuSystem = CallAnswer<'listCcus'>['entries'][number];
export type Reliability = CallAnswer<'listReliability'>[number];
export type Health = CallAnswer<'getHealth'>;
export type Probe = CallAnswer<'probeCentral'>;

/** How a CCU is, in one word. */
export type CcuState =
  | 'connected'
  | 'silent'
  | 'partly'
  | 'starting'
  | 'wrong_password'
  | 'too_many_sessions'
  | 'unreachable'
  | 'disabled';

/** Symptom of each state that is not well, by its anchor in `docs/troubleshooting.md`. */
export const HELP_OF_STATE: Readonly<Record<Exclude<CcuState, 'connected' | 'disabled'>, string>> = {
  silent: 'no-events',
  partly: 'interface-down',
  starting: 'ccu-booting',
  wrong_password: 'ccu-login',
  too_many_sessions: 'ccu-login',
  unreachable: 'ccu-not-found',
};

/** One interface with everything that is known of its connection. */
export interface InterfaceRow {
  readonly id: string;
  /** Name of its CCU. */
  readonly central: string;
  readonly name: string;
  readonly connected: boolean;
  readonly state: string;
  readonly note?: string;
  readonly lastEventAt?: number;
  readonly pingMs?: number;
  readonly reconnects?: number;
  readonly circuit: 'closed' | 'open' | 'half_open' | 'unknown';
  readonly callbackUrl?: string;
  readonly cause?: string;
  readonly dutyCycle?: number;
  readonly carrierSense?: number;
}

export interface CcuFacts {
  readonly name: string;
  readonly central: Central;
  readonly system?: CcuSystem;
  readonly state: CcuState;
  readonly rows: readonly InterfaceRow[];
  /** State of the CCU beside its interfaces: session, scripts, logic layer. */
  readonly notes: readonly {
    readonly name: string;
    readonly note: string;
    readonly reason?: string;
    readonly unwell: boolean;
  }[];
}

export interface CcuSources {
  readonly centrals: readonly Central[];
  readonly systems: readonly CcuSystem[];
  readonly reliability: readonly Reliability[];
  readonly health: Health;
  readonly interfaces: readonly InterfaceState[];
}

const CIRCUITS = ['closed', 'open', 'half_open'] as const;
/** A connected interface without events for so long needs attention, but no alarm. */
const SILENT_MS = 12 * 60_000;
const STARTING = new Set(['booting', 'warm_up', 'registering', 'loading']);

/** Everything about each CCU, in the order it is configured. */
export function ccusOf(sources: CcuSources, now: number): readonly CcuFacts[] {
  return sources.centrals.map((central) => {
    const { name } = central;
    const system = sources.systems.find((each) => each.name === name);
    const rows = sources.interfaces
      .filter(({ central_id: id }) => id === name)
      .map((each) => rowOf(each, sources.reliability));
    const notes = sources.health.components.flatMap(({ name: part, note, reason, status }) =>
      note !== undefined && part.startsWith(`ccu.${name}.`)
        ? [
            {
              name: part.slice(`ccu.${name}.`.length),
              note,
              unwell: status !== 'healthy',
              ...(reason === undefined ? {} : { reason }),
            },
          ]
        : [],
    );
    const state = stateOf({ central, rows, notes }, now);
    return { name, central, state, rows, notes, ...(system === undefined ? {} : { system }) };
  });
}

function rowOf(each: InterfaceState, reliability: readonly Reliability[]): InterfaceRow {
  const link = reliability.find(
    ({ central, interface: name }) => central === each.central_id && name === each.interface,
  );
  const { last_callback_at: heard, ping_ms: pingMs, reconnects, callback_url: callbackUrl, cause } = link?.state ?? {};
  return {
    id: each.id,
    central: each.central_id,
    name: each.interface,
    connected: each.connected,
    state: each.state ?? 'unknown',
    circuit: CIRCUITS[link?.circuit_state ?? -1] ?? 'unknown',
    ...defined({
      note: each.note,
      lastEventAt: heard === undefined ? undefined : Date.parse(heard),
      pingMs,
      reconnects,
      callbackUrl,
      cause,
      dutyCycle: each.duty_cycle,
      carrierSense: each.carrier_sense,
    }),
  };
}

/** Distinguishes three causes with the same symptoms: the password, the sessions, the network. */
function stateOf({ central, rows, notes }: Pick<CcuFacts, 'central' | 'rows' | 'notes'>, now: number): CcuState {
  if (!central.enabled) return 'disabled';
  const session = notes.find(({ name, unwell }) => name === 'session' && unwell)?.reason;
  if (session === 'too_many_sessions') return 'too_many_sessions';
  const causes = rows.map(({ cause }) => cause);
  if (causes.includes('login_refused') || session === 'login_refused') return 'wrong_password';
  const up = rows.filter(({ connected }) => connected);
  if (up.length > 0 && up.length < rows.length) return 'partly';
  if (up.length > 0) {
    const newest = Math.max(0, ...rows.map(({ lastEventAt = 0 }) => lastEventAt));
    return newest > 0 && now - newest > SILENT_MS ? 'silent' : 'connected';
  }
  const starting = rows.some(({ cause, state }) => STARTING.has(cause ?? '') || STARTING.has(state));
  return starting ? 'starting' : 'unreachable';
}

/** Result of a test of the settings as one word, problems first. */
export type ProbeVerdict =
  | 'works'
  | 'no_login'
  | 'ports'
  | 'wrong_password'
  | 'too_many_sessions'
  | 'starting'
  | 'unreachable';

export function verdictOf({ reachable, login }: Pick<Probe, 'reachable' | 'login'>): ProbeVerdict {
  if (login === 'refused') return 'wrong_password';
  if (login === 'too_many_sessions') return 'too_many_sessions';
  if (login === 'starting') return 'starting';
  if (login === 'unreachable') return 'unreachable';
  if (login === undefined) return reachable ? 'no_login' : 'unreachable';
  return reachable ? 'works' : 'ports';
}

function defined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
