import type { Services } from '../../context/services.js';

/** A home that the bridge belongs to. */
export interface Fabric {
  readonly id: string;
  readonly label: string;
  readonly vendor: string;
}

/** Something that the bridge could show to other systems. */
export interface Exposable {
  readonly id: string;
  readonly name: string;
  /** What it is for Matter, such as `dimmable_light`. */
  readonly type: string;
  readonly isExposed: boolean;
  /** Why it cannot be shown; empty where it can. */
  readonly reason: string;
}

/** The codes to add the bridge with. */
export interface SetupPayload {
  /** Text of the QR code: `MT:…`. */
  readonly qr: string;
  readonly manual: string;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The operations of the bridge have no schemas in the published documents yet, so that what they answer is read with care: what is
 * not as expected is left out.
 */
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** The objects of a list, alone or as a member of an object. */
function rowsOf(value: unknown, member: string): readonly Fields[] {
  const list = Array.isArray(value) ? value : fieldsOf(value)[member];
  return Array.isArray(list) ? list.map(fieldsOf).filter(({ id }) => textOf(id) !== '') : [];
}

export function readFabrics(value: unknown): readonly Fabric[] {
  return rowsOf(value, 'fabrics').map(({ id, label, vendor }) => ({
    id: textOf(id),
    label: textOf(label),
    vendor: textOf(vendor),
  }));
}

export function readExposables(value: unknown): readonly Exposable[] {
  return rowsOf(value, 'items').map(({ id, name, type, exposed, reason }) => ({
    id: textOf(id),
    name: textOf(name) || textOf(id),
    type: textOf(type),
    isExposed: exposed === true,
    reason: textOf(reason),
  }));
}

export function readPayload(value: unknown): SetupPayload {
  const { qr_code: qr, manual_code: manual } = fieldsOf(value);
  return { qr: textOf(qr), manual: textOf(manual) };
}

/**
 * Asks the bridge; its answer is undefined where it has none. The client has no operations that the document knows no success of, so
 * that this is asked beside it.
 */
export async function askBridge(
  { base, csrf }: Pick<Services, 'base' | 'csrf'>,
  path: string,
  { method = 'GET', body }: { readonly method?: 'GET' | 'PUT' | 'POST' | 'DELETE'; readonly body?: object } = {},
): Promise<unknown> {
  const token = method === 'GET' ? undefined : csrf();
  const answer = await fetch(new URL(`api/v1/matter/${path}`, base.url), {
    method,
    headers: {
      ...(token === undefined ? {} : { 'X-CSRF-Token': token }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const said: unknown = text === '' ? undefined : JSON.parse(text);
  if (!answer.ok) throw new Error(textOf(fieldsOf(said).detail) || `${answer.status}`);
  return said;
}
