import { fromJson, StorageDriver, type SupportedStorageTypes, toJson } from '@matter/main';
import type { MatterStore } from '../ports/ports.js';

/** A value of the store is none that was ever written there. */
export class DamagedValueError extends Error {}

/** Data of the library between two starts: fabrics, counters and subscriptions, in the store of the bridge. */
export class BridgeStorageDriver extends StorageDriver {
  static readonly id = 'matter-bridge';
  readonly #store: MatterStore;
  readonly #values = new Map<string, Map<string, string>>();
  #isOpen = false;

  constructor(store: MatterStore) {
    super();
    this.#store = store;
  }

  override get initialized(): boolean {
    return this.#isOpen;
  }

  override initialize(): void {
    for (const { context, key, value } of this.#store.load()) this.#in(context).set(key, value);
    this.#isOpen = true;
  }

  override close(): void {
    this.#isOpen = false;
    this.#values.clear();
  }

  override get(contexts: string[], key: string): SupportedStorageTypes | undefined {
    const value = this.#values.get(contexts.join('.'))?.get(key);
    return value === undefined ? undefined : read(contexts.join('.'), key, value);
  }

  override set(contexts: string[], values: Record<string, SupportedStorageTypes>): void;
  override set(contexts: string[], key: string, value: SupportedStorageTypes): void;
  override set(
    contexts: string[],
    keyOrValues: string | Record<string, SupportedStorageTypes>,
    value?: SupportedStorageTypes,
  ): void {
    const context = contexts.join('.');
    const values = typeof keyOrValues === 'string' ? { [keyOrValues]: value } : keyOrValues;
    const rows = Object.entries(values).map(([key, each]) => ({ context, key, value: toJson(each) }));
    this.#store.save(rows);
    for (const row of rows) this.#in(context).set(row.key, row.value);
  }

  override delete(contexts: string[], key: string): void {
    const context = contexts.join('.');
    this.#store.remove(context, key);
    this.#values.get(context)?.delete(key);
  }

  override keys(contexts: string[]): string[] {
    return [...(this.#values.get(contexts.join('.'))?.keys() ?? [])];
  }

  override values(contexts: string[]): Record<string, SupportedStorageTypes> {
    const found = this.#values.get(contexts.join('.')) ?? new Map<string, string>();
    return Object.fromEntries([...found].map(([key, value]) => [key, read(contexts.join('.'), key, value)]));
  }

  override contexts(contexts: string[]): string[] {
    const prefix = contexts.length === 0 ? '' : `${contexts.join('.')}.`;
    const below = [...this.#values.keys()].filter((context) => context !== '' && context.startsWith(prefix));
    return [...new Set(below.map((context) => context.slice(prefix.length).split('.')[0] ?? ''))].filter(Boolean);
  }

  override clearAll(contexts: string[]): void {
    const context = contexts.join('.');
    this.#store.clear(context);
    for (const each of [...this.#values.keys()]) {
      if (context === '' || each === context || each.startsWith(`${context}.`)) this.#values.delete(each);
    }
  }

  #in(context: string): Map<string, string> {
    const values = this.#values.get(context) ?? new Map<string, string>();
    this.#values.set(context, values);
    return values;
  }
}

function read(context: string, key: string, value: string): SupportedStorageTypes {
  try {
    return fromJson(value);
  } catch (error) {
    throw new DamagedValueError(`${context} ${key} cannot be read`, { cause: error });
  }
}
