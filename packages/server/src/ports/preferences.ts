/** What one user wants remembered, as JSON text by key. Rejects with `service_unready` when there is no storage. */
export interface PreferenceStore {
  get(owner: string, key: string): Promise<string | undefined>;
  put(owner: string, key: string, value: string): Promise<void>;
  remove(owner: string, key: string): Promise<void>;
}
