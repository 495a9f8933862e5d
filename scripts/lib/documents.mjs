// The records in docs/adr have one form, their index lists each of them, and no document names a file that does not exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const folder = join(root, 'docs/adr');
const sections = ['## Context', '## Decision', '## Alternatives', '## Consequences'];
const most = { records: 40, words: 300, title: 72 };

const guides = ['AGENTS.md', 'CONTRIBUTING.md', 'README.md', 'docs/architecture.md'];

/** Prints the faults of the documents; answers the exit code. */
export function documents() {
  const files = readdirSync(folder).filter((name) => name !== 'README.md');
  const faults = [
    ...guides.flatMap((file) => missingPaths(file, readFileSync(join(root, file), 'utf8'))),
    ...recordFaults(files),
    ...wrongReferences(files),
  ];
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  return faults.length === 0 ? 0 : 1;
}

function recordFaults(files) {
  const index = readFileSync(join(folder, 'README.md'), 'utf8').split('\n');
  const faults = files.flatMap((file) => [
    ...formFaults(file, read(file)),
    ...missingPaths(file, read(file)),
    ...wrongRow(file, index),
  ]);
  for (const row of index.filter((line) => /^- \[/.test(line))) {
    const file = /\]\(([^)]+)\)/.exec(row)?.[1] ?? row;
    if (!files.includes(file)) faults.push(`README.md: names ${file}, which does not exist`);
  }
  if (files.length > most.records)
    faults.push(`${files.length} records, at most ${most.records}: merge those of one subject`);
  return faults.map((fault) => `docs/adr/${fault}`);
}

/** The faults of the form of one record: name, title, sections and length. */
export function formFaults(file, text) {
  const faults = [];
  const [number, title] = headOf(text);
  if (number === undefined) return [`${file}: must begin with "# N. Area: decision"`];
  const name = `${number.padStart(4, '0')}-${slug(title)}.md`;
  if (file !== name) faults.push(`${file}: the name must be ${name}`);
  if (title.length > most.title)
    faults.push(`${file}: the title has ${title.length} characters, at most ${most.title}`);
  const found = text.split('\n').filter((line) => /^## /.test(line));
  if (found.join() !== sections.join())
    faults.push(`${file}: must have the sections ${sections.join(', ')}, in this order`);
  for (const heading of found) if (body(text, heading) === '') faults.push(`${file}: "${heading}" is empty`);
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  if (words > most.words) faults.push(`${file}: ${words} words, at most ${most.words}`);
  return faults;
}

/** Number and title of a record, none where its first line has another form. */
const headOf = (text) => /^# (\d+)\. ([A-Z][^:\n]+: [^\n]+)\n/.exec(text)?.slice(1) ?? [];

const slug = (title) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** A document names only files that exist. A pattern counts by what stands before its first `*`; `<family>` is left out. */
function missingPaths(file, text) {
  const paths = [...text.matchAll(/`((?:packages|apps|scripts|docs)\/[^`\s<]+)`|\]\((\d{4}-[^)#]+\.md)\)/g)];
  return paths
    .map(([, path, record]) => path ?? `docs/adr/${record}`)
    .filter((path) => !exists(path))
    .map((path) => `${file}: names ${path}, which does not exist`);
}

function exists(path) {
  const [start, pattern] = path.split('*', 2);
  if (pattern === undefined) return existsSync(join(root, path));
  const parent = start.slice(0, start.lastIndexOf('/'));
  const beginning = start.slice(parent.length + 1);
  return existsSync(join(root, parent)) && readdirSync(join(root, parent)).some((name) => name.startsWith(beginning));
}

/** Documents link to records that exist, and comments give the number of one ("ADR 20"). */
function wrongReferences(records) {
  const numbers = new Set(records.map((file) => Number.parseInt(file, 10)));
  return textFiles('.').flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const links = [...text.matchAll(/\badr\/(\d{4}-[^)#\s]+\.md)/g)].map(([, record]) => record);
    const cited = [...text.matchAll(/\bADR (\d+)\b(?! of )/g)].map(([, number]) => Number(number));
    return [
      ...links.filter((record) => !records.includes(record)).map((record) => `${file}: links to ${record}`),
      ...cited.filter((number) => !numbers.has(number)).map((number) => `${file}: cites ADR ${number}`),
    ].map((fault) => `${fault}, which does not exist`);
  });
}

const skipped = new Set(['node_modules', 'dist', 'var', 'coverage']);

function textFiles(at) {
  return readdirSync(join(root, at), { withFileTypes: true }).flatMap((entry) => {
    const path = at === '.' ? entry.name : `${at}/${entry.name}`;
    if (entry.isDirectory()) return skipped.has(entry.name) || entry.name.startsWith('.') ? [] : textFiles(path);
    return entry.isFile() && /\.(md|[cm]?[jt]sx?|sh|ya?ml)$/.test(entry.name) ? [path] : [];
  });
}

function wrongRow(file, index) {
  const [number, title] = headOf(read(file));
  const row = `- [${number}](${file}) ${title}`;
  return number === undefined || index.includes(row) ? [] : [`README.md: needs the line "${row}"`];
}

/** The text below a heading, on one line. */
function body(text, heading) {
  const after = text.split(`\n${heading}\n`)[1] ?? '';
  return after.split(/^## /m)[0].replace(/\s+/g, ' ').trim();
}

const read = (file) => readFileSync(join(folder, file), 'utf8');
