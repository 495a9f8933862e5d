import { accountKey } from '../model/account.js';
import type { AuthOptions, BootstrapOptions } from '../model/options.js';
import { AuthConfigError } from '../model/problem.js';
import { isRole, type Role } from '../model/role.js';
import { type AddressMatcher, matchCidrs } from '../net/cidr.js';
import { type CcuSettings, resolveCcu } from './ccu.js';
import { type IngressSettings, resolveIngress } from './ingress.js';
import { type OidcSettings, resolveOidc } from './oidc.js';
import { parseAllowedOrigins, parsePublicUrl } from './origins.js';

export interface CookieNames {
  readonly session: string;
  readonly csrf: string;
  readonly oidc: string;
}

/** The options after they were checked, with every default filled in. */
export interface Settings {
  readonly rolesEnforced: boolean;
  readonly serviceName: string;
  readonly cookieNames: CookieNames;
  readonly basicEnabled: boolean;
  readonly bearerEnabled: boolean;
  readonly csrfEnabled: boolean;
  readonly secure: boolean;
  readonly hsts: boolean;
  /** The only scheme of own pages, where it is known. */
  readonly ownScheme: 'https' | undefined;
  readonly configUsers: ReadonlyMap<string, { readonly password: string; readonly role: Role }>;
  /** Those of `cors`, and the gateway's own of `publicUrl`. */
  readonly allowedOrigins: ReadonlySet<string>;
  readonly isTrustedProxy: AddressMatcher;
  readonly ingress: IngressSettings | null;
  readonly ccu: CcuSettings | null;
  readonly oidc: OidcSettings | null;
  readonly bootstrap: Required<BootstrapOptions>;
}

/** Checks all options. Throws `AuthConfigError` naming the first setting that cannot be used. */
export function resolveSettings(options: AuthOptions): Settings {
  if (options.roleChecks !== 'enforced' && options.roleChecks !== 'off') {
    throw new AuthConfigError('roleChecks', 'must be "enforced" or "off"');
  }
  const serviceName = options.serviceName ?? 'service';
  // It becomes part of cookie names and of a quoted string in a header.
  if (!/^[a-z0-9][a-z0-9_-]{0,31}$/.test(serviceName)) {
    throw new AuthConfigError('serviceName', 'must be 1 to 32 lower-case letters, digits, "-" or "_"');
  }
  return {
    rolesEnforced: options.roleChecks === 'enforced',
    serviceName,
    cookieNames: { session: `${serviceName}_session`, csrf: `${serviceName}_csrf`, oidc: `${serviceName}_oidc` },
    basicEnabled: options.basicEnabled ?? true,
    bearerEnabled: options.bearerEnabled ?? true,
    csrfEnabled: options.csrf?.enabled ?? true,
    secure: options.csrf?.secure ?? false,
    hsts: options.csrf?.hsts ?? options.csrf?.secure ?? false,
    ownScheme: options.csrf?.ownTls === true ? 'https' : undefined,
    configUsers: resolveConfigUsers(options),
    allowedOrigins: new Set([...parseAllowedOrigins(options.cors ?? []), ...parsePublicUrl(options.publicUrl)]),
    isTrustedProxy: resolveTrustedProxies(options.trustedProxies ?? []),
    ingress: resolveIngress(options.ingress, options.build),
    ccu: resolveCcu(options.ccu, options.build),
    oidc: resolveOidc(options.oidc),
    bootstrap: {
      allowFirstRunSetup: options.bootstrap?.allowFirstRunSetup ?? true,
      allowRemoteSetup: options.bootstrap?.allowRemoteSetup ?? false,
      requireCode: options.bootstrap?.requireCode ?? false,
      allowedHosts: (options.bootstrap?.allowedHosts ?? []).map((host) => host.toLowerCase()),
    },
  };
}

function resolveConfigUsers({ configUsers = {}, configUserRoles = {} }: AuthOptions): Settings['configUsers'] {
  const roleOf = new Map<string, Role>();
  for (const [name, role] of Object.entries(configUserRoles)) {
    const account = accountKey(name);
    if (account === null || !isRole(role)) {
      throw new AuthConfigError('configUserRoles', `${JSON.stringify(name)} needs viewer, operator or admin`);
    }
    roleOf.set(account, role);
  }
  const users = new Map<string, { readonly password: string; readonly role: Role }>();
  for (const [name, password] of Object.entries(configUsers)) {
    const account = accountKey(name);
    if (account === null) throw new AuthConfigError('configUsers', `not a user name: ${JSON.stringify(name)}`);
    if (users.has(account))
      throw new AuthConfigError('configUsers', `${JSON.stringify(name)} names a user that is there already`);
    if (typeof password !== 'string' || password === '')
      throw new AuthConfigError('configUsers', `${JSON.stringify(name)} has no password`);
    users.set(account, { password, role: roleOf.get(account) ?? 'admin' });
  }
  return users;
}

/** A peer at such an address is believed about others: more than one site's public addresses is a slip. */
const proxyLimits = { minPrefixV4: 24, minPrefixV6: 56, privateOfAnyWidth: true } as const;

function resolveTrustedProxies(cidrs: readonly string[]): AddressMatcher {
  try {
    return matchCidrs(cidrs, proxyLimits);
  } catch (error) {
    throw new AuthConfigError('trustedProxies', (error as Error).message);
  }
}
