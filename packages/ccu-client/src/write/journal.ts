import { isAddress, isParameter } from '../model/address.js';
import { CcuError } from '../model/errors.js';
import type { ParamsetKey } from '../model/model.js';
import type { TypedValue } from '../model/operations-model.js';
import type { Now, StateStore, Timers } from '../model/ports.js';

/** One parameter that was sent and not proved yet. */
export interface SentValue {
  readonly channelAddress: string;
  readonly paramsetKey: ParamsetKey;
  /** Only with LINK. */
  readonly peer?: string;
  readonly parameter: string;
  readonly value: TypedValue;
  /** Time of sending, milliseconds since the Unix epoch. */
  readonly at: number;
  /** True when the CCU reported that the device sleeps. */
  readonly asleep: boolean;
}

const MAX_VALUES = 5_000;
const MAX_CHARACTERS = 1_000_000;
/** Characters of a record beside a long text. */
const OVERHEAD = 150;

/** Records of a journal: one for each parameter, and no more than there is room for. */
class JournalRecords {
  readonly #records = new Map<string, SentValue>();
  #characters = 0;

  /** Throws `CcuError` `circuit_open` when there is no room for so much more. */
  check(values: ReadonlyMap<string, TypedValue>): void {
    const more = [...values.values()].reduce((sum, value) => sum + weightOf(value), 0);
    if (this.#records.size + values.size <= MAX_VALUES && this.#characters + more <= MAX_CHARACTERS) return;
    throw new CcuError('circuit_open', 'too many writes wait for devices that sleep');
  }

  /** Replaces an older one of the same parameter. */
  set(sent: SentValue): void {
    this.#remove(keyOf(sent));
    this.#records.set(keyOf(sent), sent);
    this.#characters += weightOf(sent.value);
  }

  /** True when it is the newest of its parameter. */
  has(sent: SentValue): boolean {
    return this.#records.get(keyOf(sent)) === sent;
  }

  /** True when there is one of the same parameter. */
  knows(sent: SentValue): boolean {
    return this.#records.has(keyOf(sent));
  }

  /** False when a newer one has replaced it. */
  delete(sent: SentValue): boolean {
    return this.has(sent) && this.#remove(keyOf(sent));
  }

  /** Empty when nothing is to be kept. */
  toText(): string {
    return this.#records.size === 0 ? '' : JSON.stringify([...this.#records.values()]);
  }

  #remove(key: string): boolean {
    const known = this.#records.get(key);
    if (known === undefined) return false;
    this.#characters -= weightOf(known.value);
    return this.#records.delete(key);
  }
}

/** Groups configuration by paramset, as it is read back. */
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
  return JSON.stringify([channelAddress, paramsetKey, peer ?? '', parameter]);
}

function weightOf({ value }: TypedValue): number {
  return OVERHEAD + (typeof value === 'string' ? value.length : 0);
}

/** Reads the valid records of a text that some program wrote once. */
function readRecords(text: string | undefined, now: number): readonly SentValue[] {
  if (text === undefined || text.length > 4 * MAX_CHARACTERS) return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.slice(0, MAX_VALUES).flatMap((item) => readRecord(item, now)) : [];
  } catch {
    return [];
  }
}

const TYPE_OF: Readonly<Record<TypedValue['type'], string>> = {
  boolean: 'boolean',
  i4: 'number',
  double: 'number',
  string: 'string',
};

function readRecord(item: unknown, now: number): SentValue[] {
  const { channelAddress, paramsetKey, peer, parameter, value, at, asleep } = (item ?? {}) as Partial<SentValue>;
  const isPlace =
    isAddress(channelAddress) &&
    isParameter(parameter) &&
    (paramsetKey === 'VALUES' || paramsetKey === 'MASTER' || (paramsetKey === 'LINK' && isAddress(peer)));
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

/**
 * Remembers across restarts the values that were sent and neither confirmed nor rolled back. Saved a moment later and all at
 * once, so that the many writes that are confirmed at once cost nothing. A store that fails costs the memory, never a write.
 */
export interface Journal {
  /** Throws `CcuError` `circuit_open` when there is no room for so much more. */
  check(values: ReadonlyMap<string, TypedValue>): void;
  /** Replaces an older one of the same parameter. */
  note(sent: SentValue): void;
  /** True when it is still the newest of its parameter and waits. */
  has(sent: SentValue): boolean;
  /** Removes it, unless a newer one has replaced it. */
  settle(sent: SentValue): void;
  /** Values that an earlier run left behind and that were not written anew since. */
  recall(): Promise<readonly SentValue[]>;
  /** Saves waiting changes now, and nothing afterwards. Never rejects. */
  close(): Promise<void>;
}

export function createJournal(deps: {
  readonly store: StateStore;
  readonly storeKey: string;
  readonly delayMs: number;
  readonly timers: Timers;
  readonly now: Now;
  readonly complain: (event: string, message: string) => void;
}): Journal {
  const records = new JournalRecords();
  let cancelTimer: (() => void) | undefined;
  let written = '';
  let saving = Promise.resolve();
  let closed = false;

  function changed(): void {
    if (!closed) cancelTimer ??= deps.timers.after(deps.delayMs, save);
  }

  function save(): void {
    cancelTimer = undefined;
    const text = records.toText();
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
    check: (values) => records.check(values),
    note(sent) {
      records.set(sent);
      changed();
    },
    has: (sent) => records.has(sent),
    settle(sent) {
      if (records.delete(sent)) changed();
    },
    async recall() {
      let text: string | undefined;
      try {
        text = await deps.store.load(deps.storeKey);
      } catch {
        deps.complain('writes.unread', 'writes that an earlier run left waiting cannot be read');
      }
      const left = readRecords(text, deps.now()).filter((sent) => !records.knows(sent));
      written = text ?? '';
      for (const sent of left) records.set(sent);
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
