import type { LocalAccounts } from '../accounts/local.js';
import type { Settings } from '../settings/settings.js';
import { parseAuthorization } from './authorization.js';
import type { BasicVerifier } from './basic-verifier.js';
import { type AuthorizationRules, type Challenge, type CredentialScheme, readAuthorization } from './scheme.js';

export interface BasicOptions {
  readonly settings: Pick<Settings, 'basicEnabled'>;
  readonly verifier: BasicVerifier;
  readonly accounts: Pick<LocalAccounts, 'present'>;
  readonly challenge: Challenge;
}

/** User names and passwords in the `Authorization` header. */
export function createBasicScheme({ settings, verifier, accounts, challenge }: BasicOptions): CredentialScheme {
  const rules: AuthorizationRules = {
    scheme: 'basic',
    find: async (value, inspected) => {
      if (!settings.basicEnabled) return null;
      const known = await verifier.recall(value);
      if (known) return known;
      const credential = parseAuthorization(value);
      return credential.kind === 'basic' ? verifier.verify(value, credential, inspected.source()) : null;
    },
    refusal: challenge,
  };

  return {
    usesAreAudited: true,
    read: (inspected) => readAuthorization(rules, inspected),
    currentRole: async ({ key, authEpoch }) => {
      const account = settings.basicEnabled ? await accounts.present(key) : null;
      return account?.epoch === authEpoch ? account.role : null;
    },
  };
}
