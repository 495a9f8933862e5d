import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SharedLog } from '@ccu-gateway/event-stream';
import { openJetStreamLog } from '@ccu-gateway/event-stream/jetstream';
import { afterEach, describe, expect, it } from 'vitest';
import { repository } from './process.js';
import { startProgram } from './real-program.js';
import { freePort, PROGRAMS_ENV } from './real-proxies.js';

const SHIPPED = readFileSync(join(repository, 'deploy/nats.conf'), 'utf8');
const missing = spawnSync('nats-server', ['-v'], { env: PROGRAMS_ENV }).error
  ? ' (skipped: nats-server is not installed)'
  : '';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Three servers with the shipped file, each with ports and a folder of its own. */
async function startBrokers() {
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
      const program = await startProgram('nats-server', ['-c', file], {
        env: { ...PROGRAMS_ENV, ...env, ...secrets },
        port,
      });
      cleanups.push(() => program.stop('SIGKILL'));
      return { url: `nats://127.0.0.1:${port}`, kill: () => program.stop('SIGKILL') };
    }),
  );
}

const open = (servers: readonly string[], pass: string): Promise<SharedLog> =>
  openJetStreamLog({
    connection: { servers: [...servers], user: 'gateway', pass },
    name: 'events',
    owner: 'house',
    shape: { replicas: 3, maxBytes: 1024 ** 2 },
  });

/** What somebody answers, once somebody does. */
async function answerOf<T>(ask: () => Promise<T>): Promise<T> {
  let answer: { readonly value: T } | undefined;
  await expect
    .poll(async () => {
      answer = await ask().then(
        (value) => ({ value }),
        () => undefined,
      );
      return answer !== undefined;
    })
    .toBe(true);
  if (answer === undefined) throw new Error('nobody answers');
  return answer.value;
}

describe('deploy/nats.conf', () => {
  it.skipIf(missing !== '')(
    `keeps the stream on three servers, and goes on without any one of them${missing}`,
    async () => {
      const brokers = await startBrokers();
      const urls = brokers.map(({ url }) => url);
      await expect(open(urls, 'wrong')).rejects.toThrow(/authorization/i);
      // The servers have to find each other first.
      const log = await answerOf(() => open(urls, 'g-secret'));
      cleanups.push(() => log.close());
      const writer = await answerOf(() => log.openWriter('home'));
      const append = (id: string) => writer.append([{ id, topic: 'a', text: '{}', key: 'a' }]);
      await expect.poll(async () => (await append('1')).outcome).toBe('appended');
      await brokers[0]?.kill();
      await expect.poll(async () => (await append('2')).outcome).toBe('appended');
      // Reading asks the leader of the servers, which may have been the one that ended: until there is another one, nobody answers.
      const ids = async () => (await log.page({ since: 0, limit: 10 })).records.map(({ id }) => id);
      await expect.poll(() => ids().catch((error: unknown) => error)).toEqual(['1', '2']);
    },
  );
});
