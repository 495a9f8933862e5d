import type { CallAnswer } from '@ccu-gateway/client';
import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { Field, type FieldErrors, Form } from '../../ui/form/form.tsx';
import { historyFilesTexts } from './texts.js';

/** A file with its contents, as the gateway read them. */
export interface CheckedFile {
  readonly file: File;
  readonly options: ImportOptions;
  readonly report: NonNullable<CallAnswer<'getHistoryImport'>>;
}

type ImportOptions = Readonly<
  Partial<Record<'central' | 'point' | 'time_column' | 'value_column' | 'point_column', string>>
> & { readonly format?: (typeof FORMATS)[number] };

const FORMATS = ['historian', 'json', 'influx', 'csv'] as const;
const NAMES = ['point', 'time_column', 'value_column', 'point_column'] as const;

interface CheckFormProps {
  readonly onCheck: (file: Omit<CheckedFile, 'report'>) => Promise<CheckedFile['report']>;
  readonly onChecked: (checked: CheckedFile) => void;
}

/** Chooses a file, with facts that the file itself lacks, and has the gateway read it. */
export function CheckForm({ onCheck, onChecked }: CheckFormProps) {
  const { store } = useServices();
  const say = useTexts(historyFilesTexts);
  const [isReading, noteReading] = useState(false);
  const centrals = [
    ...new Set(store.devices.value.flatMap((key) => store.peekDevice(key)?.summary.central ?? [])),
  ].sort();

  async function check(fields: FormData): Promise<FieldErrors | undefined> {
    const file = fields.get('file');
    if (!(file instanceof File) || file.size === 0) return { file: say('fileNeeded') };
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    const given = ['central', ...NAMES].flatMap((name) => (text(name) === '' ? [] : [[name, text(name)] as const]));
    const format = FORMATS.find((each) => each === text('format'));
    const options: ImportOptions = { ...Object.fromEntries(given), ...(format !== undefined && { format }) };
    noteReading(true);
    try {
      onChecked({ file, options, report: await onCheck({ file, options }) });
      return undefined;
    } finally {
      noteReading(false);
    }
  }

  return (
    <Form submitLabel={say('check')} onSubmit={check}>
      <Field name="file" label={say('file')} hint={say('fileHint')}>
        <input type="file" accept=".csv,.txt,.lp,.json,.jsonl,.ndjson,text/*" />
      </Field>
      {centrals.length > 1 && (
        <Field name="central" label={say('ofCcu')}>
          <select>
            <option value="">{say('anyCcu')}</option>
            {centrals.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </Field>
      )}
      <details>
        <summary>{say('moreFacts')}</summary>
        <div class="stack">
          <Field name="format" label={say('fileFormat')}>
            <select>
              <option value="">{say('recognised')}</option>
              {FORMATS.map((each) => (
                <option key={each} value={each}>
                  {say(`file_${each}`)}
                </option>
              ))}
            </select>
          </Field>
          {NAMES.map((name) => (
            <Field key={name} name={name} label={say(name)} {...(name === 'point' && { hint: say('pointHint') })}>
              <input maxLength={256} autocomplete="off" spellcheck={false} />
            </Field>
          ))}
        </div>
      </details>
      {isReading && <p role="status">{say('reading')}</p>}
    </Form>
  );
}
