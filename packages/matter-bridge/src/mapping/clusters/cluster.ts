import { fieldsOf } from '../numbers.js';
import type { ClusterPlan, CustomDataPointRef, Meaning, Refused, ValueReader, WriteIntent } from '../plan.js';

type Attributes = Readonly<Record<string, unknown>>;

/** What a cluster is made of. `keeps`: attributes that stay as they are without a value, although they may be null. */
type Parts = Partial<Omit<ClusterPlan, 'name'>> & { readonly keeps?: readonly string[] };

/**
 * A cluster of which only what is said differs from nothing. An attribute that begins as null is null again without a value;
 * others are left out, because Matter has no unknown for them.
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

/** The command means nothing for the house, or what it asks for holds already. */
export const NOTHING: WriteIntent = { kind: 'nothing' };

export const refused = (status: Refused['status'], reason: string): Refused => ({ kind: 'refused', status, reason });

/** An argument that is missing, of another kind or out of range. */
export const badArgument = (name: string): Refused => refused('constraint_error', `${name} is missing or out of range`);

/** Matter lets controllers write it, and the house does not: it stays as it is, so that nothing is shown that does not hold. */
export const staysAs =
  (name: string, fixed: unknown): Meaning<unknown> =>
  (value) =>
    isSame(value, fixed) ? NOTHING : refused('constraint_error', `${name} cannot be changed`);

const isSame = (a: unknown, b: unknown): boolean => a === b || (a instanceof Object && setBits(a) === setBits(b));

/** Bits that are not set may be left out. */
const setBits = (value: unknown): string =>
  JSON.stringify(
    Object.entries(fieldsOf(value))
      .flatMap(([name, bit]) => (bit === false ? [] : [[name, bit]]))
      .sort(),
  );

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

/** The state of a custom data point, whatever came of reading it. */
export const stateOf = (values: ValueReader, of: CustomDataPointRef): Attributes => {
  const state: unknown = values.state(of);
  return typeof state === 'object' && state !== null ? (state as Attributes) : {};
};
