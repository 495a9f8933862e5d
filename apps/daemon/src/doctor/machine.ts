import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { dirname } from 'node:path';
import type { DoctorFacts, PortFacts } from '@ccu-gateway/gateway-core/use-cases';
import { type GatewayConfig, LISTEN, parseListen } from '../config/index.js';

/** Free space at a path, existing or not; undefined where the system does not report it. */
export function diskOf(path: string): DoctorFacts['disk'] {
  const there = nearest(path);
  try {
    const { bavail, bsize } = statfsSync(there);
    return { path, freeBytes: bavail * bsize };
  } catch {
    return undefined;
  }
}

/** The path itself, or the directory above it that is there. */
export function nearest(path: string): string {
  if (existsSync(path) || dirname(path) === path) return path;
  return nearest(dirname(path));
}

/** Addresses of this machine, and a flag for a container. */
export function networkOf(): DoctorFacts['network'] {
  const addresses = Object.entries(networkInterfaces()).flatMap(([name, found = []]) =>
    found.map(({ address }) => ({ name, address })),
  );
  return { container: isContainer(), addresses };
}

function isContainer(): boolean {
  if (existsSync('/.dockerenv') || existsSync('/run/.containerenv')) return true;
  try {
    return /docker|kubepods|containerd|lxc/.test(readFileSync('/proc/1/cgroup', 'utf8'));
  } catch {
    return false;
  }
}

/** Where the gateway listens with this configuration. */
export function doorsOf({ north, callback }: GatewayConfig): readonly Omit<PortFacts, 'state'>[] {
  const listen = parseListen(north.rest.listen);
  return [
    ...(listen === undefined ? [] : [{ setting: LISTEN.key, host: listen.host ?? '::', port: listen.port }]),
    { setting: 'callback.port', host: callback.host, port: callback.port },
    { setting: 'callback.bin_port', host: callback.host, port: callback.bin_port },
  ];
}

/** State of each port. Ports that the system chooses are always free. */
export async function portStates(
  doors: readonly Omit<PortFacts, 'state'>[],
  isOwn: boolean,
): Promise<readonly PortFacts[]> {
  return await Promise.all(
    doors
      .filter(({ port }) => port !== 0)
      .map(async (door) => ({ ...door, state: isOwn ? 'own' : await tryPort(door) })),
  );
}

function tryPort({ host, port }: Omit<PortFacts, 'state'>): Promise<PortFacts['state']> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'EADDRINUSE') resolve('taken');
      else resolve(code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' ? 'no_address' : 'denied');
    });
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve('free')));
  });
}
