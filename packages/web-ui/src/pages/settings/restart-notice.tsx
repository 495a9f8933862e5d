import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import type { Resource } from '../../resources/resource.js';
import { Button } from '../../ui/form/button.tsx';
import { Confirm } from '../../ui/form/confirm.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useSettingName } from './setting-row.tsx';
import { settingsTexts } from './texts.js';

/** Which settings wait for a restart, and the way to it. */
export function RestartNotice({
  pending,
}: {
  readonly pending: Resource<{ readonly pending: boolean; readonly fields: readonly string[] }>;
}) {
  const { gateway } = useServices();
  const say = useTexts(settingsTexts);
  const nameOf = useSettingName();
  const [asking, setAsking] = useState(false);
  const { value } = pending.current.value;
  if (value === undefined || !value.pending) return null;
  return (
    <Notice tone="warn">
      <p>
        {say('waiting', { n: value.fields.length })} {value.fields.map(nameOf).join(', ')}
      </p>
      <Button onClick={() => setAsking(true)}>{say('restart')}</Button>
      {asking && (
        <Confirm
          title={say('restartTitle')}
          action={say('restart')}
          onClose={() => setAsking(false)}
          onConfirm={() => gateway.call('restartGateway')}
        >
          <p>{say('restartEffect')}</p>
        </Confirm>
      )}
    </Notice>
  );
}
