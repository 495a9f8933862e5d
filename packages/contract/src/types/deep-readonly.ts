type Plain = string | number | boolean | bigint | symbol | null | undefined;

/** A shape as the holder of a value sees it: nothing in it can be changed. */
export type DeepReadonly<Shape> = Shape extends Plain
  ? Shape
  : Shape extends readonly (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : unknown extends Shape
      ? Shape
      : { readonly [Member in keyof Shape]: DeepReadonly<Shape[Member]> };
