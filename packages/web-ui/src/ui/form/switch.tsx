import { useId } from 'preact/hooks';
import { WhyNot } from './button.tsx';

interface SwitchProps {
  readonly on: boolean;
  /** Accessible name. */
  readonly label: string;
  readonly onToggle: () => void;
  /** Sent and not confirmed yet. */
  readonly pending?: boolean;
  /** Why it cannot be used now. */
  readonly disabledReason?: string | undefined;
  /** Consequence of switching. */
  readonly hint?: string | undefined;
}

/** On or off. */
export function Switch({ on, label, onToggle, pending = false, disabledReason, hint }: SwitchProps) {
  const id = useId();
  const disabled = disabledReason !== undefined;
  const control = (
    <button
      type="button"
      role="switch"
      class={`switch${pending ? ' pending' : ''}`}
      aria-checked={on}
      aria-label={label}
      aria-disabled={disabled ? 'true' : undefined}
      aria-describedby={disabled ? id : undefined}
      title={hint}
      onClick={() => !disabled && onToggle()}
    />
  );
  return disabled ? <WhyNot id={id} reason={disabledReason} control={control} /> : control;
}
