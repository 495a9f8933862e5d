import type { ComponentChildren } from 'preact';

interface FactProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** One row of a list of facts (`dl`): what it is about, what is so, and what that means. */
export function Fact({ label, hint, children }: FactProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {children}
        {hint !== undefined && <span class="dim small">{hint}</span>}
      </dd>
    </div>
  );
}
