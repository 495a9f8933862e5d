/** Stored data of each CCU over a restart: one document each, as JSON. */
export interface CentralDocuments {
  /** Undefined where there is none. Rejects where it cannot be read. */
  load(central: string): Promise<unknown>;
  /** Undefined takes it away. */
  save(central: string, document: object | undefined): Promise<void>;
}
