/** A diagram that a user has saved. */
export interface StoredDiagram {
  /** Never given to another diagram. */
  readonly id: string;
  readonly name: string;
  readonly visibility: 'private' | 'shared';
  /** Subject of the owner, to show. */
  readonly owner: string;
  /** Key of the owner, unique over all sources of users. */
  readonly ownerKey: string;
  readonly config: Readonly<Record<string, unknown>>;
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Saved diagrams. Rejects with `service_unready` without storage. */
export interface DiagramControl {
  list(): Promise<readonly StoredDiagram[]>;
  /**
   * Stores the result of `decide` over the stored diagrams. `decide` is called again where another gateway changed them
   * meanwhile; its errors pass through, and nothing is stored.
   */
  change(decide: (kept: readonly StoredDiagram[]) => readonly StoredDiagram[]): Promise<void>;
  /** An id that no diagram had before. */
  newId(): string;
}
