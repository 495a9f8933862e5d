import { readFileSync } from 'node:fs';
import * as http from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as ws from 'ws';
import * as client from '../src/client/index.js';
import * as stream from '../src/index.js';
import * as websocket from '../src/websocket/index.js';

const modules = {
  'node:http': http,
  ws,
  '@ccu-gateway/event-stream': stream,
  '@ccu-gateway/event-stream/client': client,
  '@ccu-gateway/event-stream/websocket': websocket,
};

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
const programs = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, program]) => program ?? '');

/** Output of the program. */
async function run(program: string): Promise<string[]> {
  const body = program.replace(/^\s*import (\{.*\}) from '(.*)';$/gm, 'const $1 = modules["$2"];');
  const lines: string[] = [];
  const console = {
    log: (...parts: unknown[]) => lines.push(parts.join(' ')),
    error: (error: unknown) => lines.push(`error: ${error}`),
  };
  await new Function('modules', 'console', `return (async () => {${body}})()`)(modules, console);
  return lines;
}

it('runs the first program of the README', async () => {
  expect(await run(programs[0] ?? '')).toEqual([
    'device.trigger {"press":"short"}',
    'hub.sysvar_changed {"value":true}',
  ]);
});

it('runs its server with a log, and the client that stays on across a restart of it', async () => {
  expect(programs).toHaveLength(3);
  expect(await run(`${programs[1]}\n${programs[2]}`)).toEqual(['{"value":true}', '{"value":false}']);
});
