// The areas of prose in this repository, each with its texts and their faults.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/run.mjs';
import { changesetFaults, faultsOf, recordTitleFaults, sentencesOf, subjectFaults } from './rules.mjs';
import { textsOfSource } from './source-texts.mjs';

/** Subjects of commits before this time are not checked. */
const SUBJECTS_SINCE = '2026-11-28T01:43:00Z';
const SUBJECTS = 50;

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64e6 })
    .split('\n')
    .filter((line) => line !== '');

const read = (path) => readFileSync(join(root, path), 'utf8');

const isRecord = (path) => path.startsWith('docs/adr/');
const isChangeset = (path) => path.startsWith('.changeset/');

/** A unit is one sentence, title or changeset: `{ path, line, prose, faults }`. */
export function readAreas() {
  const markdown = trackedFiles('*.md').filter((path) => !/CHANGELOG|LICENSE/.test(path));
  const areas = {
    markdown: markdown.filter((path) => !isRecord(path) && !isChangeset(path)).flatMap(markdownUnits),
    records: markdown.filter(isRecord).flatMap(markdownUnits),
    recordTitles: markdown.filter((path) => /\/\d{4}-/.test(path) && isRecord(path)).map(titleUnit),
    changesets: markdown.filter((path) => isChangeset(path) && !path.endsWith('README.md')).map(changesetUnit),
    docComments: [],
    testTitles: [],
    uiTexts: [],
    messages: [],
  };
  for (const path of trackedFiles('packages/**', 'apps/**', 'scripts/**').filter(isSource)) {
    for (const [area, texts] of Object.entries(textsOfSource(path, read(path)))) {
      areas[area].push(...texts.flatMap(({ prose, language, ...at }) => proseUnits(at, prose, language)));
    }
  }
  return areas;
}

/** The subjects of the last commits. A copy without history has none. */
export function readSubjects() {
  try {
    return git('log', `-${SUBJECTS}`, '--no-merges', `--since=${SUBJECTS_SINCE}`, '--format=%h %s').map((line) => {
      const [path, ...words] = line.split(' ');
      return { path, line: 0, prose: words.join(' '), faults: subjectFaults(words.join(' ')) };
    });
  } catch {
    return [];
  }
}

/** Tracked and new files that exist. */
function trackedFiles(...patterns) {
  const deleted = new Set(git('ls-files', '--deleted'));
  return git('ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns).filter(
    (path) => !deleted.has(path),
  );
}

const isSource = (path) => /\.(?:tsx?|mjs)$/.test(path) && !/\.d\.m?ts$|\/generated\//.test(path);

function markdownUnits(path) {
  const text = read(path).replace(/^---\n[\s\S]*?\n---\n/, '');
  return proseUnits({ path, line: 0 }, text, path.startsWith('docs/de/') ? 'de' : 'en');
}

const proseUnits = (at, text, language) =>
  sentencesOf(text).map((prose) => ({ ...at, prose, faults: faultsOf(prose, language) }));

function titleUnit(path) {
  const prose = read(path)
    .split('\n', 1)[0]
    .replace(/^# (?:\d+\. )?/, '');
  return { path, line: 1, prose, faults: recordTitleFaults(prose) };
}

function changesetUnit(path) {
  const text = read(path);
  return { path, line: 0, prose: text.split('---\n').at(-1).trim(), faults: changesetFaults(text) };
}
