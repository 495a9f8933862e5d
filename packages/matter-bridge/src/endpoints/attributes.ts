import type { ValueReader } from '../mapping/plan.js';
import { idOf, type Shape } from './endpoint-type.js';

/** Values of attributes by the ids of their clusters. */
export type Attributes = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** What the values say of the attributes. */
export function attributesOf({ clusters }: Shape, values: ValueReader): Attributes {
  return Object.fromEntries(clusters.map((cluster) => [idOf(cluster.name), said(cluster.attributes(values))]));
}

/** What an endpoint begins with. */
export function initialOf(shape: Shape, values: ValueReader): Attributes {
  const now = attributesOf(shape, values);
  return Object.fromEntries(
    shape.clusters.map(({ name, fixed, initial }) => [idOf(name), { ...initial, ...fixed, ...now[idOf(name)] }]),
  );
}

const said = (attributes: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));

/** What the next attributes say that the last ones did not. */
export function changesBetween(last: Attributes, next: Attributes): Attributes {
  const changes = Object.entries(next).map(([cluster, attributes]) => {
    const differing = Object.entries(attributes).filter(([name, value]) => !isSame(last[cluster]?.[name], value));
    return [cluster, Object.fromEntries(differing)] as const;
  });
  return Object.fromEntries(changes.filter(([, attributes]) => Object.keys(attributes).length > 0));
}

/** The last attributes with the changes. */
export function merged(last: Attributes, changes: Attributes): Attributes {
  const changed = Object.entries(changes).map(
    ([cluster, attributes]) => [cluster, { ...last[cluster], ...attributes }] as const,
  );
  return { ...last, ...Object.fromEntries(changed) };
}

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));
