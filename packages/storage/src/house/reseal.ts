import type { StoredAlarm } from '@ccu-gateway/gateway-core/parts';
import { asking } from '../database/asking.js';
import type { Connection } from '../database/driver/sqlite.js';
import type { Write } from '../database/line.js';

const SEALED = 'enc:';
/** Key of the phones and browsers that take push messages: one sealed text. */
const PUSH = '$push';

/**
 * Writes every sealed value of the database anew, all in one transaction; returns their number. `path` is the path that
 * a value is sealed for: `centrals.<name>.<member…>`, `alarm.codes.<id>.hash`, `$push` or `<section>.<member…>`, an entry of a list by its number.
 */
export function createReseal(db: Connection, write: Write) {
  const sections = db.prepare<[], { key: string; text: string }>(
    'SELECT section AS key, value AS text FROM config_sections',
  );
  const saveSection = db.prepare<[string, string]>('UPDATE config_sections SET value = ? WHERE section = ?');
  const centrals = db.prepare<[], { key: string; text: string }>('SELECT name AS key, config AS text FROM centrals');
  const saveCentral = db.prepare<[string, string]>('UPDATE centrals SET config = ? WHERE name = ?');

  const alarm = db.prepare<[], { text: string }>(`SELECT value AS text FROM alarm_documents WHERE key = 'config'`);
  const saveAlarm = db.prepare<[string]>(`UPDATE alarm_documents SET value = ? WHERE key = 'config'`);

  const push = db.prepare<[], { text: string }>(`SELECT value AS text FROM ccu_state WHERE key = '${PUSH}'`);
  const savePush = db.prepare<[string]>(`UPDATE ccu_state SET value = ? WHERE key = '${PUSH}'`);

  const resealAll = db.transaction((rewrite: (sealed: string, path: string) => string) => {
    let count = 0;
    const walk = walkSealed((sealed, path) => {
      count += 1;
      return rewrite(sealed, path);
    });
    for (const { key, text } of sections.all()) saveSection.run(JSON.stringify(walk(JSON.parse(text), key)), key);
    for (const { key, text } of centrals.all()) {
      saveCentral.run(JSON.stringify(walk(JSON.parse(text), `centrals.${key}`)), key);
    }
    for (const { text } of alarm.all()) {
      const config: NonNullable<StoredAlarm['config']> = JSON.parse(text);
      const codes = config.codes.map((code) => walk(code, `alarm.codes.${code.id}`));
      saveAlarm.run(JSON.stringify({ ...config, codes }));
    }
    for (const { text } of push.all()) savePush.run(String(walk(text, PUSH)));
    return count;
  });
  const resealInLine = write(resealAll.immediate);
  return (rewrite: (sealed: string, path: string) => string): Promise<number> => asking(rewrite, resealInLine);
}

/**
 * Gives back a document with every sealed value in it rewritten.
 *
 * @example
 * const rewritten = walkSealed((sealed) => box.reseal(sealed))(document, 'centrals.home');
 */
export function walkSealed(
  rewrite: (sealed: string, path: string) => string,
): (value: unknown, path: string) => unknown {
  const walk = (value: unknown, path: string): unknown => {
    if (typeof value === 'string' && value.startsWith(SEALED)) return rewrite(value, path);
    if (Array.isArray(value)) return value.map((child, index) => walk(child, `${path}.${index}`));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, walk(child, `${path}.${key}`)]));
  };
  return walk;
}
