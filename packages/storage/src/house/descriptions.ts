import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DescriptionCache, DeviceDescription, InterfaceScope, ParamsetDescription } from '@ccu-gateway/ccu-client';
import { toStorageError } from '../database/driver/errors.js';
import type { Connection } from '../database/driver/sqlite.js';
import type { Write } from '../database/line.js';

/**
 * Descriptions of one turn: an installation of 500 devices has several megabytes, and events must get through
 * meanwhile.
 */
const PER_TURN = 200;

/** Remembers descriptions across restarts, so that a start needs no minutes of questions to the CCU. */
export interface DescriptionStore extends DescriptionCache {
  /** Forgets all interfaces of a central that was removed. */
  forgetCentral(central: string): Promise<void>;
  /** The interfaces of which descriptions are kept, in order of central and interface. */
  scopes(): Promise<readonly InterfaceScope[]>;
}

/**
 * Parses texts, the same text only once while an answer of it is in use: most channels of a device, and most types of a
 * kind, have equal descriptions under different keys.
 */
function createSharedDescriptions(): (text: string) => ParamsetDescription {
  const byDigest = new Map<string, WeakRef<ParamsetDescription>>();
  return (text) => {
    const digest = createHash('sha256').update(text).digest('base64');
    const known = byDigest.get(digest)?.deref();
    if (known !== undefined) return known;
    const description = JSON.parse(text) as ParamsetDescription;
    byDigest.set(digest, new WeakRef(description));
    return description;
  };
}

/** The statements of the tables of descriptions, and their transactions. */
function prepareStatements(db: Connection) {
  const parts = db
    .prepare<[string, string], string>(
      'SELECT devices FROM device_descriptions WHERE central = ? AND interface = ? ORDER BY part',
    )
    .pluck();
  const scopes = db.prepare<[], { central: string; interface: InterfaceScope['interfaceName'] }>(
    'SELECT DISTINCT central, interface FROM device_descriptions ORDER BY central, interface',
  );
  const removeParts = db.prepare<[string, string]>(
    'DELETE FROM device_descriptions WHERE central = ? AND interface = ?',
  );
  const removeCentral = db.prepare<[string]>('DELETE FROM device_descriptions WHERE central = ?');
  const insertPart = db.prepare<[string, string, number, string]>(
    'INSERT INTO device_descriptions VALUES (?, ?, ?, ?)',
  );
  const paramset = db.prepare<[string], string>('SELECT description FROM paramset_descriptions WHERE key = ?').pluck();
  const upsertParamset = db.prepare<[string, string]>(
    'INSERT INTO paramset_descriptions VALUES (?, ?) ON CONFLICT DO UPDATE SET description = excluded.description',
  );

  const replaceParts = db.transaction((scope: InterfaceScope, texts: readonly string[]) => {
    removeParts.run(scope.central, scope.interfaceName);
    texts.forEach((text, part) => void insertPart.run(scope.central, scope.interfaceName, part, text));
  });
  const saveChunk = db.transaction((entries: readonly (readonly [string, string])[]) => {
    for (const [key, text] of entries) upsertParamset.run(key, text);
  });

  return { parts, scopes, removeCentral, paramset, replaceParts, saveChunk };
}

export function createDescriptionStore(db: Connection, write: Write): DescriptionStore {
  const { parts, scopes, removeCentral, paramset, replaceParts, saveChunk } = prepareStatements(db);
  const read = createSharedDescriptions();
  const replaceInLine = write(replaceParts.immediate);
  const saveInLine = write(saveChunk.immediate);

  return withStorageErrors({
    async loadDevices(scope) {
      const texts = parts.all(scope.central, scope.interfaceName);
      if (texts.length === 0) return undefined;
      const devices: DeviceDescription[] = [];
      for (const text of texts) {
        devices.push(...(JSON.parse(text) as readonly DeviceDescription[]));
        await nextTurn();
      }
      return devices;
    },
    async saveDevices(scope, devices) {
      const texts: string[] = [];
      // An interface without devices is known as well: it has one empty part.
      for (let start = 0; start === 0 || start < devices.length; start += PER_TURN) {
        texts.push(JSON.stringify(devices.slice(start, start + PER_TURN)));
        await nextTurn();
      }
      await replaceInLine(scope, texts);
    },
    async loadParamsets(keys) {
      const found = new Map<string, ParamsetDescription>();
      for (let start = 0; start < keys.length; start += PER_TURN) {
        for (const key of keys.slice(start, start + PER_TURN)) {
          const text = paramset.get(key);
          if (text !== undefined) found.set(key, read(text));
        }
        await nextTurn();
      }
      return found;
    },
    async saveParamsets(entries) {
      const all = [...entries];
      for (let start = 0; start < all.length; start += PER_TURN) {
        await saveInLine(
          all.slice(start, start + PER_TURN).map(([key, description]) => [key, JSON.stringify(description)] as const),
        );
        await nextTurn();
      }
    },
    forgetCentral: write((central) => void removeCentral.run(central)),
    scopes: async () => scopes.all().map(({ central, interface: interfaceName }) => ({ central, interfaceName })),
  });
}

function withStorageErrors(store: DescriptionStore): DescriptionStore {
  const wrap =
    <Arguments extends readonly unknown[], Answer>(work: (...args: Arguments) => Promise<Answer>) =>
    (...args: Arguments) =>
      work(...args).catch((error: unknown) => {
        throw toStorageError(error);
      });
  return {
    loadDevices: wrap(store.loadDevices),
    saveDevices: wrap(store.saveDevices),
    loadParamsets: wrap(store.loadParamsets),
    saveParamsets: wrap(store.saveParamsets),
    forgetCentral: wrap(store.forgetCentral),
    scopes: wrap(store.scopes),
  };
}
