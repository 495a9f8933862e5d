/** A floor or another part of the building with its rooms. */
export interface StoredArea {
  /** Never given to another area. */
  readonly id: string;
  readonly name: string;
  /** Names of rooms, each in one area at most. */
  readonly rooms: readonly string[];
}

/** The areas, in their order. Rejects with `service_unready` when there is no storage. */
export interface AreaStore {
  list(): Promise<readonly StoredArea[]>;
  /**
   * Stores the result of `decide` over the stored areas, in one transaction and alone among all changes; returns the
   * stored ones. `decide` may be called again, so it must have no other effect; its errors pass through, and nothing is
   * written.
   */
  change(decide: (kept: readonly StoredArea[]) => readonly StoredArea[]): Promise<readonly StoredArea[]>;
}

/** The areas of the running gateway. */
export interface AreaControl extends AreaStore {
  /** An id that no area had before. */
  newId(): string;
  /** Publishes that an area changed. */
  changed(areaId: string): void;
}
