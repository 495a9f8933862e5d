import { readFile, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { basic } from '../src/testing/index.js';

const folder = join(import.meta.dirname, '..');

it('the program of the README guards a plain Node server', async () => {
  const readme = await readFile(join(folder, 'README.md'), 'utf8');
  const program = /```js\n(import \{ createServer \}[\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const file = join(import.meta.dirname, `.readme-${process.pid}.mjs`);
  await writeFile(file, program.replace("'@ccu-gateway/auth-core'", "'../src/index.js'"));
  onTestFinished(() => rm(file));
  const { server } = (await import(file)) as { readonly server: Server };
  onTestFinished(() => void server.close());
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/devices`;

  const welcome = await fetch(url, { headers: { Authorization: basic('karl', 'a-long-password') } });
  expect([welcome.status, await welcome.text()]).toEqual([200, 'Hello karl']);
  const refused = await fetch(url);
  expect(refused.status).toBe(401);
  expect(refused.headers.get('www-authenticate')).toBe('Basic realm="service", charset="UTF-8"');
  expect(await refused.json()).toMatchObject({ code: 'unauthorized', reason: 'unauthenticated' });
  const wrong = await fetch(url, { method: 'POST', headers: { Authorization: basic('karl', 'wrong-password') } });
  expect(wrong.status).toBe(401);
});
