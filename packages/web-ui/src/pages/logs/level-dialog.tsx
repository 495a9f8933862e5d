import { useId } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { Field, Form } from '../../ui/form/form.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { useRefusal } from '../../ui/form/use-permission.js';
import { LEVELS, type Level } from './log-lines.js';
import { logTexts } from './texts.js';

const DURATIONS = [
  [900, 'min15'],
  [3_600, 'hour1'],
  [86_400, 'day1'],
  [0, 'forever'],
] as const;

const levelOf = (value: FormDataEntryValue | null): Level => LEVELS.find((each) => each === value) ?? 'info';

/** The level of everything, and of single components for a while. */
export function LevelDialog({
  loggers,
  onClose,
}: {
  readonly loggers: readonly string[];
  readonly onClose: () => void;
}) {
  const { gateway } = useServices();
  const say = useTexts(logTexts);
  const refusal = useRefusal('admin');
  const levels = useResource((services) => services.gateway.call('listLogLevels'));
  const { value, error } = levels.current.value;
  const setCommon = async (fields: FormData) => {
    await gateway.call('putLogLevel', { body: { level: levelOf(fields.get('level')) } });
    await levels.reload();
    return undefined;
  };
  return (
    <Dialog title={say('levels')} onClose={onClose}>
      <div class="stack">
        <p class="dim">{say('levelsHint')}</p>
        {error !== undefined && <ErrorBox error={error} />}
        {value !== undefined && (
          <Form key={value.default} submitLabel={say('set')} disabledReason={refusal} onSubmit={setCommon}>
            <Field name="level" label={say('common')}>
              <select defaultValue={value.default}>
                {LEVELS.map((level) => (
                  <option key={level} selected={level === value.default}>
                    {level}
                  </option>
                ))}
              </select>
            </Field>
          </Form>
        )}
        <h3>{say('forPart')}</h3>
        <PartLevel loggers={loggers} onSet={() => levels.reload()} />
        {value !== undefined && value.items.length > 0 && (
          <ul class="log-overrides">
            {value.items.map((item) => (
              <Override key={item.path} {...item} onDone={() => void levels.reload()} />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

interface PartLevelProps {
  readonly loggers: readonly string[];
  readonly onSet: () => Promise<void>;
}

/** Level of one component, for a while or permanently. */
function PartLevel({ loggers, onSet }: PartLevelProps) {
  const { gateway } = useServices();
  const say = useTexts(logTexts);
  const refusal = useRefusal('admin');
  const id = useId();
  const setOne = async (fields: FormData) => {
    const path = String(fields.get('path') ?? '').trim();
    if (path === '') return { path: say('needPath') };
    const seconds = Number(fields.get('ttl_seconds'));
    await gateway.call('putLogLevelOverride', {
      path: { path },
      body: { level: levelOf(fields.get('level')), ...(seconds > 0 ? { ttl_seconds: seconds } : {}) },
    });
    await onSet();
    return undefined;
  };
  return (
    <Form submitLabel={say('set')} disabledReason={refusal} onSubmit={setOne}>
      <Field name="path" label={say('logger')}>
        <input list={id} autocomplete="off" spellcheck={false} />
      </Field>
      <datalist id={id}>
        {loggers.map((logger) => (
          <option key={logger} value={logger} />
        ))}
      </datalist>
      <Field name="level" label={say('level')}>
        <select>
          {LEVELS.map((level) => (
            <option key={level}>{level}</option>
          ))}
        </select>
      </Field>
      <Field name="ttl_seconds" label={say('duration')}>
        <select>
          {DURATIONS.map(([seconds, text]) => (
            <option key={seconds} value={seconds}>
              {say(text)}
            </option>
          ))}
        </select>
      </Field>
    </Form>
  );
}

interface OverrideProps {
  readonly path: string;
  readonly level: string;
  readonly expires_at?: string;
  readonly onDone: () => void;
}

function Override({ path, level, expires_at, onDone }: OverrideProps) {
  const { gateway } = useServices();
  const say = useTexts(logTexts);
  const formats = useFormats();
  const action = useAction();
  const refusal = useRefusal('admin');
  const takeBack = async () => {
    if (await action.run(() => gateway.call('deleteLogLevelOverride', { path: { path } }))) onDone();
  };
  return (
    <li class="row">
      <code class="grow">
        {path} = {level}
      </code>
      <span class="small dim">
        {expires_at === undefined ? say('forever') : say('until', { time: formats.time(Date.parse(expires_at)) })}
      </span>
      <Button kind="quiet" disabledReason={refusal} onClick={() => void takeBack()}>
        {say('takeBack')}
      </Button>
      {action.error !== undefined && <ErrorBox error={action.error} />}
    </li>
  );
}
