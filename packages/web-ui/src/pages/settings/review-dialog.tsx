import { useServices, useTexts } from '../../context/services.js';
import { Confirm } from '../../ui/form/confirm.tsx';
import { Chip } from '../../ui/layout.tsx';
import { type Change, type Setting, sectionWith } from './setting.js';
import { useSettingName } from './setting-row.tsx';
import { settingsTexts } from './texts.js';

interface ReviewProps {
  readonly changes: readonly Change[];
  readonly onSaved: (notApplied: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Shows the changes before anything is saved. */
export function ReviewDialog({ changes, onSaved, onClose }: ReviewProps) {
  const { gateway, announce } = useServices();
  const say = useTexts(settingsTexts);
  const nameOf = useSettingName();

  async function save() {
    const sections = [...new Set(changes.map(({ setting }) => setting.field.section ?? ''))];
    const failures: string[] = [];
    for (const section of sections) {
      const path = { section };
      const stored = await gateway.call('getConfigSection', { path });
      const own = changes.filter(({ setting }) => setting.field.section === section);
      // Each section has a shape of its own; which one it is, is known at run time only. The gateway checks it.
      const body = sectionWith(section, stored, own) as never;
      const saved = await gateway.call('putConfigSection', { path, body });
      if (!saved.applied) failures.push(saved.apply_error ?? section);
    }
    announce(say('saved'));
    onSaved(failures);
  }

  return (
    <Confirm title={say('diffTitle')} action={say('save')} kind="primary" onConfirm={save} onClose={onClose}>
      <ul class="setting-diff">
        {changes.map(({ setting, value }) => (
          <li key={setting.path}>
            <strong>{nameOf(setting.path)}</strong>{' '}
            {setting.field.restart_required && <Chip tone="warn">{say('needsRestart')}</Chip>}
            <dl>
              <dt>{say('before')}</dt>
              <dd class="private">
                <Shown setting={setting} value={setting.value} />
              </dd>
              <dt>{say('after')}</dt>
              <dd class="private">
                <Shown setting={setting} value={value} />
              </dd>
            </dl>
          </li>
        ))}
      </ul>
    </Confirm>
  );
}

function Shown({ setting, value }: { readonly setting: Setting; readonly value: unknown }) {
  const say = useTexts(settingsTexts);
  if (value === undefined || value === '') return <span class="dim">{say('unset')}</span>;
  if (setting.kind === 'secret') return <span class="dim">{say('hidden')}</span>;
  if (typeof value === 'boolean') return <code>{say(value ? 'on' : 'off')}</code>;
  return <code>{typeof value === 'string' ? value : JSON.stringify(value)}</code>;
}
