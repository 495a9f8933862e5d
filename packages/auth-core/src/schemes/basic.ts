import type { LocalAccounts } from '../accounts/local.js';
import type { Inspected } from '../inspection/inspect.js';
import type { Principal } from '../model/principal.js';
import type { KeptRecords } from '../records/kept-records.js';
import type { Settings } from '../settings/settings.js';
import { parseAuthorization } from './authorization.js';
import type { BasicVerifier } from './basic-verifier.js';
import type { RepeatedHeaders } from './repeated-headers.js';
import { type AuthorizationRules, type Challenge, type CredentialScheme, readAuthorization } from './scheme.js';

export interface BasicOptions {
  readonly settings: Pick<Settings, 'basicEnabled'>;
  readonly kept: Pick<KeptRecords, 'recallOr'>;
  readonly verifier: BasicVerifier;
  readonly accounts: Pick<LocalAccounts, 'present'>;
  readonly challenge: Challenge;
  readonly repeated: RepeatedHeaders;
}

/** User names and passwords in the `Authorization` header. */
export function createBasicScheme({
  settings,
  kept,
  verifier,
  accounts,
  challenge,
  repeated,
}: BasicOptions): CredentialScheme {
  const look = async (value: string, inspected: Inspected): Promise<Principal | null> => {
    const known = await verifier.present(value);
    if (known) return known;
    const credential = parseAuthorization(value);
    if (credential.kind !== 'basic' || (await repeated.isKnown(value, inspected))) return null;
    const found = await verifier.verify(value, credential, inspected.source());
    if (found === null) await repeated.note(value, inspected);
    return found;
  };

  const rules: AuthorizationRules = {
    scheme: 'basic',
    find: (value, inspected) =>
      settings.basicEnabled
        ? kept.recallOr(
            () => verifier.recall(value),
            () => look(value, inspected),
          )
        : null,
    refusal: challenge,
  };

  return {
    auditsUse: () => true,
    read: (inspected) => readAuthorization(rules, inspected),
    currentRole: async ({ key, authEpoch }) => {
      const account = settings.basicEnabled ? await accounts.present(key) : null;
      return account?.epoch === authEpoch ? account.role : null;
    },
  };
}
