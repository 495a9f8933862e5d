import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';

interface PopoverProps {
  /** Accessible name of the button. */
  readonly label: string;
  readonly trigger: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A button with a small window beside it. Escape, a click outside and a navigation close it. */
export function Popover({ label, trigger, children }: PopoverProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const around = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    const onPointer = (event: Event) => {
      if (!around.current?.contains(event.target as Node)) setOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('keydown', onKey, true);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('keydown', onKey, true);
    };
  }, [open]);
  return (
    <div class="popover" ref={around}>
      <button
        ref={button}
        type="button"
        class="popover-trigger"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span class="visually-hidden">{label}: </span>
        {trigger}
      </button>
      {open && (
        <div id={id} class="popover-window" role="group" aria-label={label}>
          {children}
        </div>
      )}
    </div>
  );
}
