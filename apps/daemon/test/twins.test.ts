import { apiOperations, wsCommands } from '@ccu-gateway/server';
import { expect, it } from 'vitest';
import { ALONE, TWINS } from './conformance/twins.js';

const commands = new Map(wsCommands.map(({ name, access }) => [name, access]));
const operations = new Map(apiOperations.map(({ method, path, access }) => [`${method} ${path}`, access]));

it('names the REST twin of every command, or says why it has none', () => {
  const open = [...commands.keys()].filter((name) => !(name in TWINS) && !(name in ALONE));
  expect(open, 'add each to TWINS or to ALONE in conformance/twins.ts').toEqual([]);
  const both = Object.keys(ALONE).filter((name) => name in TWINS);
  expect(both).toEqual([]);
});

it('names no command and no operation that does not exist', () => {
  expect([...Object.keys(TWINS), ...Object.keys(ALONE)].filter((name) => !commands.has(name))).toEqual([]);
  expect(Object.values(TWINS).filter((twin) => !operations.has(twin))).toEqual([]);
});

it('gives a command the role of its twin', () => {
  const differing = Object.entries(TWINS).filter(([name, twin]) => commands.get(name) !== operations.get(twin));
  expect(differing).toEqual([]);
});
