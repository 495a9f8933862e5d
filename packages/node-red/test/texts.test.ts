import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { startFakeRed } from './fake-red.js';

const at = (path: string) => new URL(`../${path}`, import.meta.url);
const read = (path: string) => readFileSync(at(path), 'utf8');
const languages = ['en-US', 'de'];
const nodes = ['connection', 'control', 'event', 'history', 'message', 'program', 'status', 'sysvar', 'value'];

function keysOf(tree: object, before = ''): readonly string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${before}${key}`] : keysOf(value, `${before}${key}.`),
  );
}
const catalogue = (language: string) => JSON.parse(read(`public/locales/${language}/ccu-gateway.json`)) as object;

it('both languages have the same texts with the same values in them', () => {
  const [english = '', german = ''] = languages.map((language) => JSON.stringify(catalogue(language)));
  expect(keysOf(catalogue('de'))).toEqual(keysOf(catalogue('en-US')));
  const values = (text: string) => [...text.matchAll(/__\w+__/g)].map(([value]) => value).sort();
  expect(values(german)).toEqual(values(english));
});

it('every text that a form or a node names exists', () => {
  const keys = new Set(keysOf(catalogue('en-US')));
  const files = [
    ...readdirSync(at('public/editor')).map((name) => `public/editor/${name}`),
    ...readdirSync(at('src'), { recursive: true }).map((name) => `src/${name}`),
  ].filter((name) => /\.(html|js|ts)$/.test(name));
  const named = files.flatMap((file) => [...read(file).matchAll(/ccu-gateway\.[a-z]+\.\w+/gi)].map(([key]) => key));
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((key) => key !== 'ccu-gateway.read' && !keys.has(key))).toEqual([]);
});

it.each(languages)('the help in %s has a page for each node with the type of each property', (language) => {
  for (const name of nodes) {
    const page = read(`public/locales/${language}/${name}.html`);
    expect(page).toMatch(new RegExp(`^<script type="text/html" data-help-name="ccu-gateway-${name}">`));
    expect(page.match(/<dt>/g)?.length).toBe(page.match(/class="property-type">[^<]/g)?.length);
  }
});

it('every node of the examples and of the README is one that is registered', () => {
  const types: string[] = [];
  const examples = readdirSync(at('examples')).map((name) => read(`examples/${name}`));
  const [, readme = ''] = /```json\n([\s\S]*?)```/.exec(read('README.md')) ?? [];
  for (const text of [...examples, readme]) {
    for (const { type } of JSON.parse(text) as readonly { readonly type: string }[]) types.push(type);
  }
  const ours = new Set(types.filter((type) => type.startsWith('ccu-gateway')));
  const red = startFakeRed('.');
  expect(ours.size).toBeGreaterThan(6);
  for (const type of ours) expect(() => red.add(type, type, {})).not.toThrow();
});

it('a node refuses messages beyond a hundred that wait, and carries out the others in their order', async () => {
  const red = startFakeRed('.');
  const value = red.add('v', 'ccu-gateway-value', { operation: 'get' });
  const answers = Array.from({ length: 102 }, () => value.receive({}).catch((error: Error) => error.message));
  const texts = await Promise.all(answers);
  expect(texts.slice(0, 100)).toEqual(Array(100).fill('msg.channel is missing, and the field of the node is empty'));
  expect(texts.slice(100)).toEqual(Array(2).fill('more than 100 messages wait for the gateway'));
});
