import type { BuildStamp, IngressOptions } from '../model/options.js';
import { AuthConfigError } from '../model/problem.js';
import { isRole, type Role } from '../model/role.js';
import { type AddressMatcher, matchCidrs } from '../net/cidr.js';

export interface IngressSettings {
  readonly isTrustedPeer: AddressMatcher;
  /** Identifies the trusted peers; another text for other peers. */
  readonly epoch: string;
  /** The role of a request of this proxy user; null stands for a request that names none. */
  readonly roleOf: (userId: string | null) => Role;
}

/** The supervisor's own address. Every other add-on shares its network, so only this one may vouch. */
const defaultCidr = '172.30.32.2/32';

/** Null when passthrough is off. Settings that would trust too much stop the start even then. */
export function resolveIngress(options: IngressOptions = {}, build: BuildStamp = {}): IngressSettings | null {
  const role = options.role ?? 'admin';
  if (!isRole(role)) throw new AuthConfigError('ingress.role', 'must be viewer, operator or admin');
  const userRoles = new Map<string, Role>();
  for (const [userId, userRole] of Object.entries(options.userRoles ?? {})) {
    if (!isRole(userRole)) throw new AuthConfigError('ingress.userRoles', `${JSON.stringify(userId)} needs a role`);
    userRoles.set(userId, userRole);
  }
  const cidr = options.trustedProxyCidr ?? defaultCidr;
  const isTrustedPeer = cidr.trim() === '' ? null : parseTrusted(cidr);
  const supervised = build.supervised ?? false;
  if (!supervised || !(options.enabled ?? supervised) || !isTrustedPeer) return null;
  return {
    isTrustedPeer,
    epoch: cidr.replaceAll(/\s/g, ''),
    roleOf: (userId) => (userId === null ? role : (userRoles.get(userId) ?? role)),
  };
}

function parseTrusted(cidrs: string): AddressMatcher {
  try {
    return matchCidrs(cidrs.split(','), { minPrefixV4: 16, minPrefixV6: 48 });
  } catch (error) {
    throw new AuthConfigError('ingress.trustedProxyCidr', (error as Error).message);
  }
}

const notSupervised: ReadonlySet<string> = new Set(['', '0', 'false']);

/**
 * True when the environment shows that the program runs under a supervisor: set, and not to an empty text, `0` or
 * `false`.
 *
 * @example
 * isSetBySupervisor(process.env.SUPERVISOR_TOKEN);
 */
export function isSetBySupervisor(value: string | undefined): boolean {
  return !notSupervised.has((value ?? '').trim());
}
