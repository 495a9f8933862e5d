/** Compression of a body. */
export type AssetEncoding = 'br' | 'gzip' | 'identity';

/** One built file of the web UI. */
export interface UiAsset {
  readonly contentType: string;
  /** True when the name changes with the content, so that browsers may keep the file for ever. */
  readonly immutable: boolean;
  /** Of the uncompressed content, in quotes. */
  readonly etag: string;
  /** Beside `identity`, which there always is. */
  readonly encodings: readonly Exclude<AssetEncoding, 'identity'>[];
  body(encoding: AssetEncoding): Promise<Uint8Array>;
}

/** The built web UI, wherever it is kept. Its pages refer to everything relative to `<base>`. */
export interface UiAssets {
  /** The page that loads the app, with `<base href="/">` and `<title>` as built. */
  readonly index: string;
  /** Path of the script that rates the password of the setup page. */
  readonly strengthMeter?: string;
  /** By path without a leading slash, such as `assets/main-B1x.js`; undefined where there is none. */
  file(path: string): UiAsset | undefined;
}

/**
 * The smallest variant that the client accepts (RFC 9110, 12.5.3). A weight of 0 refuses a coding; other weights do not
 * count, because browsers send none.
 */
export function encodingFor(
  acceptEncoding: string | undefined,
  { encodings }: Pick<UiAsset, 'encodings'>,
): AssetEncoding {
  const weights = new Map(
    (acceptEncoding ?? '').split(',').map((part) => {
      const [coding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      return [coding, parameters.some((text) => /^q=0(\.0*)?$/.test(text)) ? 0 : 1];
    }),
  );
  const taken = (coding: AssetEncoding) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0;
  return (['br', 'gzip'] as const).find((coding) => encodings.includes(coding) && taken(coding)) ?? 'identity';
}
