import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { repository } from '../process.js';
import type { World } from '../world.js';
import { type Assistant, connectAssistant, startMcpWorld } from './assistant.js';

const page = readFileSync(join(repository, 'docs/mcp-questions.md'), 'utf8');
const sections = page.split(/^## /m).slice(1);
const questions = sections.map((section) => {
  const [, title = '', tool = '', args = '', answer = ''] =
    /^\d+\. (.+)\n\n`(\w+) (\{.*\})`\n\n```json\n([\s\S]*?)```\n/.exec(section) ?? [];
  return { title, tool, args, answer };
});

let world: World;
let assistant: Assistant;
beforeAll(async () => {
  world = await startMcpWorld({ allow: 'everything', locks: false }, { history: true });
  assistant = await connectAssistant(world, world.tokens.admin);
});
afterAll(async () => {
  await assistant[Symbol.asyncDispose]();
  await world.close();
});

/** A matcher of the shortened answer: members may be more, and entries of a list, too. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return expect.arrayContaining(value.map(shortened));
  if (typeof value !== 'object' || value === null) return value;
  return expect.objectContaining(
    Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shortened(member)])),
  );
}

it('finds at least twenty questions, each with a call and an answer', () => {
  expect(questions.length).toBeGreaterThanOrEqual(20);
  expect(questions.map(({ tool }) => tool)).not.toContain('');
});

it.each(questions)('$title', async ({ tool, args, answer }) => {
  expect(await assistant.ask(tool, JSON.parse(args))).toEqual(shortened(JSON.parse(answer)));
});
