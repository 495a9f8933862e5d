import { describe, expectTypeOf, it } from 'vitest';
import type {
  Auth,
  defaultStatuses,
  NewToken,
  NewUser,
  PasswordChange,
  Principal,
  ProblemCode,
  RequestDescription,
  TokenService,
  UserUpdate,
} from '../src/index.js';

declare const auth: Auth;
declare const request: RequestDescription;
declare const principal: Principal;
const by = { subject: 'root', scheme: 'cli', peer: 'local' } as const;

/** Compiled, never called: each line that must not compile has an expectation. */
export const refusedByTheCompiler = () => [
  // @ts-expect-error: misspelt members
  auth.tokens.create({ subjekt: 'x', rolle: 1 }, by),
  // @ts-expect-error: no such role
  auth.tokens.create({ subject: 'x', role: 'root' }, by),
  // @ts-expect-error: a misspelt member beside the right ones
  auth.tokens.create({ subject: 'x', role: 'viewer', expires_in_day: 3 }, by),
  // @ts-expect-error: a member is missing
  auth.users.create({ username: 'x', role: 'viewer' }, by),
  // @ts-expect-error: a misspelt member
  auth.users.create({ username: 'x', passwort: 'y', role: 'viewer' }, by),
  // @ts-expect-error: a misspelt member
  auth.users.update('x', { rolle: 'viewer' }, by),
  // @ts-expect-error: no boolean
  auth.users.update('x', { disabled: 'yes' }, by),
  // @ts-expect-error: misspelt members
  auth.changePassword(request, principal, { currentPassword: 'x', newPassword: 'y' }),
  // @ts-expect-error: a member is missing
  auth.changePassword(request, principal, { new_password: 'y' }),
  // @ts-expect-error: deprecated calls are an object of their own
  auth.tokens.listLegacy(),
];

describe('the types of access control', () => {
  it('name the members of tokens, users and changed passwords', () => {
    expectTypeOf<TokenService['create']>().parameter(0).toEqualTypeOf<NewToken>();
    expectTypeOf<Auth['users']['create']>().parameter(0).toEqualTypeOf<NewUser>();
    expectTypeOf<Auth['users']['update']>().parameter(1).toEqualTypeOf<UserUpdate>();
    expectTypeOf<Auth['changePassword']>().parameter(2).toEqualTypeOf<PasswordChange>();
    expectTypeOf<keyof typeof defaultStatuses>().toEqualTypeOf<ProblemCode>();
  });
});
