import type { Icon, IconSource } from '../ports/icons.js';
import type { Logger } from '../ports/log.js';
import type { Time } from '../ports/time.js';

/** Address of a CCU's web interface. */
export interface WebPlace {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** True where its certificate is not checked. Artwork is no secret and proves nothing. */
  readonly insecure: boolean;
  /** Throws where nothing may be sent to the CCU now. */
  readonly permit: () => void;
}

/** Fetches a file of at most `limit` bytes, and asks the permit before each request; undefined where there is none. */
export type FetchFile = (place: WebPlace, path: string, limit: number) => Promise<Uint8Array | undefined>;

/** Dependencies of the search for artwork. */
export interface IconDeps {
  /** Undefined for a CCU that is not configured. */
  readonly place: (central: string) => Promise<WebPlace | undefined>;
  readonly time: Pick<Time, 'now'>;
  readonly log: Logger;
  readonly fetchFile: FetchFile;
}

const CATALOGUE = '/config/devdescr/DEVDB.tcl';
const CATALOGUE_LIMIT = 4 * 1024 * 1024;
const ICON_LIMIT = 512 * 1024;
const MAX_ICONS = 500;
/** Missing artwork is requested again after this time; the CCU may have been away. */
const RETRY_MS = 15 * 60_000;
const PNG = [0x89, 0x50, 0x4e, 0x47];

interface Kept<T> {
  readonly value: Promise<T | undefined>;
  readonly at: number;
  failed: boolean;
}

/**
 * Artwork of device types as the CCUs' own web interfaces show it. The route is public, so each file is asked for once,
 * and misses are remembered as well: no client can make the gateway ask a CCU again and again.
 *
 * @example
 * const icons = createIconSource({ place, fetchFile, time, log });
 */
export function createIconSource({ place, time, log, fetchFile }: IconDeps): IconSource {
  const catalogues = new Map<string, Kept<ReadonlyMap<string, string>>>();
  const icons = new Map<string, Kept<Icon>>();

  function remember<T>(
    kept: Map<string, Kept<T>>,
    key: string,
    load: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const known = kept.get(key);
    if (known !== undefined && !(known.failed && time.now() - known.at > RETRY_MS)) return known.value;
    const entry: Kept<T> = {
      at: time.now(),
      failed: false,
      value: load()
        .catch((error: unknown) => {
          log.debug('artwork could not be read', { error });
          return undefined;
        })
        .then((value) => {
          entry.failed = value === undefined;
          return value;
        }),
    };
    if (kept.size >= MAX_ICONS) kept.delete(kept.keys().next().value ?? '');
    kept.set(key, entry);
    return entry.value;
  }

  async function read(central: string, path: string, limit: number): Promise<Uint8Array | undefined> {
    const where = await place(central);
    return where === undefined ? undefined : fetchFile(where, path, limit);
  }

  return {
    async artwork(central, model) {
      const files = await remember(catalogues, central, async () => {
        const bytes = await read(central, CATALOGUE, CATALOGUE_LIMIT);
        return bytes === undefined ? undefined : iconFiles(new TextDecoder('latin1').decode(bytes));
      });
      const file = files?.get(model.toLowerCase());
      if (file === undefined) return undefined;
      return remember(icons, `${central}/${file}`, async () => {
        const bytes = await read(central, file, ICON_LIMIT);
        const isPng = bytes !== undefined && PNG.every((byte, index) => bytes[index] === byte);
        return isPng ? { contentType: 'image/png', bytes } : undefined;
      });
    },
  };
}

const ENTRY = /DEV_PATHS\(([^)\s]{1,64})\)[^\n]{0,512}?(\/config\/img\/devices\/250\/[A-Za-z0-9._-]{1,128}\.png)/g;

/** Path of the large picture by model in lower case, from the list the web interface itself uses. */
export function iconFiles(catalogue: string): ReadonlyMap<string, string> {
  return new Map([...catalogue.matchAll(ENTRY)].map(([, model = '', file = '']) => [model.toLowerCase(), file]));
}
