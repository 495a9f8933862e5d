import type { ComponentChildren } from 'preact';

interface FactProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** One row of a list of facts (`dl`): label, value and explanation. */
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
