type Plain = string | number | boolean | bigint | symbol | null | undefined;
type Json = string | number | boolean | null | Json[] | { [member: string]: Json };

/** A shape as the holder of a value sees it: nothing in it can be changed. Arbitrary JSON becomes unknown. */
export type DeepReadonly<Shape> = [Json] extends [Shape] ? unknown : Members<Shape>;

type Members<Shape> = Shape extends Plain
  ? Shape
  : Shape extends readonly (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : { readonly [Member in keyof Shape]: DeepReadonly<Shape[Member]> };
