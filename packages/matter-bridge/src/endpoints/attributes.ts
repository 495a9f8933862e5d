import type { ClusterPlan, ValueReader } from '../mapping/plan.js';
import { idOf, type Shape } from './endpoint-type.js';
import type { Held } from './held.js';

/** Values of attributes by the ids of their clusters. */
export type Attributes = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Attributes from the values, with the held ones beside them. */
export function attributesOf({ clusters }: Shape, values: ValueReader, held?: Pick<Held, 'over'>): Attributes {
  const of = (cluster: ClusterPlan) => {
    const told = said(cluster.attributes(values));
    return held === undefined ? told : held.over(cluster, told);
  };
  return Object.fromEntries(clusters.map((cluster) => [idOf(cluster.name), of(cluster)]));
}

/** Initial attributes of an endpoint. */
export function initialOf(shape: Shape, values: ValueReader): Attributes {
  const now = attributesOf(shape, values);
  return Object.fromEntries(
    shape.clusters.map(({ name, fixed, initial }) => [idOf(name), { ...initial, ...fixed, ...now[idOf(name)] }]),
  );
}

const said = (attributes: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));

/** Attributes of `next` that differ from those of `now`. */
export function changesBetween(now: Attributes, next: Attributes): Attributes {
  const changes = Object.entries(next).map(([cluster, attributes]) => {
    const differing = Object.entries(attributes).filter(([name, value]) => !isSame(now[cluster]?.[name], value));
    return [cluster, Object.fromEntries(differing)] as const;
  });
  return Object.fromEntries(changes.filter(([, attributes]) => Object.keys(attributes).length > 0));
}

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && textOf(a) === textOf(b));

/** The library stores long numbers as bigint, in any form they were set. */
const textOf = (value: object | null): string =>
  JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? Number(each) : each));
