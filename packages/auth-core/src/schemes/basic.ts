import type { LocalAccounts } from '../accounts/local.js';
import { ok, refuse } from '../model/problem.js';
import type { Settings } from '../settings/settings.js';
import { parseAuthorization } from './authorization.js';
import type { BasicVerifier } from './basic-verifier.js';
import { type Challenge, type CredentialScheme, readAuthorization } from './scheme.js';

export interface BasicOptions {
  readonly settings: Pick<Settings, 'basicEnabled'>;
  readonly verifier: BasicVerifier;
  readonly accounts: Pick<LocalAccounts, 'present'>;
  readonly challenge: Challenge;
}

/** User names and passwords in the `Authorization` header. */
export function createBasicScheme({ settings, verifier, accounts, challenge }: BasicOptions): CredentialScheme {
  return {
    usesAreAudited: true,
    read: (inspected) =>
      readAuthorization('basic', inspected, async (value) => {
        if (!settings.basicEnabled) return refuse(challenge(inspected));
        const known = await verifier.recall(value);
        if (known) return ok(known);
        const credential = parseAuthorization(value);
        if (credential.kind !== 'basic') return refuse(challenge(inspected));
        const principal = await verifier.verify(value, credential, inspected.source());
        return principal ? ok(principal) : refuse(challenge(inspected));
      }),
    currentRole: async ({ key, authEpoch }) => {
      const account = settings.basicEnabled ? await accounts.present(key) : null;
      return account?.epoch === authEpoch ? account.role : null;
    },
  };
}
