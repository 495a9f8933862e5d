import { examineDatabase, lookAtLock } from '@ccu-gateway/storage';
import { withDatabase } from '../../access/database.js';
import type { Offline } from '../../access/offline.js';
import type { Context } from '../../context/context.js';
import { EXIT } from '../../terminal/exit.js';
import type { Outcome } from '../../terminal/output.js';
import { isoOrNull, printable, relative } from '../../terminal/text.js';

/** State of a gateway from its data directory, running or not. @throws CliError without a database */
export async function statusOfDatabase(context: Context): Promise<Outcome> {
  const { path } = await context.dataDir();
  const { held, process: pid } = await lookAtLock(path);
  const { state, schema, message } = await examineDatabase(path);
  const isWhole = state === 'ok';
  const kept = isWhole ? await withDatabase(context, keptIn) : undefined;
  const startedAt = kept?.startedAt ?? null;
  const running = held ? `runs${pid === undefined ? '' : ` (process ${pid})`}` : 'does not run';
  return {
    data: {
      data_dir: path,
      running: held,
      ...(pid === undefined ? {} : { process: pid }),
      database: { state, ...(schema === undefined ? {} : { schema }), ...(message === undefined ? {} : { message }) },
      ...(kept && {
        last_start: isoOrNull(startedAt),
        users: kept.users,
        tokens: kept.tokens,
        centrals: kept.centrals,
      }),
    },
    lines: [
      `gateway     ${running} on ${printable(path)}`,
      `database    ${isWhole ? `whole, schema ${schema}` : printable(message ?? (state === 'none' ? 'there is none' : state))}`,
      ...(kept === undefined
        ? []
        : [
            `last start  ${startedAt === null ? 'not known' : relative(startedAt, context.io.now())}`,
            `users       ${kept.users}, tokens ${kept.tokens}`,
            `CCUs        ${kept.centrals.map(printable).join(', ') || 'those of the configuration file'}`,
          ]),
      ...(held ? ['', 'what it says itself: ccu-gateway status --url URL'] : []),
    ],
    exit: isWhole ? EXIT.ok : EXIT.problems,
  };
}

async function keptIn({ stores: { auth, centrals }, file }: Offline) {
  const startedAt = await file?.facts.get('started_at');
  return {
    startedAt: typeof startedAt === 'number' ? startedAt : null,
    users: (await auth.users.list()).length,
    tokens: (await auth.tokens.list()).length,
    centrals: (await centrals.list()).map(({ name }) => name),
  };
}
