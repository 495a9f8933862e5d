import { useEffect, useRef } from 'preact/hooks';

/**
 * Calls `onPast` when the start of an element is scrolled out of view, because new rows must not move the text of a
 * reader below.
 */
export function useScrolledPast(element: { readonly current: HTMLElement | null }, onPast: () => void): void {
  const latest = useRef(onPast);
  latest.current = onPast;
  useEffect(() => {
    const onScroll = () => {
      if ((element.current?.getBoundingClientRect().top ?? 0) < 0) latest.current();
    };
    addEventListener('scroll', onScroll, { passive: true });
    return () => removeEventListener('scroll', onScroll);
  }, []);
}
