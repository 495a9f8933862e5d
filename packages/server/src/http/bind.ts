import type { Server } from 'node:net';

/** Listens, or rejects with the error of the operating system. */
export function bind(server: Server, host: string | undefined, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
