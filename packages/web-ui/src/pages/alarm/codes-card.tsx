import type { AlarmCode, AlarmZoneStatus } from '@ccu-gateway/contract/types';
import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/form/button.tsx';
import { Confirm } from '../../ui/form/confirm.tsx';
import { Card, Chip } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { CodeDialog, PinDialog } from './code-dialog.tsx';
import { codeTexts } from './code-texts.js';

interface CodesProps {
  readonly zones: readonly AlarmZoneStatus[];
}

/** PINs, keys and keypads, for administrators. */
export function CodesCard(props: CodesProps) {
  const { session } = useServices();
  return session.may('admin') ? <Codes {...props} /> : null;
}

type Opened = 'add' | { readonly pinOf: AlarmCode } | { readonly remove: AlarmCode };

function Codes({ zones }: CodesProps) {
  const { gateway } = useServices();
  const say = useTexts(codeTexts);
  const [opened, open] = useState<Opened | undefined>();
  const codes = useResource(({ gateway: own }) => own.call('listAlarmCodes'), {
    refreshOn: ['alarm.journal_appended'],
  });
  const close = () => open(undefined);
  const reload = () => void codes.reload();
  return (
    <Card title={say('title')} aside={<Button onClick={() => open('add')}>{say('add')}</Button>}>
      <Loaded of={codes} height="6rem" count={1}>
        {(list) =>
          list.length === 0 ? (
            <p class="dim">{say('none')}</p>
          ) : (
            <ul class="security-faults">
              {list.map((code) => (
                <CodeLine
                  key={code.id}
                  code={code}
                  onPin={() => open({ pinOf: code })}
                  onRemove={() => open({ remove: code })}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {opened === 'add' && <CodeDialog zones={zones} onClose={close} onSaved={reload} />}
      {typeof opened === 'object' && 'pinOf' in opened && (
        <PinDialog code={opened.pinOf} onClose={close} onSaved={reload} />
      )}
      {typeof opened === 'object' && 'remove' in opened && (
        <Confirm
          title={say('removeTitle', { name: opened.remove.name })}
          action={say('remove')}
          onClose={close}
          onConfirm={async () => {
            await gateway.call('deleteAlarmCode', { path: { id: opened.remove.id } });
            reload();
          }}
        >
          <p>{say('removeHint')}</p>
        </Confirm>
      )}
    </Card>
  );
}

interface LineProps {
  readonly code: AlarmCode;
  readonly onPin: () => void;
  readonly onRemove: () => void;
}

function CodeLine({ code, onPin, onRemove }: LineProps) {
  const say = useTexts(codeTexts);
  return (
    <li class="row">
      <span class="grow">
        <span class="private">{code.name}</span> <span class="dim small">{say(code.kind)}</span>{' '}
        {code.duress && <Chip>{say('duress')}</Chip>} {!code.enabled && <Chip>{say('disabled')}</Chip>}{' '}
        {code.used && <Chip>{say('used')}</Chip>} {code.unreadable && <Chip tone="bad">{say('unreadable')}</Chip>}
      </span>
      {code.kind === 'pin' && (
        <Button kind="quiet" onClick={onPin}>
          {say('setPin')}
        </Button>
      )}
      <Button kind="quiet" onClick={onRemove}>
        {say('remove')}
      </Button>
    </li>
  );
}
