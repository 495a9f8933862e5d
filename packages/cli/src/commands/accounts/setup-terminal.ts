import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallAnswer } from '@ccu-gateway/client';
import type { Context } from '../../context/context.js';
import { type CentralSettings, probe } from '../../gateway/probe.js';
import type { Rest } from '../../gateway/rest.js';
import { sessionFor } from '../../gateway/sign-in.js';
import { askHidden, askLine, readNewPassword } from '../../terminal/ask.js';
import { CliError, EXIT, usageError } from '../../terminal/exit.js';
import type { CliIo } from '../../terminal/io.js';
import type { Outcome } from '../../terminal/output.js';
import { printable } from '../../terminal/text.js';

const CENTRAL = 'home';
const TOKEN_DAYS = 90;
const LOOK_MS = 500;
/** How long interfaces may take to connect before they are tested as they are. */
const PATIENCE_MS = 30_000;

type Found = CallAnswer<'listDiscoveredCentrals'>[number];
type Loop = CallAnswer<'testInterfaceLoop'>;

/** @throws CliError where there is no terminal */
export async function askAdministrator(io: CliIo): Promise<{ readonly username: string; readonly password: string }> {
  if (!io.stdin.isTTY) throw usageError('there is no terminal to ask at', 'set the variables and add --from-env');
  const username = (await askLine(io, 'Name of the administrator [admin]: ')) || 'admin';
  return { username, password: await readNewPassword(io, false) };
}

/** Creates the administrator, connects the first CCU, tests its events and mints the first token. */
export async function setUpAtTerminal(context: Context, open: Rest, needsCode: boolean): Promise<Outcome> {
  const { io, output } = context;
  const admin = await askAdministrator(io);
  const code = needsCode ? await askLine(io, 'Code that stands in the log of the gateway: ') : '';
  await open.call('setup', { body: { admin, ...(code && { code }) } });
  output.note(`created the administrator ${printable(admin.username)}`);
  const { rest } = await sessionFor(context, open.url, admin, {});
  try {
    const ccu = await connectCcu(context, rest).catch(notConnected);
    const subject = `${admin.username}@${hostname()}`;
    const body = { subject, role: 'operator', expires_in_days: TOKEN_DAYS } as const;
    const { token, expires_at } = await rest.call('createTokenV2', { body });
    return {
      data: { username: admin.username, url: open.url, token, expires_at, ...ccu.data },
      lines: [
        ...ccu.lines,
        `the first token (operator, ${TOKEN_DAYS} days), shown only here:`,
        '',
        `export CCU_GATEWAY_URL=${open.url}`,
        `export CCU_GATEWAY_TOKEN=${token}`,
        '',
        'try:  ccu-gateway devices list',
      ],
      exit: ccu.isRight ? EXIT.ok : EXIT.problems,
    };
  } finally {
    await rest.call('logout').catch(() => undefined);
  }
}

interface Connected {
  readonly data: { readonly central?: string; readonly interfaces?: readonly Loop[] };
  readonly lines: readonly string[];
  readonly isRight: boolean;
}

/** The gateway is set up all the same. */
function notConnected(error: unknown): Connected {
  if (!(error instanceof CliError)) throw error;
  return {
    data: {},
    lines: [`not connected with a CCU: ${error.message}`, 'try again: ccu-gateway central add NAME --host HOST'],
    isRight: false,
  };
}

async function connectCcu({ io, output }: Context, rest: Rest): Promise<Connected> {
  const { progress } = output;
  const found = await progress.during('looking for CCUs', () => rest.call('listDiscoveredCentrals'));
  const host = await askHost(io, found);
  if (host === '') return { data: {}, lines: ['a CCU for later: ccu-gateway central discover'], isRight: true };
  const settings = await askLogin(io, host);
  const names = await progress.during(`asking ${printable(host)}`, () => probe(rest, settings));
  await rest.call('createCentral', { body: { ...settings, interfaces: names.map((name) => ({ name })) } });
  const loops = await progress.during('waiting until it is heard', async () => {
    const ids = await connectedInterfaces(rest, io);
    const results: Loop[] = [];
    for (const id of ids) results.push(await rest.call('testInterfaceLoop', { path: { id } }));
    return results;
  });
  return {
    data: { central: CENTRAL, interfaces: loops },
    lines: [`connected with ${printable(host)} as ${CENTRAL}`, ...loops.map(lineOf)],
    isRight: loops.every(({ ok }) => ok),
  };
}

/** Empty for later. */
async function askHost(io: CliIo, found: readonly Found[]): Promise<string> {
  found.forEach(({ serial, name, model, suggested_host: host }, index) => {
    const words = [serial, name, model ?? '', host].filter((word) => word !== '').map(printable);
    io.stderr.write(`  ${index + 1}  ${words.join('  ')}\n`);
  });
  const which = found.length === 0 ? 'Address' : 'Number or address';
  const answer = await askLine(io, `${which} of the CCU, nothing for later: `);
  return found[Number(answer) - 1]?.suggested_host ?? answer;
}

async function askLogin(io: CliIo, host: string): Promise<CentralSettings> {
  const settings = { name: CENTRAL, host, enabled: true, interfaces: [] };
  const username = await askLine(io, 'An administrator of the CCU, nothing where it asks for none: ');
  if (username === '') return settings;
  return { ...settings, username, password_plain: await askHidden(io, 'Password of that one: ') };
}

/** Ids, when all are connected or patience has ended. */
async function connectedInterfaces(rest: Rest, { signal, now }: CliIo): Promise<readonly string[]> {
  const end = now() + PATIENCE_MS;
  for (;;) {
    const interfaces = await rest.call('listInterfaces', { query: { central: CENTRAL } });
    const isDone = interfaces.length > 0 && interfaces.every(({ connected }) => connected);
    if (isDone || now() >= end) return interfaces.map(({ id }) => id);
    await sleep(LOOK_MS, undefined, { signal });
  }
}

function lineOf({ interface_id: id, ok, rtt_ms: ms, hop, cause }: Loop): string {
  if (ok) return `${printable(id)}: what it sends arrives${ms === undefined ? '' : ` after ${ms} ms`}`;
  return `${printable(id)}: what it sends does not arrive (${hop ?? 'unknown hop'})${cause === undefined ? '' : `: ${printable(cause)}`}`;
}
