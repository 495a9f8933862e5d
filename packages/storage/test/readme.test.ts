import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startStorage } from './fixture.js';

it('runs the program of the README', async () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const program = /```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const modules: Record<string, unknown> = {
    '@ccu-gateway/auth-core': await import('@ccu-gateway/auth-core'),
    '@ccu-gateway/storage': await import('../src/index.js'),
  };
  const body = program.replace(/^import (\{.*\}) from '(.*)';$/gm, 'const $1 = modules["$2"];');
  const world = await startStorage();
  const lines: string[] = [];
  const run = new Function('modules', 'process', 'console', `return (async () => {${body}})()`);
  await run(
    modules,
    { env: { DATA_DIR: world.dataDir } },
    { log: (...parts: unknown[]) => lines.push(parts.join(' ')) },
  );
  expect(lines).toEqual([expect.stringMatching(/^token [A-Za-z0-9_-]{43}$/), 'token.create setup-script']);
  expect((await world.storage.auth.tokens.list()).map((token) => token.subject)).toEqual(['grafana']);
  world.close();
});
