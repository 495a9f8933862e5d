// The records in docs/adr have one form, their index names each of them, and no document names a file that does not exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const folder = join(root, 'docs/adr');
const sections = ['## Status', '## Context', '## Decision', '## Consequences'];

const guides = ['AGENTS.md', 'CONTRIBUTING.md', 'README.md', 'docs/architecture.md'];

/** Prints what is wrong with the documents; answers the exit code. */
export function documents() {
  const missing = guides.flatMap((file) => missingPaths(file, readFileSync(join(root, file), 'utf8')));
  const faults = [...missing, ...recordFaults()];
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  return faults.length === 0 ? 0 : 1;
}

function recordFaults() {
  const index = readFileSync(join(folder, 'README.md'), 'utf8').split('\n');
  const files = readdirSync(folder).filter((name) => name !== 'README.md');
  const faults = files.flatMap((file) => [
    ...wrongForm(file),
    ...missingPaths(file, read(file)),
    ...wrongRow(file, index),
  ]);
  for (const row of index.filter((line) => /^\| \[/.test(line))) {
    const file = /\]\(([^)]+)\)/.exec(row)?.[1] ?? row;
    if (!files.includes(file)) faults.push(`README.md: names ${file}, which does not exist`);
  }
  return faults.map((fault) => `docs/adr/${fault}`);
}

function wrongForm(file) {
  const faults = [];
  const text = read(file);
  const number = Number.parseInt(file, 10);
  if (!/^\d{4}-[a-z0-9-]+\.md$/.test(file)) return [`${file}: the name must be NNNN-words.md`];
  if (!text.startsWith(`# ${number}. `)) faults.push(`${file}: must begin with "# ${number}. Title"`);
  const found = text.split('\n').filter((line) => /^## /.test(line));
  if (found.join() !== sections.join())
    faults.push(`${file}: must have the sections ${sections.join(', ')}, in this order`);
  for (const heading of found) if (body(text, heading) === '') faults.push(`${file}: "${heading}" is empty`);
  if (!/^(Accepted|Proposed|Rejected|Superseded by|Partly superseded by)\b/.test(body(text, '## Status'))) {
    faults.push(`${file}: the status must be Accepted, Proposed, Rejected or (Partly) superseded by another record`);
  }
  return faults;
}

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

function wrongRow(file, index) {
  const row = index.find((line) => line.includes(`](${file}) |`));
  if (row === undefined) return [`README.md: has no row for ${file}`];
  const [number, title, line, status] = row.slice(2, -2).split(' | ');
  const text = read(file);
  const wanted = {
    number: [number, `[${Number.parseInt(file, 10)}](${file})`],
    title: [title, text.split('\n', 1)[0].replace(/^# \d+\. /, '')],
    status: [status, body(text, '## Status').replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')],
  };
  const faults = Object.entries(wanted)
    .filter(([, [found, expected]]) => found !== expected)
    .map(([name, [found, expected]]) => `README.md: ${name} of ${file} is "${found}", the record says "${expected}"`);
  return line?.trim() ? faults : [...faults, `README.md: ${file} has no line of its own`];
}

/** What stands under a heading, on one line. */
function body(text, heading) {
  const after = text.split(`\n${heading}\n`)[1] ?? '';
  return after.split(/^## /m)[0].replace(/\s+/g, ' ').trim();
}

const read = (file) => readFileSync(join(folder, file), 'utf8');
