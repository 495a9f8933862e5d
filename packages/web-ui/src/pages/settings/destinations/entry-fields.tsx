import { useTexts } from '../../../context/services.js';
import type { Say } from '../../../i18n/texts.js';
import { Field, type FieldErrors } from '../../../ui/form/form.tsx';
import { faultsOf } from './section-entries.js';
import { destinationTexts } from './texts.js';

export function NameField({ name, onChange }: { readonly name: string; readonly onChange: (name: string) => void }) {
  const say = useTexts(destinationTexts);
  return (
    <Field name="name" label={say('name')} hint={say('nameHint')}>
      <input
        value={name}
        maxLength={64}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  );
}

export function EnabledField({
  enabled,
  onChange,
}: {
  readonly enabled: boolean;
  readonly onChange: (enabled: boolean) => void;
}) {
  const say = useTexts(destinationTexts);
  return (
    <label class="check">
      <input type="checkbox" checked={enabled} onChange={(event) => onChange(event.currentTarget.checked)} />
      {say('enabled')}
    </label>
  );
}

/** Why a new entry cannot have this name. */
export function nameFault(
  name: string,
  taken: readonly string[],
  say: Say<typeof destinationTexts>,
): string | undefined {
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(name.trim())) return say('nameNeeded');
  return taken.includes(name.trim()) ? say('nameTaken') : undefined;
}

/**
 * Runs a change of an entry. Resolves with its faults at the fields of the form: a stored secret of another address is asked for
 * again. Rejects with everything else.
 */
export function useSecretFaults(fields: Readonly<Record<string, string>>, secret: string) {
  const say = useTexts(destinationTexts);
  return async (entryPath: string, work: () => Promise<void>): Promise<FieldErrors | undefined> => {
    try {
      await work();
      return undefined;
    } catch (error) {
      const found = faultsOf(error, entryPath, fields);
      if (found === undefined) throw error;
      const again = found[secret]?.startsWith('must be entered again') === true ? { [secret]: say('secretAgain') } : {};
      return { ...found, ...again };
    }
  };
}
