import { randomBytes } from 'node:crypto';
import type { Auth, Result } from '@ccu-gateway/auth-core';

export interface Account {
  readonly username: string;
  readonly password: string;
}

export interface DemoAccounts {
  readonly admin: Account;
  readonly viewer: Account;
  /** An operator's API token, valid for a day. */
  readonly token: string;
}

const BY = { subject: 'demo', scheme: 'cli', peer: '' } as const;

/** Makes the accounts of a demo, or gives them new passwords where the data directory already has them. */
export async function createDemoAccounts(auth: Auth): Promise<DemoAccounts> {
  const admin = await account(auth, 'admin', 'admin');
  const viewer = await account(auth, 'viewer', 'viewer');
  const token = take(await auth.tokens.create({ subject: 'demo', role: 'operator', expires_in_days: 1 }, BY));
  return { admin, viewer, token: token.token };
}

async function account(auth: Auth, username: string, role: 'admin' | 'viewer'): Promise<Account> {
  const password = `demo-${randomBytes(6).toString('base64url')}`;
  const known = take(await auth.users.list()).some((user) => user.subject === username);
  if (known) take(await auth.users.update(username, { password }, BY));
  else take(await auth.users.create({ username, password, role }, BY));
  return { username, password };
}

function take<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`The demo's accounts could not be made: ${result.problem.detail}`);
  return result.value;
}
