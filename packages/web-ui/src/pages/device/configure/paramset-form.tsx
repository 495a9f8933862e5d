import { useMemo, useState } from 'preact/hooks';
import { useServices, useTexts } from '../../../context/services.js';
import { useUnsaved } from '../../../context/use-unsaved.js';
import type { Resource } from '../../../resources/resource.js';
import type { Device } from '../../../store/points.js';
import { Button } from '../../../ui/form/button.tsx';
import { ErrorBox } from '../../../ui/form/error-box.tsx';
import { useRefusal } from '../../../ui/form/use-permission.js';
import { Skeleton } from '../../../ui/layout.tsx';
import type { EditLock } from './edit-lock.js';
import { type Change, changesOf, type FormSchema, type Parameter, type Raw, type Read, undoOf } from './fields.js';
import { groupTexts, groupTitle } from './group-texts.js';
import { conflictsOf, found, groupsOf, isOff, openAtFirst, type ParameterGroup, rowsOf, switchesOf } from './groups.js';
import { LockNotice, useLockRefusal } from './lock-notice.tsx';
import { type FieldContext, FormRowView } from './parameter-field.tsx';
import { Review } from './review.tsx';
import { configureTexts } from './texts.js';
import { useEditLock } from './use-edit-lock.js';

interface ParamsetFormProps {
  readonly device: Device;
  /** Name of this paramset in edit locks. */
  readonly lockKey: string;
  readonly schema: Resource<FormSchema>;
  /** False where the user was asked and declined. */
  readonly write: (values: Readonly<Record<string, Raw>>) => Promise<boolean>;
  readonly search: string;
}

/** Paramset as a form; changes are sent only after a review. */
export function ParamsetForm({ schema, lockKey, ...props }: ParamsetFormProps) {
  const { value, error } = schema.current.value;
  // Above the loaded values, so that another language or a failed attempt keeps the input.
  const [typed, setTyped] = useState<Typed>(NOTHING);
  const editing = typed.draft.size > 0;
  useUnsaved(editing, ['channel', 'expert']);
  const lock = useEditLock(
    { key: lockKey, central: props.device.summary.central ?? '' },
    { editing, onStale: () => void schema.reload() },
  );
  return (
    <>
      <LockNotice lock={lock} />
      {error !== undefined && <ErrorBox error={error} retry={() => void schema.reload()} />}
      {value === undefined && error === undefined && <Skeleton height="3.5rem" count={6} />}
      {value !== undefined && (
        <Loaded schema={value} reload={() => schema.reload()} lock={lock} typed={typed} onTyped={setTyped} {...props} />
      )}
    </>
  );
}

/** Changed and unsent values. */
interface Typed {
  readonly draft: ReadonlyMap<string, Read>;
  /** Includes invalid texts. */
  readonly texts: ReadonlyMap<string, string>;
}

const NOTHING: Typed = { draft: new Map(), texts: new Map() };

interface LoadedProps extends Omit<ParamsetFormProps, 'schema' | 'lockKey'> {
  readonly schema: FormSchema;
  readonly lock: EditLock;
  readonly typed: Typed;
  readonly onTyped: (typed: Typed) => void;
  readonly reload: () => Promise<void>;
}

function Loaded({ device, schema: { parameters }, lock, typed, onTyped, reload, write, search }: LoadedProps) {
  const { announce } = useServices();
  const say = useTexts(configureTexts);
  const lockRefusal = useLockRefusal(lock);
  const context = useFieldContext(parameters, { typed, onTyped, refusal: lockRefusal });
  const { draft } = typed;
  const discard = () => onTyped(NOTHING);
  const [reviewed, review] = useState<{ readonly changes: readonly Change[]; readonly undo: boolean }>();
  const [written, setWritten] = useState<readonly Change[]>();
  const groups = useMemo(() => groupsOf(found(parameters, search)), [parameters, search]);
  const open = useMemo(() => openAtFirst(groups, search !== ''), [groups, search]);
  const changes = changesOf(parameters, draft);
  const invalid = [...draft.values()].filter((read) => !read.ok).length;
  async function send(sent: readonly Change[]): Promise<void> {
    const isWritten = await write(Object.fromEntries(sent.map(({ parameter, after }) => [parameter.parameter, after])));
    if (!isWritten) return review(undefined);
    // The form shows the typed values until the gateway returns the new ones.
    await reload();
    setWritten(sent);
    review(undefined);
    discard();
    announce(say('sent'));
  }
  return (
    <div class="stack">
      {written !== undefined && (
        <p class="row written">
          <span class="grow">{say('sent')}</span>
          <Button onClick={() => review({ changes: undoChanges(written, parameters), undo: true })}>
            {say('undo')}
          </Button>
        </p>
      )}
      {parameters.length === 0 && <p class="dim">{say('noParameters')}</p>}
      {parameters.length > 0 && groups.length === 0 && <p class="dim">{say('noMatch')}</p>}
      {groups.map((group) => (
        // With another search a group is mounted again, so that its matches are visible.
        <Group key={`${group.id}/${search}`} group={group} context={context} open={open.has(group.id)} />
      ))}
      {conflictsOf(parameters, draft).map(({ low, high }) => (
        <p key={low.parameter} class="field-error" role="alert">
          {say('conflict', { low: low.label, high: high.label })}
        </p>
      ))}
      {(changes.length > 0 || invalid > 0) && (
        <ChangesBar
          changes={changes.length}
          invalid={invalid}
          locked={lockRefusal}
          onDiscard={discard}
          onReview={() => review({ changes, undo: false })}
        />
      )}
      {reviewed !== undefined && (
        <Review
          device={device}
          changes={reviewed.changes}
          title={say(reviewed.undo ? 'undoTitle' : 'reviewTitle')}
          send={() => send(reviewed.changes)}
          onClose={() => review(undefined)}
        />
      )}
    </div>
  );
}

interface Editing {
  readonly typed: Typed;
  readonly onTyped: (typed: Typed) => void;
  readonly refusal: string | undefined;
}

function useFieldContext(parameters: readonly Parameter[], { typed, onTyped, refusal }: Editing): FieldContext {
  const roleRefusal = useRefusal('operator');
  const { draft, texts } = typed;
  const switches = useMemo(() => switchesOf(parameters), [parameters]);
  return {
    draft,
    typed: texts,
    refusal: roleRefusal ?? refusal,
    change({ parameter }, read, text) {
      onTyped({ draft: new Map(draft).set(parameter, read), texts: new Map(texts).set(parameter, text) });
    },
    without(parameter) {
      const by = switches.get(parameter.parameter);
      return by !== undefined && isOff(by, draft) ? by : undefined;
    },
  };
}

interface ChangesBarProps {
  readonly changes: number;
  readonly invalid: number;
  /** Why it cannot be sent now. */
  readonly locked: string | undefined;
  readonly onDiscard: () => void;
  readonly onReview: () => void;
}

function ChangesBar({ changes, invalid, locked, onDiscard, onReview }: ChangesBarProps) {
  const say = useTexts(configureTexts);
  const refusal = useRefusal('operator');
  return (
    <div class="save-bar">
      <strong class="grow" aria-live="polite">
        {invalid > 0 ? say('invalid', { n: invalid }) : say('changes', { n: changes })}
      </strong>
      <Button onClick={onDiscard}>{say('discard')}</Button>
      <Button
        kind="primary"
        disabledReason={refusal ?? locked ?? (invalid > 0 ? say('invalid', { n: invalid }) : undefined)}
        onClick={onReview}
      >
        {say('review')}
      </Button>
    </div>
  );
}

function undoChanges(written: readonly Change[], parameters: readonly Parameter[]): readonly Change[] {
  const before = undoOf(written);
  return parameters.flatMap((parameter) => {
    const value = before[parameter.parameter];
    return value === undefined ? [] : [{ parameter, before: parameter.value, after: value }];
  });
}

const STEP = 40;

interface GroupProps {
  readonly group: ParameterGroup;
  readonly context: FieldContext;
  readonly open: boolean;
}

/** The fields of a group exist while it is open, and not all at once: a device may have thousands. */
function Group({ group, context, open }: GroupProps) {
  const say = useTexts(configureTexts);
  const [shown, show] = useState(open);
  const [limit, setLimit] = useState(STEP);
  const sayGroup = useTexts(groupTexts);
  const { word, schedule, parameters } = group;
  const name = schedule
    ? word === ''
      ? say('schedule')
      : say('scheduleOf', { part: word })
    : word === ''
      ? say('general')
      : groupTitle(word, sayGroup);
  const rows = shown ? rowsOf(parameters) : [];
  return (
    <details class="card setting-group" open={shown} onToggle={({ currentTarget }) => show(currentTarget.open)}>
      <summary>
        <strong>{name}</strong> <span class="dim small">{say('count', { n: parameters.length })}</span>
        {schedule && <span class="dim small"> · {say('scheduleHint')}</span>}
      </summary>
      {rows.slice(0, limit).map((row) => (
        <FormRowView
          key={row.kind === 'one' ? row.parameter.parameter : row.first.parameter}
          row={row}
          context={context}
        />
      ))}
      {rows.length > limit && (
        <Button kind="quiet" onClick={() => setLimit(limit + STEP)}>
          {say('more', { n: Math.min(STEP, rows.length - limit) })}
        </Button>
      )}
    </details>
  );
}
