/** Scrolls to the symptom or finding of an anchor, and gives it the focus, so that a screen reader continues there. */
export function showAnchor(anchor: string): void {
  const target = anchor === '' ? null : document.getElementById(anchor);
  target?.scrollIntoView();
  target?.focus({ preventScroll: true });
}
