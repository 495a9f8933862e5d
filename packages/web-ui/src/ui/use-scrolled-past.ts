import { useEffect, useRef } from 'preact/hooks';

/** Says when the beginning of an element was scrolled out of view: who reads further down does not want the rows to run away. */
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
