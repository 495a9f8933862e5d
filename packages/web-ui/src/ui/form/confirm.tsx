import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useTexts } from '../../context/services.js';
import { useMounted } from '../../context/use-mounted.js';
import { uiTexts } from '../value/texts.js';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorBox } from './error-box.tsx';
import { useAction } from './use-action.js';

interface ConfirmProps {
  readonly title: string;
  /** Consequence of the action. */
  readonly children: ComponentChildren;
  /** Words of the button. */
  readonly action: string;
  readonly kind?: 'primary' | 'danger';
  /** Name that the user has to type first, for an action that cannot be undone. */
  readonly repeat?: string;
  readonly onConfirm: () => Promise<unknown>;
  /** It was done, or left. */
  readonly onClose: () => void;
}

/** Asks before an action. It stays open while the action runs, and shows its error. */
export function Confirm({ title, children, action, kind = 'danger', repeat, onConfirm, onClose }: ConfirmProps) {
  const say = useTexts(uiTexts);
  const doing = useAction();
  const isShown = useMounted();
  const [typed, setTyped] = useState('');
  const reason = doing.busy
    ? say('sending')
    : repeat !== undefined && typed.trim() !== repeat
      ? say('typeFirst', { name: repeat })
      : undefined;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{say('cancel')}</Button>
          <Button
            kind={kind}
            disabledReason={reason}
            // A window that was left may have given way to another one.
            onClick={() => void doing.run(onConfirm).then((done) => done && isShown() && onClose())}
          >
            {action}
          </Button>
        </>
      }
    >
      <div class="stack">
        {children}
        {repeat !== undefined && (
          <label class="field">
            {say('typeName', { name: repeat })}
            <input
              class="input private"
              value={typed}
              autocomplete="off"
              spellcheck={false}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          </label>
        )}
        {doing.error !== undefined && <ErrorBox error={doing.error} />}
      </div>
    </Dialog>
  );
}
