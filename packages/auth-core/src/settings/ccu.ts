import { sha256Hex } from '../crypto/hash.js';
import type { BuildStamp, CcuLoginOptions } from '../model/options.js';
import type { CcuLogin } from '../model/ports.js';
import { AuthConfigError } from '../model/problem.js';
import { isRole, type Role } from '../model/role.js';

export interface CcuSettings {
  readonly primary: boolean;
  readonly login: CcuLogin;
  readonly hasCentral: () => boolean;
  readonly central: () => string | null;
  /** Identifies the CCU of a login and the meaning of its user levels; null when there is no CCU to ask. */
  readonly epoch: () => string | null;
  /** The role of a user level as the CCU reported it, or null for levels that are not let in. */
  readonly roleOf: (userLevel: number | string) => Role | null;
}

const defaultMapping: Readonly<Record<string, Role>> = { '8': 'admin', '2': 'operator', '1': 'viewer' };

/** Null when CCU login is off: unset follows the build stamp. */
export function resolveCcu(options: CcuLoginOptions | undefined, build: BuildStamp = {}): CcuSettings | null {
  if (!options) return null;
  const minUserLevel = options.minUserLevel ?? 1;
  if (!Number.isInteger(minUserLevel) || minUserLevel < 0 || minUserLevel > 99) {
    throw new AuthConfigError('ccu.minUserLevel', 'must be a whole number from 0 to 99');
  }
  const mapping = resolveMapping(options.roleMapping ?? defaultMapping);
  if (!(options.enabled ?? build.ccuAddon ?? false)) return null;
  const central = options.central ?? (() => (options.hasCentral() ? '' : null));
  const levels = sha256Hex(JSON.stringify([minUserLevel, [...mapping].sort(([one], [other]) => one - other)]));
  return {
    primary: options.primary ?? true,
    login: options.login,
    hasCentral: options.hasCentral,
    central,
    epoch: () => {
      const asked = central();
      return asked === null ? null : `${levels.slice(0, 16)} ${asked}`;
    },
    roleOf: (userLevel) => {
      const level = parseUserLevel(userLevel);
      // Level 0 is the CCU's "may not log in"; no setting opens it.
      if (level === null || level === 0 || level < minUserLevel) return null;
      return mapping.get(level) ?? null;
    },
  };
}

function resolveMapping(mapping: Readonly<Record<string, string>>): ReadonlyMap<number, Role> {
  const roles = new Map<number, Role>();
  for (const [text, role] of Object.entries(mapping)) {
    const level = parseUserLevel(text);
    if (level === null || !isRole(role)) {
      throw new AuthConfigError(
        'ccu.roleMapping',
        `${JSON.stringify(text)} must be a user level (0 to 99) with viewer, operator or admin`,
      );
    }
    roles.set(level, role);
  }
  return roles;
}

function parseUserLevel(value: number | string): number | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value);
  return /^\d{1,2}$/.test(text) ? Number(text) : null;
}
