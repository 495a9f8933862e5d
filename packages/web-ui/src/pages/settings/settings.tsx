import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { useDraft } from '../../context/use-draft.js';
import { useHere } from '../../context/use-here.js';
import { useResource } from '../../context/use-resource.js';
import { useUnsaved } from '../../context/use-unsaved.js';
import { download, fileName } from '../../files/download.js';
import { yamlOf } from '../../files/yaml.js';
import { Button } from '../../ui/form/button.tsx';
import { Card, Empty, PageHeader } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { DestinationForm, WITH_FORM } from './destinations/destination-forms.tsx';
import { HttpsLines } from './destinations/https-lines.tsx';
import { sectionNames } from './names.js';
import { RestartNotice } from './restart-notice.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { SectionTest } from './section-test.tsx';
import { type Change, changesOf, type Setting, settingsOf } from './setting.js';
import { SettingRow, useSettingName } from './setting-row.tsx';
import { settingsTexts } from './texts.js';
import './settings.css';

/** Settings that only the file can set have a section of their own here. */
const FILE_ONLY = 'file';

/** Settings by section: value, source, and editing. */
export function SettingsPage() {
  const { now } = useServices();
  const say = useTexts(settingsTexts);
  const config = useResource(async ({ gateway }) => {
    const [schema, effective] = await Promise.all([
      gateway.call('getConfigSchema'),
      gateway.call('getEffectiveConfig'),
    ]);
    return { effective, sections: schema.sections, settings: settingsOf(schema.fields, effective) };
  });
  const pending = useResource(({ gateway }) => gateway.call('getRestartPending'));
  const exportYaml = () => {
    const { effective } = config.current.value.value ?? {};
    const text = `# ${new Date(now()).toISOString()}\n${yamlOf(effective?.config).trimStart()}\n`;
    download(fileName('ccu-gateway-config', now(), 'yaml'), text, 'application/yaml');
  };
  return (
    <>
      <PageHeader title={say('title')} actions={<Button onClick={exportYaml}>{say('exportYaml')}</Button>}>
        {say('intro')} <span class="small">{say('exportHint')}</span>
      </PageHeader>
      <div class="stack">
        <RestartNotice pending={pending} />
        <Loaded of={config} height="4rem" count={5}>
          {({ sections, settings }) => (
            <SettingsView
              sections={sections}
              settings={settings}
              onChanged={() => {
                void config.reload();
                void pending.reload();
              }}
            />
          )}
        </Loaded>
      </div>
    </>
  );
}

interface ViewProps {
  readonly sections: readonly string[];
  readonly settings: readonly Setting[];
  readonly onChanged: () => void;
}

function SettingsView({ sections, settings, onChanged }: ViewProps) {
  const say = useTexts(settingsTexts);
  const nameOf = useSettingName();
  const { query } = useHere();
  const secrets = settings.filter(({ kind }) => kind === 'secret').map(({ path }) => path);
  const [entered, setEntered] = useDraft<Readonly<Record<string, string>>>('settings', {}, secrets);
  const draft = new Map(Object.entries(entered));
  const setDraft = (next: ReadonlyMap<string, string>) =>
    setEntered(next.size === 0 ? undefined : Object.fromEntries(next));
  const [reviewing, setReviewing] = useState(false);
  const [failures, setFailures] = useState<readonly string[]>([]);
  const section = [...sections, FILE_ONLY].find((each) => each === query.section) ?? sections[0] ?? FILE_ONLY;
  const { changes, invalid } = changesOf(settings, draft);
  const first = invalid[0];
  useUnsaved(draft.size > 0);
  return (
    <div class="settings">
      <SectionList sections={sections} current={section} />
      <div>
        {failures.map((why) => (
          <Notice key={why} tone="bad">
            {say('notApplied', { why })}
          </Notice>
        ))}
        <SectionCard
          section={section}
          changes={changes}
          settings={settings}
          draft={draft}
          invalid={invalid}
          onDraft={(path, text) => setDraft(new Map(draft).set(path, text))}
          onChanged={onChanged}
          onReset={(path) => {
            const left = new Map(draft);
            left.delete(path);
            setDraft(left);
            onChanged();
          }}
        />
        {(changes.length > 0 || first !== undefined) && (
          <div class="setting-bar" role="status">
            <span class="grow">{say('unsaved', { n: changes.length + invalid.length })}</span>
            <Button onClick={() => setDraft(new Map())}>{say('discard')}</Button>
            <Button
              kind="primary"
              disabledReason={first === undefined ? undefined : say('invalid', { name: nameOf(first) })}
              onClick={() => setReviewing(true)}
            >
              {say('review')}
            </Button>
          </div>
        )}
      </div>
      {reviewing && (
        <ReviewDialog
          changes={changes}
          onClose={() => setReviewing(false)}
          onSaved={(notApplied) => {
            setDraft(new Map());
            setFailures(notApplied);
            onChanged();
          }}
        />
      )}
    </div>
  );
}

function SectionList({ sections, current }: { readonly sections: readonly string[]; readonly current: string }) {
  const { base } = useServices();
  const say = useTexts(settingsTexts);
  const sayName = useTexts(sectionNames);
  const { query } = useHere();
  const expert = query.expert === undefined ? '' : '&expert=1';
  return (
    <nav class="settings-sections" aria-label={say('sections')}>
      {[...sections, FILE_ONLY].map((section) => (
        <a
          key={section}
          href={base.at(`settings?section=${encodeURIComponent(section)}${expert}`)}
          aria-current={section === current ? 'true' : undefined}
        >
          {sayName(section as keyof typeof sectionNames)}
        </a>
      ))}
    </nav>
  );
}

interface SectionCardProps {
  readonly section: string;
  readonly changes: readonly Change[];
  readonly settings: readonly Setting[];
  readonly draft: ReadonlyMap<string, string>;
  readonly invalid: readonly string[];
  readonly onDraft: (path: string, text: string) => void;
  /** A form of its own has saved something. */
  readonly onChanged: () => void;
  readonly onReset: (path: string) => void;
}

/** A section: its form where it has one, then its settings; raw keys beside a form are for experts. */
function SectionCard(props: SectionCardProps) {
  const { section, settings, onChanged } = props;
  const { query } = useHere();
  if (!WITH_FORM.includes(section)) {
    const tls = settings.find(({ path }) => path === 'north.rest.tls.mode')?.value;
    return (
      <div class="stack">
        {section === FILE_ONLY && <HttpsLines current={tls} />}
        <SettingsCard {...props} />
      </div>
    );
  }
  return (
    <div class="stack">
      <DestinationForm section={section} onChanged={onChanged} />
      {query.expert === undefined ? <ExpertSwitch /> : <SettingsCard {...props} />}
    </div>
  );
}

function ExpertSwitch() {
  const say = useTexts(settingsTexts);
  const { query, setQuery } = useHere();
  return (
    <label class="check small">
      <input
        type="checkbox"
        checked={query.expert !== undefined}
        onChange={(event) => setQuery({ expert: event.currentTarget.checked ? '1' : '' })}
      />
      {say('expert')}
    </label>
  );
}

function SettingsCard({ section, settings, changes, draft, invalid, onDraft, onReset }: SectionCardProps) {
  const say = useTexts(settingsTexts);
  const sayName = useTexts(sectionNames);
  const { query } = useHere();
  const expert = query.expert !== undefined;
  const own = settings.filter(({ field }) => (field.section ?? FILE_ONLY) === section);
  const shown = own.filter(({ field }) => expert || field.class !== 'expert');
  return (
    <Card title={sayName(section as keyof typeof sectionNames)} aside={<ExpertSwitch />}>
      {section === FILE_ONLY && <p class="dim">{say('fileOnly')}</p>}
      {shown.length === 0 ? (
        <Empty title={say('none')}>
          <p>{say('noneHint')}</p>
        </Empty>
      ) : (
        <div class="setting-list">
          {shown.map((setting) => (
            <SettingRow
              key={setting.path}
              setting={setting}
              draft={draft.get(setting.path)}
              invalid={invalid.includes(setting.path)}
              onChange={(text) => onDraft(setting.path, text)}
              onReset={() => onReset(setting.path)}
            />
          ))}
        </div>
      )}
      <SectionTest section={section} changes={changes} />
    </Card>
  );
}
