import { describe, expect, it } from 'vitest';
import { createCredentials } from '../composition/credentials.js';
import { createFoundations } from '../composition/foundations.js';
import type { Inspected } from '../inspection/inspect.js';
import { createMemoryStores } from '../memory/stores.js';
import { describeRequest } from '../testing/index.js';
import { type AuthenticatorOptions, createAuthenticator } from './chain.js';
import { absent, type CredentialReader, type Reading } from './scheme.js';

const foundations = createFoundations({ roleChecks: 'enforced', stores: createMemoryStores() });

function inspected(headers: Readonly<Record<string, string>>): Inspected {
  const found = foundations.inspect(describeRequest({ headers }));
  if (!found.ok) throw new Error(found.problem.reason);
  return found.value;
}

describe('the chain of schemes', () => {
  const never: CredentialReader = { read: () => new Promise<Reading>(() => {}) };
  const unused = {} as AuthenticatorOptions['schemes'];
  const challenge: AuthenticatorOptions['challenge'] = () => {
    throw new Error('asked for the challenge');
  };

  it('comes to the scheme of a request without waiting for those that are absent', () => {
    const asked: string[] = [];
    const named = (name: string, reader: CredentialReader): CredentialReader => ({
      read: (request) => {
        asked.push(name);
        return reader.read(request);
      },
    });
    const missing: CredentialReader = { read: () => absent };
    const chain = [named('first', missing), named('second', missing), named('third', never), named('fourth', missing)];
    const { auditor } = foundations;
    void createAuthenticator({ schemes: unused, chain, challenge, auditor })(inspected({}));
    expect(asked).toEqual(['first', 'second', 'third']);
  });

  it('is of schemes that say at once that a request has no credential of theirs', () => {
    const { chain } = createCredentials(foundations, () => null);
    const requests: readonly {
      readonly headers: Readonly<Record<string, string>>;
      readonly present: number;
      readonly lookedUp: number;
    }[] = [
      { headers: {}, present: 0, lookedUp: 0 },
      { headers: { Authorization: `Bearer ${'a'.repeat(43)}` }, present: 1, lookedUp: 1 },
      { headers: { Authorization: 'Basic cm9vdDpz' }, present: 1, lookedUp: 1 },
      { headers: { Authorization: 'Digest of something' }, present: 1, lookedUp: 0 },
      { headers: { Cookie: 'theirs=1' }, present: 1, lookedUp: 1 },
    ];
    for (const { headers, present, lookedUp } of requests) {
      const readings = chain.map((scheme) => scheme.read(inspected(headers)));
      const waitedFor = readings.filter((reading) => reading instanceof Promise);
      expect([headers, waitedFor.length]).toEqual([headers, lookedUp]);
      expect(readings.filter((reading) => reading === absent).length).toBe(readings.length - present);
    }
  });
});
