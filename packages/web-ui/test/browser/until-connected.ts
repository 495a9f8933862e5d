import { vi } from 'vitest';

export interface Account {
  readonly username: string;
  readonly password: string;
}

/** Resolves when every interface of the gateway is as connected as asked for. */
export async function untilConnected(url: string, account: Account, connected = true): Promise<void> {
  const headers = {
    authorization: `Basic ${Buffer.from(`${account.username}:${account.password}`).toString('base64')}`,
  };
  const look = async () => {
    const answer = await fetch(`${url}/api/v1/interfaces`, { headers });
    const interfaces = (await answer.json()) as readonly { readonly connected: boolean }[];
    if (!interfaces.every((each) => each.connected === connected)) throw new Error(`not yet: ${connected}`);
  };
  // A limit for what will never be, not for what is slow: several gateways may start at once.
  await vi.waitFor(look, { timeout: 240_000, interval: 50 });
}
