/** The three nested roles: each covers everything the ones before it may do. */
export type Role = 'viewer' | 'operator' | 'admin';

/** Access that a route or command requires. `viewer` means any authenticated caller. */
export type Access = 'public' | Role;

/** All roles, each covering the ones before it. */
export const roles: readonly Role[] = ['viewer', 'operator', 'admin'];

const accessClasses: readonly Access[] = ['public', ...roles];

/**
 * True when a principal with role `have` has the access `need`.
 *
 * @example
 * roleCovers('admin', 'operator'); // true
 * roleCovers('viewer', 'operator'); // false
 */
export function roleCovers(have: Role, need: Access): boolean {
  return need === 'public' || roles.indexOf(have) >= roles.indexOf(need);
}

/**
 * True when a value from outside names a role.
 *
 * @example
 * isRole('operator'); // true
 * isRole('root'); // false
 */
export function isRole(value: unknown): value is Role {
  return typeof value === 'string' && (roles as readonly string[]).includes(value);
}

/**
 * True when a value from outside names an access class.
 *
 * @example
 * isAccess('public'); // true
 */
export function isAccess(value: unknown): value is Access {
  return typeof value === 'string' && (accessClasses as readonly string[]).includes(value);
}

/** The higher of two roles; `null` stands for none. */
export function higherRole(a: Role | null, b: Role | null): Role | null {
  if (a === null) return b;
  return b !== null && roleCovers(b, a) ? b : a;
}
