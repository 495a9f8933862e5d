import { get as httpGet } from 'node:http';
import { get as httpsGet } from 'node:https';
import type { WebPlace } from '@ccu-gateway/gateway-core/parts';

const TIMEOUT_MS = 5_000;

/** Fetches a file of the web interface of a CCU; what is larger than `limit` is no picture. */
export function fetchOverHttp({ host, port, tls, insecure }: WebPlace, path: string, limit: number) {
  return new Promise<Uint8Array | undefined>((resolve, reject) => {
    const options = { host, port, path, timeout: TIMEOUT_MS, ...(tls ? { rejectUnauthorized: !insecure } : {}) };
    const request = (tls ? httpsGet : httpGet)(options, (response) => {
      if (response.statusCode !== 200) {
        response.resume();
        resolve(undefined);
        return;
      }
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > limit) response.destroy(new Error(`${path} is larger than ${limit} bytes`));
        else chunks.push(chunk);
      });
      response.on('end', () => resolve(Buffer.concat(chunks)));
      response.on('error', reject);
    });
    request.on('timeout', () => request.destroy(new Error(`${path} did not come in time`)));
    request.on('error', reject);
  });
}
