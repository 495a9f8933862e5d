import { isIP } from 'node:net';
import { usageError } from '../terminal/exit.js';

/** Refuses URLs with a secret, because shells and proxies store them. */
export function checkUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw usageError('the URL must begin with http:// or https://', 'for example --url http://localhost:8119');
  }
  if (url.username !== '' || url.password !== '') {
    throw usageError('the URL must not contain a user or password', 'set CCU_GATEWAY_TOKEN instead');
  }
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`;
}

/** Gateways with the same data, with commas between them. @throws CliError */
export function checkUrls(text: string): readonly string[] {
  const urls = text.split(',').map((each) => checkUrl(each.trim()));
  if (new Set(urls.map((url) => new URL(url).protocol)).size > 1) {
    throw usageError(
      'several URLs must all begin with https://, or all with http://',
      'the token goes to each of them',
    );
  }
  return urls;
}

/** True for a host on this machine. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  if (isIP(name) === 4) return name.startsWith('127.');
  return name === '::1' || name === 'localhost' || name.endsWith('.localhost');
}
