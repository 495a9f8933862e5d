import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installationProblem } from '@ccu-gateway/contract';
import { diagnose } from '@ccu-gateway/gateway-core/parts';
import { doctorCases } from '@ccu-gateway/gateway-core/testing';
import { describe, expect, it } from 'vitest';
import { readHelp } from '../build/read-help.js';
import { HELP, PARTS } from '../src/help/problem-help.js';
import { HELP_OF_STATE } from '../src/pages/centrals/central-facts.js';
import { anchorIn } from '../src/pages/doctor/report.js';
import { EQUIVALENTS } from '../src/pages/help/equivalents.js';
import { pageAt } from '../src/pages/registry.js';
import { TESTABLE } from '../src/pages/settings/section-test.tsx';

const docs = join(import.meta.dirname, '../../../docs');
const source = join(import.meta.dirname, '../src');

const documents = ['troubleshooting.md', 'de/troubleshooting.md'].map((path) => {
  const { intro, sections } = readHelp(path, readFileSync(join(docs, path), 'utf8'));
  const anchors = sections.flatMap(({ id, rows }) => [id, ...rows.flatMap((row) => row.id ?? [])]);
  const parts = [
    ...intro,
    ...sections.flatMap(({ paragraphs, rows }) => [...paragraphs, ...rows.flatMap(({ cells }) => cells)]),
  ].flat();
  const links = parts.filter((part) => typeof part === 'object');
  return { path, anchors, links };
});

/** Anchors that components name themselves. */
const named = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .flatMap((name) => [
    ...readFileSync(join(source, name), 'utf8').matchAll(/<(?:HelpLink to|TestOutcome test=\{test\} help)="([^"]+)"/g),
  ])
  .map(([, anchor = '']) => anchor);

const ofFindings = doctorCases()
  .flatMap((facts) => diagnose(facts).findings)
  .flatMap(({ docs: section }) => (section === undefined ? [] : [anchorIn(section)]));

describe.each(documents)('the help from $path', ({ anchors, links }) => {
  const missing = (wanted: readonly string[]) => [...new Set(wanted)].filter((anchor) => !anchors.includes(anchor));

  it('has no anchor twice', () => {
    expect(new Set(anchors).size).toBe(anchors.length);
  });

  it('has the symptom of each kind of problem and of each part of the gateway', () => {
    expect(missing([...Object.values(HELP), ...Object.values(PARTS)])).toEqual([]);
  });

  it('has the symptom of each state of a CCU', () => {
    expect(missing(Object.values(HELP_OF_STATE))).toEqual([]);
  });

  it('has each finding of the doctor that is not well', () => {
    expect(ofFindings.length).toBeGreaterThan(100);
    expect(missing(ofFindings)).toEqual([]);
  });

  it('has the symptoms that pages name', () => {
    expect(named).toEqual(expect.arrayContaining(['alarm-does-not-arm', 'webhook']));
    expect(missing([...named, ...Object.values(TESTABLE)])).toEqual([]);
  });

  it('has the symptoms that it leads to itself', () => {
    const wanted = links.flatMap((link) => ('anchor' in link ? [link.anchor] : []));
    expect(wanted.length).toBeGreaterThan(0);
    expect(missing(wanted)).toEqual([]);
  });

  it('leads to each page of the app that is named for a document', () => {
    const linked = links.flatMap((link) => ('document' in link ? [link.document.replace(/^de\//, '')] : []));
    expect([...EQUIVALENTS.keys()].filter((document) => !linked.includes(document))).toEqual([]);
  });
});

it('names a symptom for each kind of problem of the contract', () => {
  expect(Object.keys(HELP).sort()).toEqual([...installationProblem.shape.kind.options].sort());
});

it('names pages of the app for documents with the roles that these pages need', () => {
  const roles = [...EQUIVALENTS.values()].map(({ page, role }) => [pageAt(`/${page}`)?.role ?? 'viewer', role]);
  expect(roles.filter(([needed, named]) => needed !== named)).toEqual([]);
});
