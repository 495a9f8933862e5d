import type { LocalAccounts } from '../accounts/local.js';
import type { Settings } from '../settings/settings.js';
import { parseAuthorization } from './authorization.js';
import type { BasicVerifier } from './basic-verifier.js';
import type { RepeatedHeaders } from './repeated-headers.js';
import { type AuthorizationRules, type Challenge, type CredentialScheme, readAuthorization } from './scheme.js';

export interface BasicOptions {
  readonly settings: Pick<Settings, 'basicEnabled'>;
  readonly verifier: BasicVerifier;
  readonly accounts: Pick<LocalAccounts, 'present'>;
  readonly challenge: Challenge;
  readonly repeated: RepeatedHeaders;
}

/** User names and passwords in the `Authorization` header. */
export function createBasicScheme({
  settings,
  verifier,
  accounts,
  challenge,
  repeated,
}: BasicOptions): CredentialScheme {
  const rules: AuthorizationRules = {
    scheme: 'basic',
    find: async (value, inspected) => {
      if (!settings.basicEnabled) return null;
      const known = await verifier.recall(value);
      if (known) return known;
      const credential = parseAuthorization(value);
      if (credential.kind !== 'basic' || (await repeated.isKnown(value, inspected))) return null;
      const found = await verifier.verify(value, credential, inspected.source());
      if (found === null) await repeated.note(value, inspected);
      return found;
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
