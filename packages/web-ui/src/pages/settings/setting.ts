import type { CallAnswer } from '@ccu-gateway/client';

export type Field = CallAnswer<'getConfigSchema'>['fields'][number];
export type Effective = CallAnswer<'getEffectiveConfig'>;

/** How a setting is entered. */
export type Kind = 'boolean' | 'choice' | 'number' | 'text' | 'list' | 'pairs' | 'json' | 'secret';

/** One setting with its current value. */
export interface Setting {
  readonly path: string;
  readonly field: Field;
  readonly kind: Kind;
  readonly value: unknown;
  readonly source: Effective['sources'][string];
  /** Why it cannot be changed here. */
  readonly fixed?: 'variable' | 'file';
}

/** Placeholder of a stored secret. */
export const MASK = '***';

export function settingsOf(fields: readonly Field[], { config, sources }: Effective): readonly Setting[] {
  return fields.map((field) => {
    const { path, section } = field;
    const source = sources[path] ?? 'default';
    const fixed = source === 'env' ? 'variable' : section === undefined ? 'file' : undefined;
    return {
      path,
      field,
      kind: kindOf(field),
      value: at(config, path),
      source,
      ...(fixed === undefined ? {} : { fixed }),
    };
  });
}

function kindOf({ path, class: kind, type, values }: Field): Kind {
  if (kind === 'secret') return 'secret';
  if (type === 'boolean') return 'boolean';
  if (values !== undefined) return 'choice';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'string[]') return 'list';
  if (type === 'object' && !ENTRIES.includes(path)) return 'pairs';
  return type === 'string' || type === 'string|number' ? 'text' : 'json';
}

/** Settings that are maps of blocks, which have forms of their own. Other maps have one text for each name. */
const ENTRIES: readonly string[] = ['mqtt.brokers', 'webhooks.endpoints', 'notify.channels', 'notify.rules'];

/** Text of a setting in its input. A secret is never shown. */
export function textOf({ kind, value }: Pick<Setting, 'kind' | 'value'>): string {
  if (kind === 'secret' || value === undefined || value === null) return '';
  if (kind === 'list') return Array.isArray(value) ? value.join('\n') : '';
  if (kind === 'pairs') {
    const pairs = isBody(value) ? Object.entries(value) : [];
    return pairs.map(([name, each]) => `${name} = ${String(each)}`).join('\n');
  }
  return kind === 'json' ? JSON.stringify(value, null, 2) : String(value);
}

export type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

/** The value that an entered text means; an empty text of an optional setting means that it is not set. */
export function parsedOf({ kind, field }: Pick<Setting, 'kind' | 'field'>, text: string): Parsed {
  switch (kind) {
    case 'boolean':
      return { ok: true, value: text === 'true' };
    case 'number': {
      const number = Number(text.trim());
      const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = field;
      const fits = text.trim() !== '' && Number.isInteger(number) && number >= minimum && number <= maximum;
      return fits ? { ok: true, value: number } : { ok: false };
    }
    case 'list':
      return { ok: true, value: linesOf(text) };
    case 'pairs': {
      const pairs = linesOf(text).map((line) => {
        const [name = '', ...rest] = line.split('=');
        return rest.length > 0 ? [name.trim(), rest.join('=').trim()] : [''];
      });
      const isWhole = pairs.every(([name]) => name !== '');
      return isWhole ? { ok: true, value: Object.fromEntries(pairs) } : { ok: false };
    }
    case 'json':
      try {
        return { ok: true, value: JSON.parse(text === '' ? '{}' : text) };
      } catch {
        return { ok: false };
      }
    default:
      return { ok: true, value: text.trim() === '' && field.default === undefined ? undefined : text.trim() };
  }
}

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** A setting that is about to get another value. */
export interface Change {
  readonly setting: Setting;
  readonly value: unknown;
}

/** Entered values that differ from the current ones, and the paths with an invalid text. */
export function changesOf(
  settings: readonly Setting[],
  draft: ReadonlyMap<string, string>,
): { readonly changes: readonly Change[]; readonly invalid: readonly string[] } {
  const changes: Change[] = [];
  const invalid: string[] = [];
  for (const setting of settings) {
    const text = draft.get(setting.path);
    if (text === undefined || setting.fixed !== undefined) continue;
    // An untouched secret stays.
    if (setting.kind === 'secret' ? text === '' : text === textOf(setting)) continue;
    const parsed = parsedOf(setting, text);
    if (!parsed.ok) invalid.push(setting.path);
    else if (JSON.stringify(parsed.value) !== JSON.stringify(setting.value))
      changes.push({ setting, value: parsed.value });
  }
  return { changes, invalid };
}

type Body = Readonly<Record<string, unknown>>;

/** The stored section, with changes of its settings. */
export function sectionWith(section: string, stored: Body, changes: readonly Change[]): Body {
  return changes.reduce<Body>((body, { setting: { path }, value }) => {
    // A section that is one setting is an object with that one member.
    const keys = path === section ? [section.split('.').at(-1)!] : path.slice(section.length + 1).split('.');
    return withValue(body, keys, value);
  }, stored);
}

function withValue(body: Body, [key, ...rest]: readonly string[], value: unknown): Body {
  if (key === undefined) return body;
  const { [key]: before, ...others } = body;
  if (rest.length > 0) return { ...others, [key]: withValue(isBody(before) ? before : {}, rest, value) };
  return value === undefined ? others : { ...others, [key]: value };
}

function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce((found, key) => (isBody(found) && Object.hasOwn(found, key) ? found[key] : undefined), value);
}
