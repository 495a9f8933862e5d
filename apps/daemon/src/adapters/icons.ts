import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { WebPlace } from '@ccu-gateway/gateway-core/parts';

const TIMEOUT_MS = 5_000;

/** Fetches a file of the web interface of a CCU; a file larger than `limit` is no picture. */
export function fetchOverHttp(place: WebPlace, path: string, limit: number) {
  const { host, port, tls, insecure, permit } = place;
  return new Promise<Uint8Array | undefined>((resolve, reject) => {
    permit();
    const request = (tls ? httpsRequest : httpRequest)(
      // A connection of its own, so that it is known when there is one.
      { host, port, path, agent: false, timeout: TIMEOUT_MS, ...(tls ? { rejectUnauthorized: !insecure } : {}) },
      (response) => {
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
      },
    );
    request.on('timeout', () => request.destroy(new Error(`${path} did not come in time`)));
    request.on('error', reject);
    // Data written earlier goes out when the connection is made, which takes its time: the right may have ended by
    // then.
    request.once('socket', (socket) =>
      socket.once(tls ? 'secureConnect' : 'connect', () => {
        try {
          permit();
        } catch (error) {
          reject(error);
          request.destroy();
          return;
        }
        request.end();
      }),
    );
  });
}
