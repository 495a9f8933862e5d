import { type BoundCase, type Caller, type GatewayCore, roleOf, type UseCaseName } from '@ccu-gateway/gateway-core';

/** Role of a caller; each has the rights of those before it. */
export type Role = ReturnType<typeof roleOf>;

const ASCENDING: readonly Role[] = ['viewer', 'operator', 'admin'];

/** Use cases by their names, bound to a caller. */
export type Cases<Name extends UseCaseName> = { readonly [Each in Name]: BoundCase<Each> };

/** The named use cases for a caller, and no other one. */
export function casesOf<Name extends UseCaseName>(
  core: Pick<GatewayCore, 'as'>,
  caller: Caller,
  names: readonly Name[],
): Cases<Name> {
  const acting = core.as(caller) as unknown as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  const bound = names.map((name) => {
    const [family = '', key = ''] = name.split('.');
    return [name, acting[family]?.[key]] as const;
  });
  // The names are those of `Name`; the compiler loses them in the list of entries.
  return Object.fromEntries(bound) as unknown as Cases<Name>;
}

/** The highest role that one of these use cases needs: a tool cannot have a lower one. */
export function highestRole(names: readonly UseCaseName[]): Role {
  const highest = Math.max(0, ...names.map((name) => ASCENDING.indexOf(roleOf(name))));
  return ASCENDING[highest] ?? 'admin';
}

/** True where the role `has` includes the role `needed`. */
export const covers = (has: Role, needed: Role): boolean => ASCENDING.indexOf(has) >= ASCENDING.indexOf(needed);
