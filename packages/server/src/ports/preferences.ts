/** Small JSON documents of one principal. Rejects with `service_unready` when there is no storage. */
export interface PreferenceStore {
  /** Undefined when unset. */
  get(principalKey: string, key: string): Promise<unknown>;
  put(principalKey: string, key: string, value: unknown): Promise<void>;
  delete(principalKey: string, key: string): Promise<void>;
}
