import type { ProgramSummary } from '@ccu-gateway/contract/types';
import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { programsTexts } from './texts.js';

/** Asks before a program is run, because it may open doors. Shows the outcome afterwards. */
export function RunDialog({ program, onClose }: { readonly program: ProgramSummary; readonly onClose: () => void }) {
  const { gateway, announce } = useServices();
  const say = useTexts(programsTexts);
  const action = useAction();
  const [onlyActive, setOnlyActive] = useState(false);
  const [outcome, setOutcome] = useState<string>();
  const { id, central, name } = program;
  const run = () =>
    action.run(async () => {
      const { executed } = await gateway.call('executeProgram', {
        path: { id },
        query: { central },
        body: { check_conditions: onlyActive },
      });
      const said = say(executed ? 'ran' : 'ranNot', { name });
      setOutcome(said);
      announce(said);
    });
  return (
    <Dialog
      title={say('runTitle', { name })}
      onClose={onClose}
      actions={
        outcome === undefined ? (
          <>
            <Button kind="primary" disabledReason={action.busy ? say('running') : undefined} onClick={() => void run()}>
              {say('run')}
            </Button>
            <Button onClick={onClose}>{say('cancel')}</Button>
          </>
        ) : (
          <Button kind="primary" onClick={onClose}>
            {say('done')}
          </Button>
        )
      }
    >
      {outcome === undefined ? (
        <>
          <p>{say('runHint')}</p>
          <label class="check">
            <input
              type="checkbox"
              checked={onlyActive}
              onChange={(event) => setOnlyActive(event.currentTarget.checked)}
            />
            {say('onlyActive')}
          </label>
        </>
      ) : (
        <p>{outcome}</p>
      )}
      {action.error !== undefined && <ErrorBox error={action.error} />}
    </Dialog>
  );
}
