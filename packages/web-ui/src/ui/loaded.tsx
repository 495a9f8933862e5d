import type { ComponentChildren } from 'preact';
import type { Resource } from '../resources/resource.js';
import { ErrorBox } from './form/error-box.tsx';
import { Skeleton } from './layout.tsx';

/**
 * A loaded value: a skeleton until it is there, or its error. A value that was loaded before stays beside the error.
 */
export function Loaded<T>({
  of,
  children,
  height = '3rem',
  count = 4,
}: {
  readonly of: Resource<T>;
  readonly children: (value: T) => ComponentChildren;
  readonly height?: string;
  readonly count?: number;
}) {
  const { value, error } = of.current.value;
  return (
    <>
      {error !== undefined && <ErrorBox error={error} retry={() => void of.reload()} />}
      {value !== undefined ? children(value) : error === undefined && <Skeleton height={height} count={count} />}
    </>
  );
}
