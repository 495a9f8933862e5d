import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from '../src/config/index.js';
import { repository } from './process.js';

const pages = ['docs', 'docs/howto', 'docs/de', 'docs/de/howto'].flatMap((folder) =>
  readdirSync(join(repository, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`),
);
const blocksOf = (language: string) =>
  pages.flatMap((page) =>
    [...readFileSync(join(repository, page), 'utf8').matchAll(/^( *)```(\w+)\n([\s\S]*?)^ *```/gm)]
      .filter(([, , named]) => named === language)
      .map(([, indent = '', , text = ''], index) => ({
        name: `${page} (${index + 1})`,
        text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      })),
  );

const SECTIONS = Object.keys(loadConfig({ argv: [], env: {}, cwd: tmpdir() }).config);
const dir = mkdtempSync(join(tmpdir(), 'ccu-gateway-blocks-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** True for a part of the configuration; other blocks are of Home Assistant, Docker or Prometheus. */
const isOurs = (text: string) => {
  const value: unknown = parse(text);
  return typeof value === 'object' && value !== null && Object.keys(value).every((key) => SECTIONS.includes(key));
};
const yaml = blocksOf('yaml');
const ours = yaml.filter(({ text }) => isOurs(text));

describe('the blocks of documents', () => {
  it.each(blocksOf('json'))('$name is JSON', ({ text }) => {
    expect(() => JSON.parse(text)).not.toThrow();
  });

  it('are of the configuration in many pages', () => {
    expect(ours.length).toBeGreaterThan(10);
  });

  it.each(ours)('$name is a configuration that a start accepts', ({ text }) => {
    const file = join(dir, 'config.yaml');
    writeFileSync(file, text, { mode: 0o600 });
    const env = Object.fromEntries([...text.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => [name, 'a-long-secret']));
    expect(() => loadConfig({ argv: ['--config', file, '--data-dir', dir], env, cwd: dir })).not.toThrow();
  });
});
