import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const packages: Readonly<Record<string, () => Promise<object>>> = {
  '@ccu-gateway/auth-core': () => import('@ccu-gateway/auth-core'),
  '@ccu-gateway/device-model': () => import('@ccu-gateway/device-model'),
  '@ccu-gateway/event-stream': () => import('@ccu-gateway/event-stream'),
  '@ccu-gateway/server': () => import('../src/index.js'),
};

it('the program of the README runs and shows the devices', async () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const program = /```js\n([\s\S]*?)```/.exec(readme)![1]!;
  const body = program.replaceAll(/^import (\{.*\}) from '(.*)';$/gm, 'const $1 = await load("$2");');
  const printed: unknown[] = [];
  const run = new Function('load', 'console', `return (async () => {${body}})()`) as (
    load: (name: string) => Promise<object>,
    console: { readonly log: (...parts: readonly unknown[]) => void },
  ) => Promise<void>;
  await run((name) => packages[name]!(), { log: (...parts) => printed.push(...parts) });
  expect(printed).toEqual([200, { items: [], page: 1, per_page: 50, total: 0 }]);
});
