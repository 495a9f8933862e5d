import { useFormats, useTexts } from '../../../context/services.js';
import { Button } from '../../../ui/form/button.tsx';
import { ErrorBox } from '../../../ui/form/error-box.tsx';
import { useAction } from '../../../ui/form/use-action.js';
import { useRefusal } from '../../../ui/form/use-permission.js';
import { Notice } from '../../../ui/notice.tsx';
import type { EditLock, EditLockState } from './edit-lock.js';
import { configureTexts } from './texts.js';

/** Why nothing can be changed here now; undefined: it can. */
export function useLockRefusal({ state }: EditLock): string | undefined {
  const say = useTexts(configureTexts);
  const words = useLockWords();
  const { kind } = state.value;
  if (kind === 'other') return words(state.value);
  return kind === 'lost' ? say('lockLost') : undefined;
}

function useLockWords(): (state: EditLockState) => string {
  const say = useTexts(configureTexts);
  const formats = useFormats();
  return (state) => {
    const { subject, since } = ('holder' in state ? state.holder : undefined) ?? {};
    const time = since === undefined ? '—' : formats.dateTime(Date.parse(since));
    return subject === undefined ? say('editedByOther', { time }) : say('editedBy', { name: subject, time });
  };
}

/** Windows of one user share the lock, so that writes of both are accepted. */
function Shared({ since }: { readonly since: string }) {
  const say = useTexts(configureTexts);
  const formats = useFormats();
  return (
    <Notice tone="warn" live>
      {say('shared', { time: formats.dateTime(Date.parse(since)) })}
    </Notice>
  );
}

/** Another caller edits this, or the reservation was lost: the notice with its remedies. */
export function LockNotice({ lock }: { readonly lock: EditLock }) {
  const say = useTexts(configureTexts);
  const words = useLockWords();
  const refusal = useRefusal('operator');
  const taking = useAction();
  const state = lock.state.value;
  if (state.kind === 'own' && state.sharedSince !== undefined) return <Shared since={state.sharedSince} />;
  if (state.kind === 'free' || state.kind === 'own') return null;
  const held = state.kind === 'other' || state.holder !== undefined;
  return (
    <Notice tone="warn" live>
      <div class="row">
        <span class="grow private">
          {state.kind === 'lost' && `${say('lockLost')} `}
          {held ? words(state) : say('lockEnded')}
        </span>
        <Button
          disabledReason={taking.busy ? say('sending') : refusal}
          onClick={() => void taking.run(() => lock.takeOver())}
        >
          {say(held ? 'takeOver' : 'editAgain')}
        </Button>
      </div>
      {held && <p class="small dim">{say('takeOverHint')}</p>}
      {taking.error !== undefined && <ErrorBox error={taking.error} />}
    </Notice>
  );
}
