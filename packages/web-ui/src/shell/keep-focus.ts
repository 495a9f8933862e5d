/**
 * Keeps the focus in a part of the page when the focused element disappears, as with a deleted row: the nearest
 * remaining element gets it. Otherwise the next key of a keyboard user would start at the top. Returns a function that
 * stops it.
 */
export function keepFocus(within: HTMLElement): () => void {
  /** Focused element and its ancestors, the nearest first. */
  let around: readonly Element[] = [];
  const observer = new MutationObserver(() => {
    const [focused] = around;
    if (focused === undefined || focused.isConnected || document.activeElement !== document.body) return;
    focusOn(around.find((each) => each.isConnected) ?? within);
  });
  const onFocus = ({ target }: FocusEvent) => {
    around = pathOf(target as Element, within);
    observer.observe(within, { childList: true, subtree: true });
  };
  const onBlur = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) return;
    // A removed element also causes `focusout`, and needs more work.
    queueMicrotask(() => {
      if (!(target as Element).isConnected || around[0] !== target) return;
      around = [];
      observer.disconnect();
    });
  };
  within.addEventListener('focusin', onFocus);
  within.addEventListener('focusout', onBlur);
  return () => {
    observer.disconnect();
    within.removeEventListener('focusin', onFocus);
    within.removeEventListener('focusout', onBlur);
  };
}

function pathOf(element: Element, within: Element): readonly Element[] {
  const path: Element[] = [];
  for (let each: Element | null = element; each !== null && each !== within; each = each.parentElement) path.push(each);
  return [...path, within];
}

function focusOn(element: Element): void {
  if (!(element instanceof HTMLElement)) return;
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
}
