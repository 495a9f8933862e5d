/** Limits of the preferences of one principal. */
export interface PreferenceLimits {
  readonly keys: number;
  /** Of all keys and values of one principal together, in UTF-8. */
  readonly bytes: number;
}

/** Small JSON documents of one principal. Rejects with `service_unready` when there is no storage. */
export interface PreferenceStore {
  /** Undefined when unset. */
  get(principalKey: string, key: string): Promise<unknown>;
  /** Within the limits for one principal. False when it would pass them; nothing is changed then. */
  put(principalKey: string, key: string, value: unknown, limits: PreferenceLimits): Promise<boolean>;
  delete(principalKey: string, key: string): Promise<void>;
}
