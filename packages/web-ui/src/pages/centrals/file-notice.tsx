import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/form/button.tsx';
import { Confirm } from '../../ui/form/confirm.tsx';
import { Notice } from '../../ui/notice.tsx';
import { centralsTexts } from './texts.js';

interface FileNoticeProps {
  /** The CCUs are other ones now. */
  readonly onChanged: () => void;
}

/** The CCUs of the configuration file are ignored: which ones differ, and both ways out. */
export function FileNotice({ onChanged }: FileNoticeProps) {
  const { gateway, announce } = useServices();
  const say = useTexts(centralsTexts);
  const [asking, setAsking] = useState<'takeCentralsFile' | 'writeCentralsFile'>();
  const state = useResource(({ gateway: asked }) => asked.call('getCentralsFile'), {
    refreshOn: ['central.state_changed', 'central.readiness_changed'],
  });
  const found = state.current.value.value;
  if (found?.ignored !== true) return null;
  const takes = asking === 'takeCentralsFile';
  const lists = [
    ['fileOnly', found.only_in_file],
    ['hereOnly', found.only_here],
    ['fileChanged', found.changed],
  ] as const;
  return (
    <Notice tone="warn">
      <p>{say('fileIgnored')}</p>
      <ul>
        {lists
          .filter(([, names]) => names.length > 0)
          .map(([label, names]) => (
            <li key={label}>
              {say(label)} <span class="private">{names.join(', ')}</span>
            </li>
          ))}
      </ul>
      <div class="row">
        <Button onClick={() => setAsking('takeCentralsFile')}>{say('takeFile')}</Button>
        <Button onClick={() => setAsking('writeCentralsFile')}>{say('writeFile')}</Button>
      </div>
      {asking !== undefined && (
        <Confirm
          title={say(takes ? 'takeFile' : 'writeFile')}
          action={say(takes ? 'takeFile' : 'writeFile')}
          kind={takes ? 'danger' : 'primary'}
          onClose={() => setAsking(undefined)}
          onConfirm={async () => {
            await gateway.call(asking);
            announce(say(takes ? 'fileTaken' : 'fileWritten'));
            await state.reload();
            onChanged();
          }}
        >
          <p>{say(takes ? 'takeFileEffect' : 'writeFileEffect', { file: found.file ?? '' })}</p>
        </Confirm>
      )}
    </Notice>
  );
}
