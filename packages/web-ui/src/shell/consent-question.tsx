import { useServices, useTexts } from '../context/services.js';
import { Button } from '../ui/form/button.tsx';
import { Dialog } from '../ui/form/dialog.tsx';
import { uiTexts } from '../ui/value/texts.js';

/** Asks before a command opens access to a building, wakes its residents, lets water run or changes access rights. */
export function ConsentQuestionView() {
  const { consents } = useServices();
  const say = useTexts(uiTexts);
  const question = consents.question.value;
  if (question === undefined) return null;
  const { name, what, reason, isLasting, answer } = question;
  return (
    <Dialog
      role="alertdialog"
      title={say('really', { name, what })}
      onClose={() => answer(false)}
      actions={
        <>
          <Button onClick={() => answer(false)}>{say('cancel')}</Button>
          <Button kind="danger" onClick={() => answer(true)}>
            {what}
          </Button>
        </>
      }
    >
      <p>{say(`ask_${reason}`)}</p>
      {isLasting && <p>{say('ask_lasting')}</p>}
    </Dialog>
  );
}
