import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../../context/services.js';
import { useDraft } from '../../../context/use-draft.js';
import { useUnsaved } from '../../../context/use-unsaved.js';
import type { FieldErrors } from '../../../ui/form/form.tsx';
import type { Entry } from './broker-data.js';
import { nameFault, useSecretFaults } from './entry-fields.tsx';
import type { EditedEntry } from './entry-list.tsx';
import { type NamedSection, saveEntry, testEntry } from './section-entries.js';
import { useSettingsTest } from './test-button.tsx';
import { destinationTexts } from './texts.js';

/** Form of one kind of entries. */
interface EntryFormOptions<Input> {
  readonly of: NamedSection;
  readonly edited: EditedEntry;
  /** Name of a new entry, until people give it another one. */
  readonly usualName: string;
  readonly inputOf: (stored: Entry | undefined) => Input;
  readonly entryOf: (input: Input, stored: Entry | undefined) => Entry;
  readonly mistakesIn: (input: Input) => FieldErrors;
  /** Maps members of the entry to fields of the form. */
  readonly fields: Readonly<Record<string, string>>;
  /** The member that is a secret, and is never written down. */
  readonly secret?: keyof Input & string;
}

/** The state of a form over one entry: its draft, its test, and its save with the faults at the fields. */
export function useEntryForm<Input extends object>(options: EntryFormOptions<Input>) {
  const { of, edited, usualName, inputOf, entryOf, mistakesIn, fields, secret } = options;
  const { name: storedName, stored, taken, onSaved } = edited;
  const { gateway } = useServices();
  const say = useTexts(destinationTexts);
  const [initial] = useState(() => inputOf(stored));
  const secrets = secret === undefined ? [] : [secret];
  const [input, setInput] = useDraft(`${of.section}.${of.member}:${storedName}`, initial, secrets);
  const [name, setName] = useState(storedName || usualName);
  const faults = useSecretFaults(fields, secret ?? '');
  const test = useSettingsTest(() => testEntry(gateway, of, name.trim(), entryOf(input, stored)));
  useUnsaved(JSON.stringify(input) !== JSON.stringify(initial));

  async function save(): Promise<FieldErrors | undefined> {
    const named = storedName === '' ? nameFault(name, taken, say) : undefined;
    const wrong = { ...mistakesIn(input), ...(named === undefined ? {} : { name: named }) };
    if (Object.keys(wrong).length > 0) return wrong;
    const found = await faults(`${of.section}.${of.member}.${name.trim()}`, () =>
      saveEntry(gateway, of, name.trim(), entryOf(input, stored)),
    );
    if (found !== undefined) return found;
    setInput(undefined);
    onSaved(name.trim());
    return undefined;
  }

  return {
    input,
    change: (part: Partial<Input>) => setInput({ ...input, ...part }),
    name,
    setName,
    test,
    save,
  };
}
