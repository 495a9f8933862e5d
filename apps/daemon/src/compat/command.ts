import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isCcuError, openCallbackServer } from '@ccu-gateway/ccu-client';
import {
  type CompatResult,
  type CompatRun,
  checkCompatibility,
  countOutcomes,
  renderCompatReport,
} from '@ccu-gateway/ccu-client/compat';
import { StorageError } from '@ccu-gateway/storage';
import packageJson from '../../package.json' with { type: 'json' };
import { ConfigError } from '../config/index.js';
import { configuredCcu } from './configured.js';
import { type CompatTarget, CompatUsage, readCompatArguments } from './options.js';

export interface CompatProcess {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: () => string;
  readonly version: string;
  readonly stdout: { readonly isTTY?: boolean; write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  once(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
  off(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
}

export const COMPAT_HELP = `ccu-gateway compat — check a live CCU against everything the gateway assumes

  ccu-gateway compat --central NAME [--config FILE] [--data-dir DIR]
  ccu-gateway compat --host HOST [--interfaces NAME[=PORT],…] [--username NAME | --no-login]
                     [--json-rpc-port PORT] [--rega-port PORT]
                     [--tls [--tls-fingerprint SHA256 | --tls-insecure-skip-verify]]
  both:              [--write] [--callback-host HOST] [--report FILE] [--json]

It changes nothing that the CCU keeps: it opens one session, registers one callback address per interface, and takes both
back. --write also creates and removes system variables, a room and a function of its own, named ccu-gateway-compat-….
It never deletes anything else, and never starts install mode, a restart, a firmware update, a restore or a reset.

CCU_GATEWAY_CCU_USERNAME and CCU_GATEWAY_CCU_PASSWORD hold the login for --host (CCU_GATEWAY_CCU_HOST); ccu-gateway asks
for what is missing. The report (default ccu-gateway-compat-report.md) holds no names, addresses or secrets.

exit: 0 all as assumed · 1 something differs or failed · 2 wrong usage or configuration · 3 no such CCU in the
configuration · 4 the CCU refused the login · 5 the CCU cannot be reached · 130 Ctrl-C
`;

/** `compat …`. Answers the exit code. */
export async function compatCommand(argv: readonly string[], process: CompatProcess): Promise<number> {
  const json = argv.includes('--json');
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
  try {
    return await run(argv, process, stop.signal);
  } catch (error) {
    if (stop.signal.aborted) return 130;
    return refuse(error, process, json);
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt);
  }
}

async function run(argv: readonly string[], process: CompatProcess, signal: AbortSignal): Promise<number> {
  const args = readCompatArguments(argv, process.env);
  let ccu: CompatTarget;
  let listen = { host: '0.0.0.0', publicHost: args.callbackHost };
  if (args.target.kind === 'host') ccu = args.target.ccu;
  else {
    const { name, configArgs } = args.target;
    const found = await configuredCcu(name, { argv: configArgs, env: process.env, cwd: process.cwd() });
    ccu = found.ccu;
    listen = { host: found.callback.host, publicHost: args.callbackHost ?? found.callback.public_host };
  }
  // Ports of its own: a gateway may be running beside it.
  const callbacks = await openCallbackServer({ ...listen, port: 0, binPort: 0, restrictSourceIps: true });
  try {
    const forPeople = process.stdout.isTTY === true && !args.json;
    const onResult = (result: CompatResult) => {
      if (!args.json) process.stdout.write(forPeople ? row(result) : tabs(result));
    };
    const result = await checkCompatibility({ ...ccu, callbacks, write: args.write, signal, onResult });
    writeFileSync(
      resolve(process.cwd(), args.report),
      renderCompatReport(result, { gateway: packageJson.version, node: process.version }),
    );
    if (args.json) process.stdout.write(`${JSON.stringify({ ok: true, data: document(result, args.report) })}\n`);
    else process.stderr.write(summary(result, args.report));
    return exitCode(result);
  } finally {
    await callbacks.close();
  }
}

function exitCode({ passed, login }: CompatRun): number {
  if (login === 'refused') return 4;
  return passed ? 0 : 1;
}

const row = ({ group, check, outcome, durationMs, detail }: CompatResult) =>
  `${outcome.padEnd(9)}  ${group.padEnd(10)}  ${check.padEnd(44)}  ${String(durationMs).padStart(6)} ms  ${detail}`.trimEnd() +
  '\n';

const tabs = ({ group, check, outcome, durationMs, detail }: CompatResult) =>
  `${[group, check, outcome, durationMs, detail].join('\t')}\n`;

function summary({ results, passed }: CompatRun, report: string): string {
  const counts = Object.entries(countOutcomes(results)).map(([outcome, count]) => `${count} ${outcome}`);
  return `\n${passed ? 'all as assumed' : 'not all as assumed'}: ${counts.join(', ')}\nreport: ${report}\n`;
}

function document({ passed, login, version, product, wrote, results }: CompatRun, report: string) {
  return {
    passed,
    login,
    ccu_version: version ?? null,
    ccu_product: product ?? null,
    wrote,
    report,
    counts: countOutcomes(results),
    results: results.map(({ durationMs, ...rest }) => ({ ...rest, duration_ms: durationMs })),
  };
}

function refuse(error: unknown, { stdout, stderr }: CompatProcess, json: boolean): number {
  const { code, message, fix, exit } = known(error);
  if (json) stdout.write(`${JSON.stringify({ ok: false, error: { code, message, fix } })}\n`);
  else stderr.write(`error: ${message}\nfix: ${fix}\n`);
  return exit;
}

function known(error: unknown): { code: string; message: string; fix: string; exit: number } {
  if (error instanceof CompatUsage) return error;
  if (error instanceof ConfigError || error instanceof StorageError) {
    return { code: error.code, message: error.message, fix: 'check the configuration', exit: 2 };
  }
  if (isCcuError(error)) {
    return { code: error.code, message: error.message, fix: 'check host, ports and TLS', exit: 5 };
  }
  const reason = (error as NodeJS.ErrnoException | null)?.code;
  if (typeof reason !== 'string') throw error;
  return { code: 'failed', message: `the report or a port cannot be had (${reason})`, fix: 'see --report', exit: 1 };
}
