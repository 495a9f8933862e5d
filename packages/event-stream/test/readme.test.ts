import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('runs the program of the README', async () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const program = /```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const modules = { '@ccu-gateway/event-stream': await import('../src/index.js') };
  const body = program.replace(/^import (\{.*\}) from '(.*)';$/gm, 'const $1 = modules["$2"];');
  const lines: string[] = [];
  const run = new Function('modules', 'console', `return (async () => {${body}})()`);
  await run(modules, { log: (...parts: unknown[]) => lines.push(parts.join(' ')) });
  expect(lines).toEqual(['device.trigger {"press":"short"}', 'hub.sysvar_changed {"value":true}']);
});
