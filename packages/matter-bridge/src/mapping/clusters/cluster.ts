import type { ClusterPlan, CustomDataPointRef, Refused, ValueReader, WriteIntent } from '../plan.js';

type Attributes = Readonly<Record<string, unknown>>;

/** A cluster of which only what is said differs from nothing. Attributes without a value are left out. */
export function cluster(name: string, parts: Partial<Omit<ClusterPlan, 'name'>> = {}): ClusterPlan {
  const { features = [], fixed = {}, initial = {}, attributes = () => ({}) } = parts;
  const { commands = {}, writable = {}, presses = [] } = parts;
  return {
    name,
    features,
    fixed,
    initial,
    attributes: (values) => said(attributes(values)),
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

export const operation = (
  of: CustomDataPointRef,
  name: string,
  params: Readonly<Record<string, unknown>> = {},
  lastWins?: string,
): WriteIntent => ({
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
