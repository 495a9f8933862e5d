import { AuthConfigError } from '../model/problem.js';

const defaultPorts: Readonly<Record<string, string>> = { http: '80', https: '443' };
const hostGrammar = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?$/;
const originGrammar = /^(https?):\/\/([^/?#@\\]+)$/;

/** Host in lower case, with the port unless it is the scheme's default. Null for an invalid host. */
export function canonicalHost(host: string, scheme: string): string | null {
  const match = hostGrammar.exec(host.toLowerCase());
  if (!match) return null;
  const [, name, port] = match;
  return port === undefined || port === defaultPorts[scheme] ? `${name}` : `${name}:${Number(port)}`;
}

/** Scheme and host of an origin, in comparable form. Null for an invalid origin. */
export function parseOrigin(origin: string): { readonly scheme: string; readonly host: string } | null {
  const match = originGrammar.exec(origin.toLowerCase());
  if (!match) return null;
  const [, scheme = '', authority = ''] = match;
  const host = canonicalHost(authority, scheme);
  return host === null ? null : { scheme, host };
}

/** The origin of the address that people open, in comparable form; none where it is not set. */
export function parsePublicUrl(publicUrl: string | undefined): readonly string[] {
  if (publicUrl === undefined) return [];
  const origin = URL.canParse(publicUrl) ? parseOrigin(new URL(publicUrl).origin) : null;
  if (!origin) throw new AuthConfigError('publicUrl', `not an http or https URL: ${JSON.stringify(publicUrl)}`);
  return [`${origin.scheme}://${origin.host}`];
}

/** Configured origins in comparable form. */
export function parseAllowedOrigins(cors: readonly string[]): ReadonlySet<string> {
  return new Set(
    cors.map((entry) => {
      if (entry === '*') {
        throw new AuthConfigError('cors', '"*" would let every site use the visitor’s session; list origins');
      }
      const origin = parseOrigin(entry);
      if (!origin) throw new AuthConfigError('cors', `not an origin (scheme://host[:port]): ${JSON.stringify(entry)}`);
      return `${origin.scheme}://${origin.host}`;
    }),
  );
}
