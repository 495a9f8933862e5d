import { useEffect, useRef } from 'preact/hooks';

/**
 * Whether the component is still shown, for the end of work that a person need not wait for.
 *
 * @example
 * const isShown = useMounted();
 * await save();
 * if (isShown()) onClose();
 */
export function useMounted(): () => boolean {
  const mounted = useRef(true);
  useEffect(
    () => () => {
      mounted.current = false;
    },
    [],
  );
  return () => mounted.current;
}
