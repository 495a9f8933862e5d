// The step "plain words" of `pnpm check`: prints the figures of each area and what is above its ceiling.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/run.mjs';
import { readAreas, readSubjects } from './areas.mjs';
import { countFaults, GOALS, judge, lowered } from './ratchet.mjs';

const CEILINGS = 'scripts/words/ceilings.json';
const LIST = 'node scripts/words.mjs';

/** Prints the figures; answers the exit code. */
export function plainWords() {
  const counts = countAreas(readAreas());
  const subjects = readSubjects().filter(({ faults }) => faults.length > 0);
  const { worse, lower } = judge(counts, readCeilings());
  const lines = [
    ...Object.entries(counts).map(figuresOf),
    ...subjects.map((unit) => `✗ commit ${describeUnit(unit)}`),
    ...worse.map(
      ({ area, rule, figure, allowed }) =>
        `✗ ${area}, ${rule}: ${figure}, allowed ${allowed}; \`${LIST} ${area} ${rule}\` lists them`,
    ),
    ...lower.map(
      ({ area, rule, figure, ceiling }) =>
        `${area}, ${rule}: ${ceiling - figure} below the ceiling of ${ceiling}; \`${LIST} --lower\` lowers it`,
    ),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return worse.length + subjects.length === 0 ? 0 : 1;
}

/** Prints the figures of each area with the goals. */
export function printWords() {
  const goals = Object.entries(GOALS).map(([rule, goal]) => `${rule} ${100 * goal} %`);
  process.stdout.write(
    `${Object.entries(countAreas(readAreas())).map(figuresOf).join('\n')}\ngoals: ${goals.join(', ')}\n`,
  );
}

/** Prints the sentences of an area that break a rule, in files whose path contains `file`. */
export function listFaults({ area, rule, file = '' }) {
  const areas = { ...readAreas(), subjects: readSubjects() };
  if (area !== undefined && !(area in areas)) throw new Error(`no area "${area}": ${Object.keys(areas).join(', ')}`);
  const units = area === undefined ? Object.values(areas).flat() : areas[area];
  const matching = units.filter(({ path, faults }) => path.includes(file) && faults.some(isOf(rule)));
  for (const unit of matching) process.stdout.write(`${describeUnit(unit)}\n`);
}

/** Writes the lower ceilings. */
export function lowerCeilings() {
  const ceilings = lowered(countAreas(readAreas()), readCeilings());
  writeFileSync(join(root, CEILINGS), `${JSON.stringify(ceilings, null, 2)}\n`);
}

const readCeilings = () => JSON.parse(readFileSync(join(root, CEILINGS), 'utf8'));

const countAreas = (areas) =>
  Object.fromEntries(Object.entries(areas).map(([area, units]) => [area, countFaults(units)]));

const isOf =
  (wanted) =>
  ({ rule }) =>
    wanted === undefined || wanted === 'all' || rule === wanted;

function figuresOf([area, { sentences, ...figures }]) {
  const shares = Object.keys(GOALS).map((rule) => `${rule} ${figures[rule]} (${percent(figures[rule], sentences)})`);
  return `${area}: ${sentences} sentences, ${shares.join(', ')}`;
}

const percent = (part, all) => `${((100 * part) / Math.max(1, all)).toFixed(1)} %`;

const describeUnit = ({ path, line, prose, faults }) =>
  `${path}${line > 0 ? `:${line}` : ''}: ${prose} [${faults.map(({ advice }) => advice).join('; ')}]`;
