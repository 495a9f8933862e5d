import { parseArgs } from 'node:util';
import type { DoctorReport } from '@ccu-gateway/contract';
import { diagnose } from '@ccu-gateway/gateway-core/parts';
import { examineOffline } from './offline.js';

export interface DoctorProcess {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: () => string;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { readonly isTTY?: boolean; write(text: string): unknown };
  once(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
  off(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
}

export const DOCTOR_HELP = `ccu-gateway-daemon doctor — check every hop from the configuration to an event, without a running gateway

  ccu-gateway-daemon doctor [--config FILE] [--data-dir DIR] [--ccu NAME] [--fix] [--strict] [--json]

It opens one session at each CCU and registers once at each interface, and takes both back. --fix makes safe repairs: it makes
a missing data directory, and takes the rights of other users on secrets away.

exit: 0 nothing is wrong, or warnings only · 2 wrong usage · 3 no such CCU · 7 problems, with --strict also warnings · 130 Ctrl-C
`;

/** `doctor …`. Answers the exit code. */
export async function doctorCommand(argv: readonly string[], process: DoctorProcess): Promise<number> {
  const json = argv.includes('--json');
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
  try {
    return await run(argv, process, stop.signal);
  } catch (error) {
    if (stop.signal.aborted) return 130;
    if (!(error instanceof DoctorUsage)) throw error;
    const { message, code, exit } = error;
    const fix = 'ccu-gateway doctor --help';
    if (json) process.stdout.write(`${JSON.stringify({ ok: false, error: { code, message, fix } })}\n`);
    else process.stderr.write(`error: ${message}\nfix: ${fix}\n`);
    return exit;
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt);
  }
}

/** A command line that cannot be meant. */
class DoctorUsage extends Error {
  constructor(
    message: string,
    readonly code = 'usage',
    readonly exit = 2,
  ) {
    super(message);
  }
}

async function run(argv: readonly string[], process: DoctorProcess, signal: AbortSignal): Promise<number> {
  const values = parsed(argv);
  const configArgs = (['config', 'data-dir'] as const).flatMap((flag) =>
    values[flag] === undefined ? [] : [`--${flag}`, values[flag]],
  );
  const onStep =
    process.stderr.isTTY === true && !values.json
      ? (step: string) => process.stderr.write(`looking at ${step}\n`)
      : undefined;
  const { facts, done, knownCentrals } = await examineOffline({
    argv: configArgs,
    env: process.env,
    cwd: process.cwd(),
    central: values.ccu,
    fix: values.fix === true,
    now: () => Date.now(),
    signal,
    onStep,
  });
  if (values.ccu !== undefined && facts.config.issues.length === 0 && !knownCentrals.includes(values.ccu)) {
    throw new DoctorUsage(`there is no CCU ${values.ccu} in the configuration`, 'not_found', 3);
  }
  const report = diagnose(facts);
  const isBad = report.problems > 0 || (values.strict === true && report.warnings > 0);
  if (values.json) process.stdout.write(`${JSON.stringify({ ok: !isBad, data: { ...report, done } })}\n`);
  else for (const line of linesOf(report, done)) process.stdout.write(`${line}\n`);
  return isBad ? 7 : 0;
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        config: { type: 'string' },
        'data-dir': { type: 'string' },
        ccu: { type: 'string' },
        fix: { type: 'boolean' },
        strict: { type: 'boolean' },
        json: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new DoctorUsage(error instanceof Error ? (error.message.split('. ')[0] ?? '') : 'unknown option');
  }
}

/** One row for each finding, for other programs; `ccu-gateway doctor` shows the same to people. */
function linesOf({ findings }: DoctorReport, done: readonly string[]): readonly string[] {
  return [
    ...done.map((what) => ['done', '', '', '', what, ''].join('\t')),
    ...findings.map(({ severity, id, central = '', interface: name = '', what, fix }) =>
      [severity, id, central, name, what, fix?.command ?? fix?.text ?? ''].join('\t'),
    ),
  ];
}
