import { higherRole, type Role } from '../model/role.js';

const names: Readonly<Record<string, Role>> = {
  admin: 'admin',
  administrator: 'admin',
  operator: 'operator',
  viewer: 'viewer',
};

/** The highest role the claim names, or null when it names none. Only exact names in strings or arrays of strings count. */
export function roleFromClaim(claims: Readonly<Record<string, unknown>>, claim: string): Role | null {
  const value = claimValue(claims, claim);
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values
    .filter((name): name is string => typeof name === 'string')
    .map((name) => (Object.hasOwn(names, name) ? (names[name] ?? null) : null))
    .reduce(higherRole, null);
}

const longestShown = 200;

/** The value of a claim, for the log: bounded, in one line. */
export function shownClaim(claims: Readonly<Record<string, unknown>>, claim: string): string {
  const value = claimValue(claims, claim);
  const some: unknown = Array.isArray(value) ? value.slice(0, 20) : value;
  return (JSON.stringify(some) ?? 'missing').slice(0, longestShown);
}

/** The names that count. */
export const roleNames: readonly string[] = Object.keys(names);

/** True when the claim is present, with any value. */
export function namesClaim(claims: Readonly<Record<string, unknown>>, claim: string): boolean {
  return claimValue(claims, claim) !== undefined;
}

/** A literal member first (some providers put whole URLs there), then a walk along the dots over own members only. */
function claimValue(claims: Readonly<Record<string, unknown>>, claim: string): unknown {
  if (Object.hasOwn(claims, claim)) return claims[claim];
  let value: unknown = claims;
  for (const step of claim.split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, step))
      return undefined;
    value = (value as Readonly<Record<string, unknown>>)[step];
  }
  return value;
}

/** The name to show: `preferred_username` trimmed and in lower case where it is usable, else `sub` as it is. */
export function subjectFromClaims(sub: string, claims: Readonly<Record<string, unknown>>): string {
  const preferred = claims.preferred_username;
  if (typeof preferred !== 'string') return sub;
  const name = preferred.trim().toLowerCase();
  const usable = name !== '' && [...name].length <= 128 && !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(name);
  return usable ? name : sub;
}
