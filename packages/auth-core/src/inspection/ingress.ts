import type { HeaderView } from '../http/headers.js';
import type { IngressSettings } from '../settings/ingress.js';

export interface IngressOrigin {
  /** The path the proxy serves the gateway under, without trailing slash. */
  readonly path: string;
  /** The proxy's user id, when it named one. */
  readonly userId: string | null;
  /** The name of that user, when the proxy sent one that can be shown. */
  readonly userName: string | null;
}

const pathGrammar = /^\/api\/hassio_ingress\/[A-Za-z0-9_-]{8,128}$/;
const userGrammar = /^[A-Za-z0-9_-]{1,128}$/;

/**
 * True when the trusted proxy sent this request. Unless all conditions hold, the proxy's headers are ignored: for the
 * principal, and for every link or cookie path.
 */
export function recogniseIngress(
  settings: IngressSettings | null,
  peer: string,
  headers: HeaderView,
): IngressOrigin | null {
  if (!settings) return null;
  const path = headers.get('x-ingress-path');
  if (path === undefined || !pathGrammar.test(path) || !settings.isTrustedPeer(peer)) return null;
  const userId = headers.get('x-remote-user-id') ?? '';
  if (!userGrammar.test(userId)) return { path, userId: null, userName: null };
  const userName = nameIn(headers.get('x-remote-user-name')) ?? nameIn(headers.get('x-remote-user-display-name'));
  return { path, userId, userName };
}

const longestName = 64;

/** A name as it can stand in a line: of one line, of bounded length, and none of characters that cannot be seen. */
function nameIn(header: string | undefined): string | null {
  if (header === undefined) return null;
  const name = textOf(header)
    .normalize('NFC')
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim();
  return name === '' ? null : [...name].slice(0, longestName).join('').trimEnd();
}

/** Headers are read byte by byte, while the proxy writes names as UTF-8. */
function textOf(header: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'));
  } catch {
    return header;
  }
}
