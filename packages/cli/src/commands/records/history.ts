import { openAsBlob, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { CallAnswer } from '@ccu-gateway/client';
import { type Context, command, group } from '../../context/context.js';
import { centralArg } from '../../terminal/address.js';
import { CliError, EXIT, usageError } from '../../terminal/exit.js';
import type { Outcome } from '../../terminal/output.js';
import { printable } from '../../terminal/text.js';
import { parseMoment } from '../../terminal/time.js';

type Report = NonNullable<CallAnswer<'getHistoryImport'>>;

/** A file of gigabytes takes its time on a small machine. */
const PATIENCE_S = 24 * 3_600;
const LOOK_MS = 500;
const ENDINGS = { csv: 'csv', influx: 'lp', parquet: 'parquet' } as const;
const FORMATS = Object.keys(ENDINGS) as readonly (keyof typeof ENDINGS)[];
const RESOLUTIONS = ['values', 'hours', 'days'] as const;

const exportCommand = command({
  name: 'ccu-gateway history export',
  description: 'Write recorded values into a file.',
  args: {
    points: { type: 'string', valueHint: 'LIST', description: 'ADDRESS:CHANNEL:PARAMETER, by commas; default: all' },
    from: { type: 'string', valueHint: 'TIME', description: 'from then on: 2026-09-23T08:00, 2026-09-23, 2h, 7d' },
    until: { type: 'string', valueHint: 'TIME', description: 'before then' },
    format: { type: 'enum', options: [...FORMATS], description: 'format of the file' },
    resolution: {
      type: 'enum',
      options: [...RESOLUTIONS],

      description: 'each value, or hours or days',
    },
    to: { type: 'string', valueHint: 'FILE', description: 'default: history-RESOLUTION.ENDING here' },
    force: { type: 'boolean', description: 'replace a file that is there' },
    ...centralArg,
  },
  run: async (context, args): Promise<Outcome> => {
    const format = oneOf(FORMATS, args.format ?? 'csv');
    const resolution = oneOf(RESOLUTIONS, args.resolution ?? 'values');
    const now = context.io.now();
    const query = {
      format,
      resolution,
      ...(args.central === undefined ? {} : { central: args.central }),
      ...(args.points === undefined ? {} : { points: args.points }),
      ...(args.from === undefined ? {} : { from: parseMoment(args.from, '--from', now) }),
      ...(args.until === undefined ? {} : { to: parseMoment(args.until, '--until', now) }),
    };
    const rest = await context.rest({ token: 'required', seconds: PATIENCE_S });
    const file = resolve(context.io.cwd, args.to ?? `history-${resolution}.${ENDINGS[format]}`);
    const bytes = await receive(context, file, args.force === true, () => rest.request('exportHistory', { query }));
    return { data: { file, bytes }, lines: [`${file}\t${bytes} bytes`] };
  },
});

function oneOf<Word extends string>(words: readonly Word[], given: string): Word {
  const found = words.find((word) => word === given);
  if (found === undefined) throw usageError(`there are: ${words.join(', ')}`);
  return found;
}

/** A file that did not come whole is removed. */
async function receive(
  context: Context,
  file: string,
  replaces: boolean,
  ask: () => Promise<Response>,
): Promise<number> {
  const handle = await open(file, replaces ? 'w' : 'wx', 0o600).catch((error: unknown) => {
    throw notWritten(file, error);
  });
  let bytes = 0;
  let isWhole = false;
  try {
    const { body } = await ask();
    await context.output.progress.during(
      () => `${basename(file)}: ${bytes} bytes`,
      async () => {
        for await (const chunk of body ?? []) {
          await handle.writeFile(chunk);
          bytes += chunk.length;
        }
      },
    );
    isWhole = true;
    return bytes;
  } catch (error) {
    throw notWritten(file, error);
  } finally {
    await handle.close();
    if (!isWhole) rmSync(file, { force: true });
  }
}

function notWritten(file: string, error: unknown): unknown {
  const { code, name } = error as NodeJS.ErrnoException;
  if (error instanceof CliError || name === 'AbortError') return error;
  if (code === 'EEXIST') {
    return new CliError(EXIT.conflict, 'file_exists', `${file} is there already, and was left as it is`, {
      fix: 'name another file with --to, or add --force',
    });
  }
  if (code === undefined || !/^E[A-Z]+$/.test(code)) {
    return new CliError(EXIT.unreachable, 'download_interrupted', 'the connection ended before all of it was there', {
      fix: 'try again',
    });
  }
  return new CliError(EXIT.failed, 'file_not_written', `${file} cannot be written (${code})`, {
    fix: 'name another place with --to',
  });
}

const importCommand = command({
  name: 'ccu-gateway history import',
  description: 'Store the values of a file where the history has none.',
  args: {
    file: { type: 'positional', required: true, description: 'export of CCU-Historian, line protocol, or CSV' },
    format: { type: 'enum', options: ['historian', 'json', 'influx', 'csv'], description: 'default: recognised' },
    point: { type: 'string', valueHint: 'POINT', description: 'data point of all values: ADDRESS:CHANNEL:PARAMETER' },
    'time-column': { type: 'string', valueHint: 'NAME', description: 'of CSV: column with times' },
    'value-column': { type: 'string', valueHint: 'NAME', description: 'of CSV: column with values' },
    'point-column': { type: 'string', valueHint: 'NAME', description: 'of CSV: column with data points' },
    'dry-run': { type: 'boolean', description: 'show the contents and store nothing' },
    ...centralArg,
  },
  run: async (context, args): Promise<Outcome> => {
    const given = { format: args.format, point: args.point, central: args.central };
    const columns = {
      time_column: args['time-column'],
      value_column: args['value-column'],
      point_column: args['point-column'],
    };
    const query = Object.fromEntries(
      Object.entries({ ...given, ...columns }).filter(([, value]) => value !== undefined),
    );
    const isDry = args['dry-run'] === true;
    const rest = await context.rest({ token: 'required', seconds: PATIENCE_S });
    const body = new FormData();
    const path = resolve(context.io.cwd, args.file);
    body.set('file', await blobOf(path), basename(path));
    let report: Report = await rest.call('importHistory', {
      query: { ...query, ...(isDry && { dry_run: true }) },
      body,
    });
    for (const line of contentsOf(report)) context.output.note(line);
    const { started_at: startedAt } = report;
    await context.output.progress.during(
      () => `storing: ${report.percent ?? 0} %`,
      async () => {
        while (report.ended_at === undefined) {
          await wait(LOOK_MS, undefined, { signal: context.io.signal });
          report = (await rest.call('getHistoryImport')) ?? report;
        }
      },
    );
    if (report.started_at !== startedAt || !['done', 'checked'].includes(report.state)) throw endedEarly(report);
    return { data: report, lines: isDry ? [`${report.values} values; nothing was stored`] : [storedOf(report)] };
  },
});

async function blobOf(path: string): Promise<Blob> {
  try {
    return await openAsBlob(path);
  } catch {
    throw new CliError(EXIT.notFound, 'file_not_found', `${path} cannot be read`);
  }
}

function contentsOf({ format, values, series, series_count: count, refused, refusals }: Report): readonly string[] {
  const unknown = series.filter((each) => each.unknown !== undefined);
  return [
    `${format ?? 'an empty file'}: ${values} values, ${count} data points`,
    ...unknown.slice(0, 20).map((each) => `left out: ${printable(each.point)} ${printable(each.unknown ?? '')}`),
    ...refusals.slice(0, 20).map(({ line, reason }) => `line ${line} ${printable(reason)}`),
    ...(refused > 0 ? [`${refused} lines could not be read`] : []),
  ];
}

const storedOf = ({ stored: { hours, values, known, too_old: old } }: Report) =>
  `stored ${hours} hours and ${values} values; ${known} were there already, ${old} are too old`;

const endedEarly = (report: Report) =>
  new CliError(
    EXIT.failed,
    'import_ended',
    `the import is ${report.state}${report.error === undefined ? '' : `: ${printable(report.error)}`}; ${storedOf(report)}`,
    { fix: 'import the file again: the stored part stays' },
  );

/** `history export`, `history import`. */
export const historyCommands = group('ccu-gateway history', 'Export and import recorded values.', {
  export: exportCommand,
  import: importCommand,
});
