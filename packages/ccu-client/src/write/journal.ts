import { CcuError } from '../errors.js';
import type { ParamsetKey } from '../model.js';
import type { TypedValue } from '../operations-model.js';
import type { Now, StateStore, Timers } from '../ports.js';

/** One parameter that was sent and not proved yet. */
export interface SentValue {
  readonly channelAddress: string;
  readonly paramsetKey: ParamsetKey;
  /** Only with LINK. */
  readonly peer?: string;
  readonly parameter: string;
  readonly value: TypedValue;
  /** When it was sent, milliseconds since the Unix epoch. */
  readonly at: number;
  /** The CCU said that the device sleeps. */
  readonly asleep: boolean;
}

/**
 * Remembers across restarts what was sent and neither confirmed nor rolled back. Written a moment later and all at once,
 * so that the many writes that are confirmed at once cost nothing. A store that fails costs the memory, never a write.
 */
export interface Journal {
  /** Throws `CcuError` `circuit_open` when there is no room for so much more. */
  check(values: ReadonlyMap<string, TypedValue>): void;
  /** Replaces an older one of the same parameter. */
  note(sent: SentValue): void;
  /** It is still the newest of its parameter and waits. */
  has(sent: SentValue): boolean;
  /** Unless a newer one took its place. */
  settle(sent: SentValue): void;
  /** What an earlier run left behind and nobody wrote anew since. */
  recall(): Promise<readonly SentValue[]>;
  /** Writes now what is waiting to be written, and nothing afterwards. Never rejects. */
  close(): Promise<void>;
}

const MAX_VALUES = 5_000;
const MAX_CHARACTERS = 1_000_000;
/** What a record needs beside a long text. */
const OVERHEAD = 150;

export function createJournal(deps: {
  readonly store: StateStore;
  readonly storeKey: string;
  readonly delayMs: number;
  readonly timers: Timers;
  readonly now: Now;
  readonly complain: (event: string, message: string) => void;
}): Journal {
  const records = new Map<string, SentValue>();
  let characters = 0;
  let cancelTimer: (() => void) | undefined;
  let written = '';
  let saving = Promise.resolve();
  let closed = false;

  function set(sent: SentValue): void {
    remove(keyOf(sent));
    records.set(keyOf(sent), sent);
    characters += weightOf(sent.value);
  }

  function remove(key: string): void {
    const known = records.get(key);
    if (known === undefined) return;
    records.delete(key);
    characters -= weightOf(known.value);
  }

  function changed(): void {
    if (!closed) cancelTimer ??= deps.timers.after(deps.delayMs, save);
  }

  function save(): void {
    cancelTimer = undefined;
    const text = records.size === 0 ? '' : JSON.stringify([...records.values()]);
    saving = saving.then(async () => {
      if (text === written) return;
      try {
        await deps.store.save(deps.storeKey, text === '' ? undefined : text);
        written = text;
      } catch {
        deps.complain('writes.unsaved', 'writes that wait for a device would not survive a restart');
      }
    });
  }

  return {
    check(values) {
      const more = [...values.values()].reduce((sum, value) => sum + weightOf(value), 0);
      if (records.size + values.size <= MAX_VALUES && characters + more <= MAX_CHARACTERS) return;
      throw new CcuError('circuit_open', 'too many writes wait for devices that sleep');
    },
    note(sent) {
      set(sent);
      changed();
    },
    has: (sent) => records.get(keyOf(sent)) === sent,
    settle(sent) {
      if (records.get(keyOf(sent)) !== sent) return;
      remove(keyOf(sent));
      changed();
    },
    async recall() {
      let text: string | undefined;
      try {
        text = await deps.store.load(deps.storeKey);
      } catch {
        deps.complain('writes.unread', 'writes that an earlier run left waiting cannot be read');
      }
      const left = readRecords(text, deps.now()).filter((sent) => !records.has(keyOf(sent)));
      written = text ?? '';
      for (const sent of left) set(sent);
      changed();
      return left;
    },
    async close() {
      closed = true;
      cancelTimer?.();
      save();
      await saving;
    },
  };
}

/** Configuration, together as it is read back. */
export function byParamset(list: readonly SentValue[]): readonly (readonly SentValue[])[] {
  const paramsets = new Map<string, SentValue[]>();
  for (const sent of list) {
    if (sent.paramsetKey === 'VALUES') continue;
    const key = keyOf({ ...sent, parameter: '' });
    const known = paramsets.get(key);
    if (known === undefined) paramsets.set(key, [sent]);
    else known.push(sent);
  }
  return [...paramsets.values()];
}

function keyOf({ channelAddress, paramsetKey, peer, parameter }: SentValue): string {
  return `${channelAddress} ${paramsetKey} ${peer ?? ''} ${parameter}`;
}

function weightOf({ value }: TypedValue): number {
  return OVERHEAD + (typeof value === 'string' ? value.length : 0);
}

/** As much as can be believed of a text that some program wrote once. */
function readRecords(text: string | undefined, now: number): readonly SentValue[] {
  if (text === undefined || text.length > 4 * MAX_CHARACTERS) return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.slice(0, MAX_VALUES).flatMap((item) => readRecord(item, now)) : [];
  } catch {
    return [];
  }
}

const ADDRESS = /^[\x21-\x7e]{1,64}$/;
const PARAMETER = /^[\x21-\x7e]{1,128}$/;
const TYPE_OF: Readonly<Record<TypedValue['type'], string>> = {
  boolean: 'boolean',
  i4: 'number',
  double: 'number',
  string: 'string',
};

function readRecord(item: unknown, now: number): SentValue[] {
  const { channelAddress, paramsetKey, peer, parameter, value, at, asleep } = (item ?? {}) as Partial<SentValue>;
  const isPlace =
    matches(ADDRESS, channelAddress) &&
    matches(PARAMETER, parameter) &&
    (paramsetKey === 'VALUES' || paramsetKey === 'MASTER' || (paramsetKey === 'LINK' && matches(ADDRESS, peer)));
  if (!isPlace || typeof value !== 'object' || value === null || typeof at !== 'number' || !Number.isFinite(at))
    return [];
  if (!Object.hasOwn(TYPE_OF, value.type) || typeof value.value !== TYPE_OF[value.type]) return [];
  return [
    {
      channelAddress: channelAddress!,
      paramsetKey: paramsetKey!,
      ...(paramsetKey === 'LINK' ? { peer } : {}),
      parameter: parameter!,
      value: { type: value.type, value: value.value },
      // A clock that was set back must not make it young for ever.
      at: Math.min(at, now),
      asleep: asleep === true,
    },
  ];
}

function matches(pattern: RegExp, text: unknown): text is string {
  return typeof text === 'string' && pattern.test(text);
}
