import { observeWindowOffset, observeWindowRect, Virtualizer, windowScroll } from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';

export interface VirtualRows {
  readonly count: number;
  /** Pixels of a row before it was measured. */
  readonly estimate: number;
  /** The element in which the rows begin. */
  readonly within: RefObject<HTMLElement | null>;
  readonly keyOf: (index: number) => string;
}

/** Which rows are in view, for lists that scroll with the page. */
export function useVirtualRows({ count, estimate, within, keyOf }: VirtualRows): Virtualizer<Window, Element> {
  const [, render] = useReducer((times: number, _: undefined) => times + 1, 0);
  const [margin, setMargin] = useState(0);
  const scrolled = useRef(false);
  const options = {
    count,
    estimateSize: () => estimate,
    getItemKey: keyOf,
    getScrollElement: () => window,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    scrollMargin: margin,
    overscan: 8,
    initialOffset: () => window.scrollY,
    onChange: () => {
      scrolled.current = true;
      render(undefined);
    },
  };
  const [virtualizer] = useState(() => new Virtualizer<Window, Element>(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => {
    virtualizer._willUpdate();
    // Scrolling moves nothing on the page, and reading a position makes the browser lay out the whole page at once.
    const isScrolled = scrolled.current;
    scrolled.current = false;
    const element = within.current;
    if (!isScrolled && element !== null) setMargin(Math.round(element.getBoundingClientRect().top + window.scrollY));
  });
  return virtualizer;
}
