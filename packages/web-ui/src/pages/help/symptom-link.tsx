import type { ComponentChildren } from 'preact';
import { useServices } from '../../context/services.js';
import { helpPath } from '../../ui/help-link.tsx';
import { showAnchor } from './show-anchor.js';

interface SymptomLinkProps {
  readonly anchor: string;
  readonly children: ComponentChildren;
}

/** Leads to another symptom of the same page. */
export function SymptomLink({ anchor, children }: SymptomLinkProps) {
  const { base } = useServices();
  const onClick = (event: MouseEvent) => {
    if (location.hash !== `#${anchor}`) return;
    // The address stays the same: the router would add an entry to the history, and the page would not notice.
    event.preventDefault();
    event.stopPropagation();
    showAnchor(anchor);
  };
  return (
    <a href={base.at(helpPath(anchor))} onClick={onClick}>
      {children}
    </a>
  );
}
