/** A device on a floor plan. */
export interface FloorplanPlace {
  readonly central: string;
  readonly device_address: string;
  /** Share of the width from the left, 0 to 1. */
  readonly x: number;
  /** Share of the height from the top, 0 to 1. */
  readonly y: number;
}

/** Picture of a floor plan, as it was uploaded. */
export interface FloorplanPicture {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp';
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/** A picture of a floor with the places of devices. */
export interface StoredFloorplan {
  /** Never given to another floor plan. */
  readonly id: string;
  readonly name: string;
  /** Id of its area; undefined without one. */
  readonly area?: string;
  readonly picture: FloorplanPicture;
  readonly places: readonly FloorplanPlace[];
  /** Rises with each change. */
  readonly revision: number;
}

/** Storage of floor plans, in the order of their making. Rejects where nothing was done. */
export interface FloorplanStore {
  list(): Promise<readonly StoredFloorplan[]>;
  /** Undefined for an unknown id. */
  picture(id: string): Promise<Uint8Array | undefined>;
  /** False where there are `most` already. */
  add(plan: StoredFloorplan, picture: Uint8Array, most: number): Promise<boolean>;
  /** Replaces the plan of the revision before, and its picture where one is given; false for another revision. */
  replace(plan: StoredFloorplan, picture?: Uint8Array): Promise<boolean>;
  remove(id: string): Promise<boolean>;
}

/** Floor plans of the running gateway. Rejects with `service_unready` without storage. */
export interface FloorplanControl extends FloorplanStore {
  /** An id that no floor plan had before. */
  newId(): string;
  /** Publishes that a floor plan changed. */
  changed(floorplanId: string): void;
}
