import { X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { useTexts } from '../../context/services.js';
import { Icon } from '../value/icon.tsx';
import { uiTexts } from '../value/texts.js';
import { Button } from './button.tsx';

interface DialogProps {
  readonly title: string;
  readonly role?: 'alertdialog';
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** Buttons at the end. */
  readonly actions?: ComponentChildren;
}

/** A window before the page, of the browser's own kind: it keeps the focus, and Escape closes it. Exists while it is open. */
export function Dialog({ title, role, onClose, children, actions }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const say = useTexts(uiTexts);
  // In the same frame as the window, not after it: keys pressed in between would go to another element.
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    // The browser would take the first control, which closes the dialog.
    element?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    return () => {
      element?.close();
      if (before instanceof HTMLElement) before.focus();
      // The opener may be gone, as an entry of a menu, or there was none, as with a shortcut.
      const now = document.activeElement;
      // A field of the window has it until the window is taken out of the page.
      if (now === null || now === document.body || element?.contains(now))
        document.getElementById('main')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class="dialog"
      {...(role === undefined ? {} : { role })}
      aria-labelledby={id}
      onCancel={(event) => {
        // A file chooser that is cancelled, or returns the same file, sends its `cancel` event to the dialog, too.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <header>
        <h2 id={id} class="grow">
          {title}
        </h2>
        <Button kind="quiet" label={say('close')} onClick={onClose}>
          <Icon of={X} />
        </Button>
      </header>
      <div class="dialog-body">{children}</div>
      {actions !== undefined && <footer class="row">{actions}</footer>}
    </dialog>
  );
}
