export interface Icon {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export interface IconSource {
  /** Artwork of a device type, from the cache or from the CCU that has the device. Undefined where there is none. */
  artwork(central: string, model: string): Promise<Icon | undefined>;
}
