import { GatewayError } from '@ccu-gateway/gateway-core';
import type { Finding } from '@ccu-gateway/gateway-core/parts';
import { readNamedFile, UnreadNamedFile } from '../../config/named-file.js';
import { refusalWords } from '../../config/settings-findings.js';
import type { Log } from '../../log/log.js';
import type { BridgeStates } from '../../site/model/bridges.js';
import type { Time } from '../../time/time.js';

/** Positions in the event stream below a prefix of their keys. Without a database each start is a first one. */
export function positionsIn(states: BridgeStates | undefined, prefix: string, log: Pick<Log, 'warn'>) {
  const keyOf = (name: string) => `${prefix}.${name}`;

  async function forgetAllBut(names: readonly string[]): Promise<void> {
    const kept = new Set(names.map(keyOf));
    // A key of a CCU has a slash in it, however the name of the CCU begins.
    const positions = (await states?.keys(keyOf('')))?.filter((key) => !key.includes('/')) ?? [];
    await Promise.all(positions.filter((key) => !kept.has(key)).map((key) => states?.save(key, undefined)));
  }

  return {
    async load(name: string) {
      const text = await states?.load(keyOf(name)).catch(() => undefined);
      return text === undefined ? undefined : readPosition(text);
    },
    save: async (name: string, position: { readonly epoch: string; readonly seq: number }) =>
      states?.save(keyOf(name), JSON.stringify(position)),
    /** Of those that are configured no more: one that is configured later under such a name is a new one. */
    keepOnly: (names: readonly string[]) =>
      forgetAllBut(names).catch((error: unknown) => log.warn('positions could not be removed', { prefix, error })),
  };
}

function readPosition(text: string) {
  try {
    const { epoch, seq } = JSON.parse(text) as { readonly epoch?: unknown; readonly seq?: unknown };
    return typeof epoch === 'string' && typeof seq === 'number' && Number.isSafeInteger(seq)
      ? { epoch, seq }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Reports why configured bridges could not be opened. */
export function createUnopened() {
  let names: readonly string[] = [];
  let why = '';
  return {
    /** Waits for the opening of these. */
    async watch(wanted: readonly string[], opening: Promise<void>): Promise<void> {
      try {
        await opening;
        names = [];
      } catch (error) {
        names = wanted;
        why = refusalWords(error);
        throw error;
      }
    },
    findings: (isOpen: (name: string) => boolean): readonly (Finding & { readonly name: string })[] =>
      names.filter((name) => !isOpen(name)).map((name) => ({ name, status: 'degraded', note: `not open: ${why}` })),
  };
}

/** Parts that open bridges by their configuration, and the positions that bridges leave behind. */
interface Opening<Settings> {
  readonly open: {
    reconfigure(wanted: () => Promise<readonly Settings[]>, settled?: () => Promise<void>): Promise<void>;
  };
  readonly unopened: ReturnType<typeof createUnopened>;
  readonly positions: Pick<ReturnType<typeof positionsIn>, 'keepOnly'>;
}

/**
 * Opens the enabled entries of a configuration, and forgets the positions of entries that are not in it; at rest
 * nothing is open and all positions are kept.
 */
export function byConfiguration<Entry extends { readonly enabled: boolean }, Settings>(
  { open, unopened, positions }: Opening<Settings>,
  settingsOf: (name: string, entry: Entry) => Promise<Settings>,
) {
  let isStart = true;

  /** A file that cannot be read refuses a change. At the start it keeps only its own bridge closed. */
  async function openAll(entries: Readonly<Record<string, Entry>>, wanted: readonly (readonly [string, Entry])[]) {
    const mayLack = isStart;
    isStart = false;
    let unread: PromiseRejectedResult | undefined;
    await open.reconfigure(
      async () => {
        const read = await Promise.allSettled(wanted.map(([name, entry]) => settingsOf(name, entry)));
        unread = read.find((each) => each.status === 'rejected');
        if (unread !== undefined && !mayLack) throw unread.reason;
        return read.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      },
      () => positions.keepOnly(Object.keys(entries)),
    );
    if (unread !== undefined) throw unread.reason;
  }

  return {
    async reconfigure(entries: Readonly<Record<string, Entry>>): Promise<void> {
      const wanted = Object.entries(entries).filter(([, { enabled }]) => enabled);
      const names = wanted.map(([name]) => name);
      await unopened.watch(names, openAll(entries, wanted));
    },
    rest: (): Promise<void> =>
      unopened.watch(
        [],
        open.reconfigure(async () => []),
      ),
  };
}

/** Waits that a signal ends. */
export function waitOn(time: Time): (ms: number, signal: AbortSignal) => Promise<void> {
  return (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const end = () => {
        cancel();
        signal.removeEventListener('abort', end);
        resolve();
      };
      const cancel = time.after(ms, end);
      signal.addEventListener('abort', end);
    });
}

/** The text of a PEM file; the refusal names the field with its path. */
export async function readPem(path: string, field: string): Promise<string> {
  try {
    return await readNamedFile(path);
  } catch (error) {
    const code = (error as { readonly code?: string }).code ?? 'unknown';
    const reason = `cannot be read (${error instanceof UnreadNamedFile ? error.message : code}): expected the path of a PEM file`;
    throw new GatewayError('validation', `${field} ${reason}`, {
      reason: 'validation_failed',
      errors: [{ field, reason }],
    });
  }
}
