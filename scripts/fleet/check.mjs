// node scripts/fleet/check.mjs --window MS [--back MS] FILE…: judges what a run wrote down. README.md says how it is written.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { judge } from './judge.mjs';
import { parseLines } from './lines.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { window: { type: 'string' }, back: { type: 'string' } },
});
const windowMs = Number(values.window ?? Number.NaN);
const backMs = values.back === undefined ? undefined : Number(values.back);
if (positionals.length === 0 || !(windowMs >= 0) || Number.isNaN(backMs)) {
  process.stderr.write('node scripts/fleet/check.mjs --window MS [--back MS] FILE…\n');
  process.exit(2);
}

try {
  const lines = positionals.flatMap((file) => parseLines(readFileSync(file, 'utf8'), file));
  const { violations, figures } = judge(lines, { windowMs, backMs });
  for (const violation of violations) process.stdout.write(`${JSON.stringify(violation)}\n`);
  process.stdout.write(`${JSON.stringify(figures)}\n`);
  process.stdout.write(violations.length === 0 ? 'nothing was wrong\n' : `${violations.length} violations\n`);
  process.exitCode = violations.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
