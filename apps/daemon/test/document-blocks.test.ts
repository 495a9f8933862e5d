import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import ts from 'typescript';
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

describe('programs of documents', () => {
  const programs = ['js', 'ts'].flatMap(blocksOf).filter(({ text }) => text.includes("from '@ccu-gateway/"));

  it('have the types of the packages', () => {
    expect(programs.length).toBeGreaterThanOrEqual(3);
    const files = new Map(
      programs.map(({ text }, index) => [join(repository, `document-${index}.mjs`), `export {};\n${text}`]),
    );
    expect(complaintsAbout(files).map((complaint) => complaint.replace(/document-(\d+)\.mjs/, nameOf))).toEqual([]);
  });

  const nameOf = (_: string, index: string) => programs[Number(index)]?.name ?? '';
});

/** Errors of the compiler about programs that lie beside the packages. */
function complaintsAbout(files: ReadonlyMap<string, string>): readonly string[] {
  const options: ts.CompilerOptions = {
    // Examples read variables of the environment without a default.
    strictNullChecks: false,
    ...{ strict: true, allowJs: true, checkJs: true, noEmit: true, skipLibCheck: true },
    ...{ target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.NodeNext, types: ['node'] },
    customConditions: ['@ccu-gateway/source'],
  };
  const host = ts.createCompilerHost(options);
  const read = host.readFile.bind(host);
  const exists = host.fileExists.bind(host);
  const open = host.getSourceFile.bind(host);
  host.readFile = (path) => files.get(path) ?? read(path);
  host.fileExists = (path) => files.has(path) || exists(path);
  host.getSourceFile = (path, ...more) => {
    const text = files.get(path);
    return text === undefined ? open(path, ...more) : ts.createSourceFile(path, text, ts.ScriptTarget.ES2023);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files.keys()].flatMap((path) =>
    ts.getPreEmitDiagnostics(program, program.getSourceFile(path)).map(({ messageText }) => {
      const message = ts.flattenDiagnosticMessageText(messageText, '\n');
      return `${basename(path)}: ${message}`;
    }),
  );
}
