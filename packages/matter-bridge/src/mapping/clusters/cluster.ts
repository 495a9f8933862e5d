import { fieldsOf } from '../numbers.js';
import type { ClusterPlan, CustomDataPointRef, Meaning, Refused, ValueReader, WriteIntent } from '../plan.js';

type Attributes = Readonly<Record<string, unknown>>;

/** Parts of a cluster. `keeps`: nullable attributes that keep their value when no value is reported. */
type Parts = Partial<Omit<ClusterPlan, 'name'>> & { readonly keeps?: readonly string[] };

/**
 * A cluster with defaults for all parts. An attribute with the initial value null is null again without a value. Others
 * are left out, because Matter has no unknown for them.
 */
export function cluster(name: string, parts: Parts = {}): ClusterPlan {
  const { features = [], fixed = {}, initial = {}, attributes = () => ({}), keeps = [] } = parts;
  const mayBeUnknown = Object.entries(initial).filter(([name, value]) => value === null && !keeps.includes(name));
  const unknowns = Object.fromEntries(mayBeUnknown);
  const { commands = {}, writable = {}, presses = [] } = parts;
  return {
    name,
    features,
    fixed,
    initial,
    attributes: (values) => ({ ...unknowns, ...said(attributes(values)) }),
    commands,
    writable,
    presses,
  };
}

const said = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));

/** The command has no meaning for the device, or its result holds already. */
export const NOTHING: WriteIntent = { kind: 'nothing' };

export const refused = (status: Refused['status'], reason: string): Refused => ({ kind: 'refused', status, reason });

/** An argument that is missing, of another kind or out of range. */
export const badArgument = (name: string): Refused => refused('constraint_error', `${name} is missing or out of range`);

/**
 * Attribute that Matter lets controllers write and the device does not support: it keeps its value, so that controllers
 * see no wrong one.
 */
export const staysAs =
  (name: string, fixed: unknown): Meaning<unknown> =>
  (value) =>
    isSame(value, fixed) ? NOTHING : refused('constraint_error', `${name} cannot be changed`);

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (a instanceof Object && b instanceof Object && hasSameBits(fieldsOf(a), fieldsOf(b)));

/** Bits that are not set may be left out. */
const hasSameBits = (a: Attributes, b: Attributes): boolean =>
  [...Object.keys(a), ...Object.keys(b)].every((bit) => (a[bit] ?? false) === (b[bit] ?? false));

export const operation = (
  of: CustomDataPointRef,
  name: string,
  params: Readonly<Record<string, unknown>> = {},
  lastWins?: string,
): Extract<WriteIntent, { readonly kind: 'operation' }> => ({
  kind: 'operation',
  of,
  operation: name,
  params,
  ...(lastWins === undefined ? {} : { lastWins }),
});

/** State of a custom data point; empty when it cannot be read. */
export const stateOf = (values: ValueReader, of: CustomDataPointRef): Attributes => {
  const state: unknown = values.state(of);
  return typeof state === 'object' && state !== null ? (state as Attributes) : {};
};
