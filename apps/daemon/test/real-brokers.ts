import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { natsServer } from '../../../packages/event-stream/test/nats-server.js';
import { repository } from './process.js';
import { startProgram } from './real-program.js';
import { freePort, PROGRAMS_ENV } from './real-proxies.js';

const SHIPPED = readFileSync(join(repository, 'deploy/nats.conf'), 'utf8');

export const noBrokers = natsServer === undefined ? ' (skipped: nats-server is not installed)' : '';

/** Three servers with the shipped file, each with ports and a folder of its own; `cleanups` run in reverse order. */
export async function startBrokers(cleanups: (() => unknown)[]) {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-broker-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const nodes = [];
  for (const name of ['nats-1', 'nats-2', 'nats-3']) {
    nodes.push({ name, port: await freePort(), routePort: await freePort() });
  }
  const env = Object.fromEntries(
    nodes.map(({ routePort }, index) => [`NATS_ROUTE_${index + 1}`, `nats://route:r-secret@127.0.0.1:${routePort}`]),
  );
  return Promise.all(
    nodes.map(async ({ name, port, routePort }) => {
      const file = join(folder, `${name}.conf`);
      const text = [
        ['port: 4222', `host: 127.0.0.1\nport: ${port}`],
        ['port: 6222', `host: 127.0.0.1\n  port: ${routePort}`],
        ['/data', join(folder, name)],
        ['8GiB', '64MiB'],
      ].reduce((all, [there = '', here = '']) => {
        if (!all.includes(there)) throw new Error(`deploy/nats.conf has no "${there}"`);
        return all.replace(there, here);
      }, SHIPPED);
      writeFileSync(file, text);
      const secrets = { NATS_NAME: name, NATS_ROUTE_PASSWORD: 'r-secret', NATS_PASSWORD: 'g-secret' };
      const start = () =>
        startProgram(natsServer ?? '', ['-c', file], { env: { ...PROGRAMS_ENV, ...env, ...secrets }, port });
      let program = await start();
      const kill = () => program.stop('SIGKILL');
      cleanups.push(kill);
      return {
        url: `nats://127.0.0.1:${port}`,
        kill,
        /** With what it had stored. */
        async start() {
          program = await start();
        },
      };
    }),
  );
}
