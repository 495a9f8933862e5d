import type { ComponentChildren } from 'preact';

/** Preformatted text, which scrolls where it is too long; with the keyboard, too. */
export function Preformatted({
  class: extra,
  children,
}: {
  readonly class?: string;
  readonly children: ComponentChildren;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content needs the keyboard
    <pre class={extra} tabIndex={0}>
      {children}
    </pre>
  );
}
