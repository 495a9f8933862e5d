import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export interface ButtonProps {
  readonly children: ComponentChildren;
  readonly onClick?: () => void;
  readonly kind?: 'primary' | 'danger' | 'quiet';
  readonly type?: 'button' | 'submit';
  /** Why it cannot be used now. It stays reachable, so that the reason can be read. */
  readonly disabledReason?: string | undefined;
  /** Name, where the children are a picture only. */
  readonly label?: string;
  readonly expanded?: boolean;
  /** Of a button that is one choice of several. */
  readonly pressed?: boolean;
}

export function Button({
  children,
  onClick,
  kind,
  type = 'button',
  disabledReason,
  label,
  expanded,
  pressed,
}: ButtonProps) {
  const id = useId();
  const disabled = disabledReason !== undefined;
  const button = (
    <button
      type={type}
      class={`button${kind === undefined ? '' : ` ${kind}`}${label === undefined ? '' : ' icon-only'}`}
      aria-label={label}
      title={label}
      aria-disabled={disabled ? 'true' : undefined}
      aria-describedby={disabled ? id : undefined}
      aria-expanded={expanded}
      aria-pressed={pressed}
      onClick={(event) => {
        if (disabled) event.preventDefault();
        else onClick?.();
      }}
    >
      {children}
    </button>
  );
  return disabled ? <WhyNot id={id} reason={disabledReason} control={button} /> : button;
}

/** A control that cannot be used, and why: shown on focus and under the pointer. */
export function WhyNot({
  id,
  reason,
  control,
}: {
  readonly id: string;
  readonly reason: string;
  readonly control: ComponentChildren;
}) {
  return (
    <span class="why-not">
      {control}
      <span class="reason" role="tooltip" id={id}>
        {reason}
      </span>
    </span>
  );
}
