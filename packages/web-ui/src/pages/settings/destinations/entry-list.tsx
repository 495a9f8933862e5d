import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../../context/services.js';
import { useHere } from '../../../context/use-here.js';
import { useResource } from '../../../context/use-resource.js';
import { Button } from '../../../ui/form/button.tsx';
import { Confirm } from '../../../ui/form/confirm.tsx';
import { Dialog } from '../../../ui/form/dialog.tsx';
import { Card, Chip, Empty } from '../../../ui/layout.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import type { Entry } from './broker-data.js';
import { type NamedSection, readEntries, saveEntry } from './section-entries.js';
import { destinationTexts } from './texts.js';

/** Words of one kind of entries. */
export interface EntryWords {
  readonly title: string;
  readonly add: string;
  readonly none: string;
  readonly noneHint: string;
  readonly removeEffect: string;
}

/** One entry, or a new one, in its form. */
export interface EditedEntry {
  /** Empty for a new one. */
  readonly name: string;
  readonly stored: Entry | undefined;
  readonly taken: readonly string[];
  readonly onSaved: (name: string) => void;
}

interface EntryListProps {
  readonly of: NamedSection;
  readonly words: EntryWords;
  readonly form: (edited: EditedEntry) => ComponentChildren;
  readonly aside?: ComponentChildren;
  /** What an entry is about. Default: its address. */
  readonly line?: (entry: Entry) => ComponentChildren;
  readonly onChanged: () => void;
}

/** Named destinations of a section: each with its address, to add, edit and remove. The edited one is in the address. */
export function EntryList({ of, words, form, aside, line = addressOf, onChanged }: EntryListProps) {
  const { announce } = useServices();
  const say = useTexts(destinationTexts);
  const { query, setQuery } = useHere();
  const [removing, setRemoving] = useState<string>();
  const entries = useResource(({ gateway }) => readEntries(gateway, of));
  // Several lists on one page are apart in its address.
  const close = () => setQuery({ edit: '', add: '', list: '' });
  const open = (part: Readonly<Record<string, string>>) => setQuery({ ...part, list: of.member });
  const isHere = query.list === undefined || query.list === of.member;
  const changed = (text: string) => {
    announce(text);
    void entries.reload();
    onChanged();
  };
  const found = entries.current.value.value ?? {};
  const edited = !isHere ? undefined : query.add !== undefined ? '' : query.edit;
  const stored = edited === undefined || !Object.hasOwn(found, edited) ? undefined : found[edited];
  return (
    <Card title={words.title} aside={<Button onClick={() => open({ add: '1' })}>{words.add}</Button>}>
      <Loaded of={entries} height="4rem" count={1}>
        {(all) =>
          Object.keys(all).length === 0 ? (
            <Empty title={words.none}>
              <p>{words.noneHint}</p>
            </Empty>
          ) : (
            <ul class="destinations">
              {Object.entries(all).map(([name, entry]) => (
                <EntryRow
                  key={name}
                  name={name}
                  line={line(entry)}
                  isOff={entry.enabled === false}
                  onEdit={() => open({ edit: name })}
                  onRemove={() => setRemoving(name)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {aside}
      {edited !== undefined && (edited === '' || stored !== undefined) && (
        <Dialog title={edited === '' ? words.add : edited} onClose={close}>
          {form({
            name: edited,
            stored,
            taken: Object.keys(found),
            onSaved(name) {
              close();
              changed(say('saved', { name }));
            },
          })}
        </Dialog>
      )}
      {removing !== undefined && (
        <RemoveDialog
          of={of}
          name={removing}
          effect={words.removeEffect}
          onClose={() => setRemoving(undefined)}
          onRemoved={changed}
        />
      )}
    </Card>
  );
}

interface EntryRowProps {
  readonly name: string;
  readonly line: ComponentChildren;
  readonly isOff: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function EntryRow({ name, line, isOff, onEdit, onRemove }: EntryRowProps) {
  const say = useTexts(destinationTexts);
  return (
    <li class="row">
      <div class="grow">
        <strong class="private">{name}</strong> {isOff && <Chip>{say('switchedOff')}</Chip>}
        <p class="small dim">{line}</p>
      </div>
      <Button onClick={onEdit}>
        {say('edit')} <span class="visually-hidden">{name}</span>
      </Button>
      <Button kind="quiet" onClick={onRemove}>
        {say('remove')} <span class="visually-hidden">{name}</span>
      </Button>
    </li>
  );
}

const addressOf = (entry: Entry) => <code class="private">{hostOf(entry)}</code>;

/** Without the path, which may be a secret of its own. */
function hostOf({ url }: Entry): string {
  if (typeof url !== 'string' || !URL.canParse(url)) return '';
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

interface RemoveDialogProps {
  readonly of: NamedSection;
  readonly name: string;
  readonly effect: string;
  readonly onClose: () => void;
  readonly onRemoved: (text: string) => void;
}

function RemoveDialog({ of, name, effect, onClose, onRemoved }: RemoveDialogProps) {
  const { gateway } = useServices();
  const say = useTexts(destinationTexts);
  return (
    <Confirm
      title={say('removeTitle', { name })}
      action={say('remove')}
      onClose={onClose}
      onConfirm={async () => {
        await saveEntry(gateway, of, name, undefined);
        onRemoved(say('removed', { name }));
      }}
    >
      <p>{effect}</p>
    </Confirm>
  );
}
