import type { Scheme } from './principal.js';

/**
 * The sources of callers that settings open, by the scheme that authenticates from them. A new scheme does not compile until it
 * has an entry; a new source does not compile until every judge of settings states it, because first-run setup is closed by it.
 */
const SOURCES_OF_SCHEMES = {
  basic: ['config_users'],
  oidc: ['oidc'],
  ccu: ['ccu'],
  ingress: ['ingress'],
  // Tokens are in a store, and a session begins with another scheme.
  bearer: [],
  session: [],
} as const satisfies Readonly<Record<Scheme, readonly string[]>>;

/** A source of callers that settings open. */
export type ConfiguredSource = (typeof SOURCES_OF_SCHEMES)[Scheme][number];

/**
 * The source of a gateway that shares the stores: it lets callers in by something of its own, or has done so since access was reset.
 */
export const OTHER_GATEWAYS = 'fleet_in_use';

/** The state of one source under some settings. */
export interface SourceState {
  /** True when it authenticates any caller, so that first-run setup is closed. */
  readonly isOpen: boolean;
  /** True when one of its callers can have the role `admin`. */
  readonly admitsAdmin: boolean;
}

/** The state of each source under some settings. */
export type SourceStates = Readonly<Record<ConfiguredSource, SourceState>>;

/**
 * The open sources, in the order in which setup names them.
 *
 * @example
 * const [first] = openSources(states);
 */
export function openSources(states: SourceStates): readonly ConfiguredSource[] {
  return Object.values(SOURCES_OF_SCHEMES)
    .flat()
    .filter((source) => states[source].isOpen);
}

/**
 * True when a caller of any source can be admin.
 *
 * @example
 * if (!admitsAdmin(states)) throw new Error('the last administrator stays');
 */
export function admitsAdmin(states: SourceStates): boolean {
  return Object.values(states).some((state) => state.admitsAdmin);
}
