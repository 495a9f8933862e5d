import type { IncomingMessage } from 'node:http';
import { API_PREFIX } from './routes.js';

const PROBED = new Set([`${API_PREFIX}/health`, `${API_PREFIX}/info`]);

/**
 * Health checks of proxies in HTTP/1.0 name no host (`option httpchk` of HAProxy). They get their answer; access
 * control reads the original headers and sees no host.
 */
export function allowHostless(request: IncomingMessage): void {
  const { method, headers, url = '' } = request;
  if (headers.host !== undefined && headers.host !== '') return;
  const [path = ''] = url.split('?', 1);
  if (method === 'OPTIONS' || ((method === 'GET' || method === 'HEAD') && PROBED.has(path))) headers.host = 'localhost';
}
