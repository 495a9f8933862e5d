import { useLayoutEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { useServices, useTexts } from '../context/services.js';
import { watchWindow } from '../leaving/watch-window.js';
import { OF_THE_APP } from '../net/of-the-app.js';
import { Button } from '../ui/form/button.tsx';
import { Dialog } from '../ui/form/dialog.tsx';
import { shellTexts } from './texts.js';

/** Asks before any navigation away from a page with unsaved changes. */
export function useLeaveWatch(): void {
  const { leaving } = useServices();
  const { route } = useLocation();
  useLayoutEffect(() => {
    const ended = new AbortController();
    watchWindow(window, {
      guard: leaving,
      isPage: (href) => OF_THE_APP.test(new URL(href).pathname),
      go: (to) => route(to.pathname + to.search),
      signal: ended.signal,
    });
    return () => ended.abort();
  }, []);
}

/** Asks for permission to discard unsaved changes. */
export function LeaveQuestionView() {
  const { leaving } = useServices();
  const say = useTexts(shellTexts);
  const question = leaving.question.value;
  if (question === undefined) return null;
  return (
    <Dialog
      title={say('unsavedTitle')}
      onClose={question.stay}
      actions={
        <>
          <Button onClick={question.stay}>{say('stay')}</Button>
          <Button kind="danger" onClick={question.leave}>
            {say('leave')}
          </Button>
        </>
      }
    >
      <p>{say('unsaved')}</p>
    </Dialog>
  );
}
