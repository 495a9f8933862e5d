import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallAnswer } from '@ccu-gateway/client';
import type { CommandDef } from 'citty';
import { type Context, command } from '../../context/context.js';
import type { commonArgs } from '../../terminal/args.js';
import { CliError, EXIT, type ExitCode, unexpectedAnswer, usageError } from '../../terminal/exit.js';
import type { CliIo } from '../../terminal/io.js';
import type { Outcome } from '../../terminal/output.js';
import { tsvLine } from '../../terminal/table.js';
import { printable } from '../../terminal/text.js';
import { findDaemon, type Program, readProgram } from './run.js';

/** Each interface is given time to answer and to send an event. */
const PATIENCE_S = 180;

type DoctorReport = CallAnswer<'runDoctor'>;
type DoctorFinding = DoctorReport['findings'][number];
/** Report with the repairs of `--fix`. */
type Report = DoctorReport & { readonly done?: readonly string[] };

/** `doctor`: reads the findings of a named gateway, else runs the program of the gateway on its files and CCUs. */
export function doctorCommand(daemon: () => Program = findDaemon): (io: CliIo) => CommandDef {
  return command({
    name: 'ccu-gateway doctor',
    description: 'Look at every hop from the configuration to an event that arrives, and say what helps.',
    args: {
      ccu: { type: 'string', valueHint: 'NAME', description: 'only this CCU' },
      fix: { type: 'boolean', description: 'mend what is safe: a missing data directory, rights of others on secrets' },
      strict: { type: 'boolean', description: 'warnings count as problems' },
      bundle: { type: 'boolean', description: 'also write a file for support here, without secrets' },
    },
    run: async (context, args) => {
      const place = context.place();
      if (place === 'gateway' && args.fix) {
        throw usageError(
          '--fix works on this machine only, and a gateway is named',
          'add --offline where it keeps its data',
        );
      }
      context.output.note('looking at every hop; this can take a minute');
      const report = place === 'gateway' ? await asked(context, args.ccu) : await lookedAt(daemon(), args, context.io);
      const isBad = report.problems > 0 || (args.strict === true && report.warnings > 0);
      const bundle = args.bundle ? await bundleOf(context, report) : undefined;
      return {
        data: bundle === undefined ? report : { ...report, bundle },
        lines: [...linesOf(report, context), ...(bundle === undefined ? [] : bundleLines(bundle, context))],
        ...(isBad && { exit: EXIT.problems }),
      } satisfies Outcome;
    },
  });
}

async function asked(context: Context, central: string | undefined): Promise<Report> {
  const rest = await context.rest({ token: 'required', seconds: PATIENCE_S });
  return await rest.call('runDoctor', { query: central === undefined ? {} : { central } });
}

/** Includes the diagnostics of a running gateway, with addresses, hosts and names already replaced. */
async function bundleOf(context: Context, report: Report): Promise<Bundle> {
  const isAsked = context.place() === 'gateway';
  const rest = isAsked ? await context.rest({ token: 'required', seconds: PATIENCE_S }) : undefined;
  const diagnostics = await rest?.call('getDiagnostics', { query: { anonymize: '1' } });
  return writeBundle(context.io, { doctor: report, ...(diagnostics === undefined ? {} : { diagnostics }) });
}

function bundleLines({ path, parts }: Bundle, { output }: Context): readonly string[] {
  if (!output.forPeople) return [tsvLine(['bundle', parts.join(','), '', '', path, '', ''])];
  return [
    '',
    printable(`bundle: ${path}`),
    `inside: ${parts.join(', ')}`,
    'It holds no secret. The findings name hosts, CCUs and files: look at it before it leaves the house.',
  ];
}

interface Args {
  readonly ccu?: string | undefined;
  readonly fix?: boolean | undefined;
}

/** The program of the gateway reads the configuration and the files; no part of it is loaded here. */
async function lookedAt(
  daemon: Program,
  args: Args & { readonly [name in keyof typeof commonArgs]?: unknown },
  io: CliIo,
) {
  const variable = io.env.CCU_GATEWAY_DATA_DIR;
  const { ccu, fix, config, 'data-dir': dataDir } = args;
  const named = Object.entries({ ccu, config, 'data-dir': dataDir }).filter(([, value]) => value !== undefined);
  const argv = [
    ...named.map(([name, value]) => `--${name}=${String(value)}`),
    ...(variable && config === undefined && dataDir === undefined ? [`--data-dir=${variable}`] : []),
    ...(fix ? ['--fix'] : []),
  ];
  const { exit, out } = await readProgram(daemon, ['doctor', '--json', ...argv], io);
  return reportOf(out, exit);
}

/** @throws CliError for what the program of the gateway refused */
function reportOf(out: string, exit: number): Report {
  if (exit === EXIT.interrupted) throw new CliError(EXIT.interrupted, 'interrupted', 'interrupted');
  let answer: { readonly data?: Report; readonly error?: { readonly code: string; readonly message: string } };
  try {
    answer = JSON.parse(out);
  } catch {
    throw unexpectedAnswer();
  }
  const { data, error } = answer;
  if (data !== undefined) return data;
  if (error === undefined) throw unexpectedAnswer();
  throw new CliError(refusals.find((code) => code === exit) ?? EXIT.failed, error.code, error.message, {
    fix: 'ccu-gateway doctor --help',
  });
}

const refusals: readonly ExitCode[] = [EXIT.usage, EXIT.notFound];

function linesOf(report: Report, { output }: Context): readonly string[] {
  const { findings, done = [] } = report;
  if (!output.forPeople) {
    const rows = findings.map(({ severity, id, central = '', interface: name = '', what, fix, gateway = '' }) => [
      ...[severity, id, central, name, what],
      ...[fix?.command ?? fix?.text ?? '', gateway],
    ]);
    return [...done.map((what) => ['done', '', '', '', what, '', '']), ...rows].map(tsvLine);
  }
  const where = report.running ? 'as it runs' : 'without asking a running one';
  const width = Math.max(0, ...findings.map((finding) => labelOf(finding).length));
  let title: string | undefined;
  return [
    printable(`Gateway ${report.version}, ${where}`),
    ...done.map((what) => ` ✔ ${printable(what)}`),
    ...findings.flatMap((finding) => {
      const next = finding.central === undefined ? title : titleOf(finding);
      const isNext = next !== undefined && next !== title;
      title = next;
      return [...(isNext ? [printable(next)] : []), ...findingLines(finding, width)];
    }),
    '',
    summary(report),
  ];
}

const titleOf = ({ central, gateway }: DoctorFinding) =>
  gateway === undefined ? `CCU ${central}` : `CCU ${central}, seen from ${gateway}`;

const TICKS = { ok: '✔', warning: '!', problem: '✖' } as const;

const labelOf = ({ area, interface: name }: DoctorFinding) => printable(name ?? area.replaceAll('_', ' '));

function findingLines(finding: DoctorFinding, width: number): readonly string[] {
  const { severity, what, why, fix, docs } = finding;
  const below = ' '.repeat(width + 4);
  return [
    ` ${TICKS[severity]} ${labelOf(finding).padEnd(width)} ${printable(what)}`,
    ...(why === undefined ? [] : [`${below}${printable(why)}`]),
    ...(fix === undefined ? [] : [`${below}fix: ${printable(fix.text)}`]),
    ...(fix?.setting === undefined ? [] : [`${below}     setting: ${printable(fix.setting)}`]),
    ...(fix?.command === undefined ? [] : [`${below}     ${printable(fix.command)}`]),
    ...(docs === undefined ? [] : [`${below}more: ${printable(docs)}`]),
  ];
}

function summary({ problems, warnings }: DoctorReport): string {
  if (problems === 0 && warnings === 0) return 'Nothing is wrong.';
  const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;
  return `${count(problems, 'problem')}, ${count(warnings, 'warning')}`;
}

/** Written file, for people and programs. */
interface Bundle {
  readonly path: string;
  /** Names of its parts. */
  readonly parts: readonly string[];
}

/**
 * Writes a file for support, readable by its owner only, at a path that did not exist before. No part of it holds a
 * secret: the gateway removes them from its answers.
 *
 * @throws CliError where it cannot be written
 */
function writeBundle(
  { cwd, now }: { readonly cwd: string; now(): number },
  parts: Readonly<Record<string, unknown>>,
): Bundle {
  const made = new Date(now()).toISOString();
  const path = join(cwd, `ccu-gateway-doctor-${made.replaceAll(/[-:]|\.\d+/g, '')}.json`);
  try {
    writeFileSync(path, `${JSON.stringify({ made_at: made, ...parts }, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // A file that cannot be written fails with a code of Node.
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    const fix = code === 'EEXIST' ? 'try again in a second' : 'go to a directory that you may write';
    throw new CliError(EXIT.failed, 'bundle_not_written', `the bundle ${path} cannot be written (${code})`, { fix });
  }
  return { path, parts: Object.keys(parts) };
}
