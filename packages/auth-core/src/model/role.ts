/** The three nested roles: each covers everything the ones before it may do. */
export type Role = 'viewer' | 'operator' | 'admin';

/** What a route or command asks of its caller. `viewer` means "anybody who is authenticated". */
export type Access = 'public' | Role;

export const roles: readonly Role[] = ['viewer', 'operator', 'admin'];

const accessClasses: readonly Access[] = ['public', ...roles];

/** Whether somebody with role `have` may do what asks for `need`. */
export function roleCovers(have: Role, need: Access): boolean {
  return need === 'public' || roles.indexOf(have) >= roles.indexOf(need);
}

export function isRole(value: unknown): value is Role {
  return typeof value === 'string' && (roles as readonly string[]).includes(value);
}

export function isAccess(value: unknown): value is Access {
  return typeof value === 'string' && (accessClasses as readonly string[]).includes(value);
}

/** The higher of two roles; `null` stands for none. */
export function higherRole(a: Role | null, b: Role | null): Role | null {
  if (a === null) return b;
  return b !== null && roleCovers(b, a) ? b : a;
}
