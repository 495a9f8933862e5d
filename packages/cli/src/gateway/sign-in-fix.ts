import { isLoopback } from './url.js';

/** Where the credential of a command came from. */
export type CredentialSource =
  | { readonly from: 'login'; readonly name: string }
  | { readonly from: 'variable' | 'stdin' | 'nowhere' };

/** The step that leads to a credential that counts: a sign-in, and the removal of a credential that hides it. */
export function signInFix(url: string, source: CredentialSource): string {
  const { protocol, hostname, origin, pathname } = new URL(url);
  const target = `${origin}${pathname.replace(/(?<!\/)\/+$/, '')}`;
  const name = source.from === 'login' ? ` ${source.name}` : '';
  const http = protocol === 'http:' && !isLoopback(hostname) ? ' --allow-http' : '';
  const login = `ccu-gateway login${name} --url ${target}${http}`;
  if (source.from === 'variable') return `${login}, and unset CCU_GATEWAY_TOKEN, which wins over a login`;
  return source.from === 'stdin' ? `${login}, and leave --token-stdin out` : login;
}
