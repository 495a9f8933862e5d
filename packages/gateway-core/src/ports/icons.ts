/** An image of a device. */
export interface Icon {
  /** MIME type, such as `image/png`. */
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** The images that CCUs have of their devices. */
export interface IconSource {
  /** Artwork of a device type, from the cache or from the CCU that has the device. Undefined where there is none. */
  artwork(central: string, model: string): Promise<Icon | undefined>;
}
