import { createLocalAccounts, type LocalAccounts } from '../accounts/local.js';
import type { Principal } from '../model/principal.js';
import type { Role } from '../model/role.js';
import type { AccessTokens } from '../oidc/access-tokens.js';
import { createAccessTokenScheme, isFromAccessToken } from '../schemes/access-token.js';
import { createBasicScheme } from '../schemes/basic.js';
import { createBasicVerifier } from '../schemes/basic-verifier.js';
import { createBearerScheme } from '../schemes/bearer.js';
import {
  type Authenticator,
  type CredentialSchemes,
  createAuthenticator,
  createCurrentRole,
} from '../schemes/chain.js';
import { createHeaderNotice } from '../schemes/header-beside-session.js';
import { createIngressScheme } from '../schemes/ingress.js';
import { createRepeatedHeaders } from '../schemes/repeated-headers.js';
import { type CredentialReader, createChallenge } from '../schemes/scheme.js';
import { createSessionScheme } from '../schemes/session.js';
import { createUnknownAuthorization } from '../schemes/unknown.js';
import { createSessionRegistry, type SessionRegistry } from '../sessions/registry.js';
import { createTokenLookup, type TokenLookup } from '../tokens/lookup.js';
import type { Foundations } from './foundations.js';

/** All parts that prove the identity of a caller. */
export interface Credentials {
  readonly accounts: LocalAccounts;
  readonly registry: SessionRegistry;
  readonly tokens: TokenLookup;
  /** In the order in which they are asked. */
  readonly chain: readonly CredentialReader[];
  readonly authenticate: Authenticator;
  /** As `authenticate`, with access tokens of the identity provider. */
  readonly authenticateAtResource: Authenticator;
  readonly currentRole: (principal: Principal) => Promise<Role | null>;
}

export function createCredentials(foundations: Foundations, accessTokens: () => AccessTokens | null): Credentials {
  const { settings, stores, kept, hashOf, clock, logger, throttle, auditor, cookies, cache, attempts } = foundations;
  const { sessionIds: ids, foreignNotes: foreign } = foundations;
  const accounts = createLocalAccounts({ ...foundations, users: stores.users });
  const registry = createSessionRegistry({
    ...{ store: stores.sessions, kept, hashOf, settings, accounts, cookies, clock, ids, foreign },
  });
  const tokens = createTokenLookup({ store: stores.tokens, kept, hashOf, clock, logger });
  const challenge = createChallenge(settings);
  const verifier = createBasicVerifier({ accounts, cache, attempts });
  const session = createSessionScheme({ registry, store: stores.sessions, kept, cookies, challenge, clock, logger });
  const access = createAccessTokenScheme({ settings, accessTokens, throttle, challenge, logger });
  const schemes: CredentialSchemes = {
    bearer: createBearerScheme({ settings, tokens, throttle, challenge }),
    basic: createBasicScheme({
      settings,
      kept,
      verifier,
      accounts,
      challenge,
      repeated: createRepeatedHeaders(registry, cache, clock),
    }),
    session,
    oidc: {
      ...session,
      auditsUse: isFromAccessToken,
      currentRole: (principal) => (isFromAccessToken(principal) ? access : session).currentRole(principal),
    },
    ccu: session,
    ingress: createIngressScheme(settings),
  };
  const unknown = createUnknownAuthorization(challenge);
  const chain = [schemes.bearer, schemes.basic, unknown, session, schemes.ingress];
  const noticeHeader = createHeaderNotice(registry, logger);
  return {
    accounts,
    registry,
    tokens,
    chain,
    authenticate: createAuthenticator({ schemes, chain, challenge, auditor, noticeHeader }),
    authenticateAtResource: createAuthenticator({
      ...{ schemes, challenge, auditor, noticeHeader },
      chain: [access, ...chain],
    }),
    currentRole: createCurrentRole(schemes),
  };
}
