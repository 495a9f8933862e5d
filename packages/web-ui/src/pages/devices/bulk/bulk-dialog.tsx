import type { ComponentChildren } from 'preact';
import { useTexts } from '../../../context/services.js';
import { Button } from '../../../ui/form/button.tsx';
import { Dialog } from '../../../ui/form/dialog.tsx';
import { useRefusal } from '../../../ui/form/use-permission.js';
import type { BulkRun } from './run.js';
import { bulkTexts } from './texts.js';

interface BulkDialogProps<T> {
  readonly title: string;
  /** Undefined until it was started. */
  readonly run: BulkRun<T> | undefined;
  readonly startLabel: string;
  /** Why it cannot be started now. */
  readonly disabledReason: string | undefined;
  readonly onStart: () => void;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Action on several devices: choose, start and follow it. Closing the dialog stops the part that has not begun. */
export function BulkDialog<T>(props: BulkDialogProps<T>) {
  const { title, run, startLabel, disabledReason, onStart, onClose, children } = props;
  const say = useTexts(bulkTexts);
  const refusal = useRefusal('operator');
  const running = run?.state.value === 'running';
  return (
    <Dialog
      title={title}
      onClose={() => {
        run?.stop();
        onClose();
      }}
      actions={
        run === undefined ? (
          <>
            <Button onClick={onClose}>{say('cancel')}</Button>
            <Button kind="primary" disabledReason={refusal ?? disabledReason} onClick={onStart}>
              {startLabel}
            </Button>
          </>
        ) : (
          <Button kind="primary" onClick={() => (running ? run.stop() : onClose())}>
            {say(running ? 'stop' : 'done')}
          </Button>
        )
      }
    >
      {children}
    </Dialog>
  );
}
