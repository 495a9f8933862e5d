import { useState } from 'preact/hooks';
import { useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Field } from '../../ui/form/form.tsx';
import { Card } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { SUBJECTS, type Subject } from './message-data.js';
import { messageTexts } from './texts.js';

/** The text of a message, in the language of the gateway's messages. */
export function MessagePreview() {
  const say = useTexts(messageTexts);
  const [subject, setSubject] = useState<Subject>('battery');
  return (
    <Card title={say('preview')}>
      <div class="stack">
        <p class="small dim">{say('previewHint')}</p>
        <Field name="subject" label={say('previewOf')}>
          <select value={subject} onChange={(event) => setSubject(event.currentTarget.value as Subject)}>
            {SUBJECTS.map((each) => (
              <option key={each} value={each}>
                {say(each)}
              </option>
            ))}
          </select>
        </Field>
        <Previewed key={subject} subject={subject} />
      </div>
    </Card>
  );
}

function Previewed({ subject }: { readonly subject: Subject }) {
  const say = useTexts(messageTexts);
  const name = say('example');
  const texts = useResource(async ({ gateway }) => {
    const of = (phase: 'began' | 'ended') =>
      gateway.call('previewNotify', { body: { subject, name, phase, format: 'json' } });
    return await Promise.all([of('began'), of('ended')]);
  });
  return (
    <Loaded of={texts} height="3rem" count={1}>
      {(all) => (
        <ul class="message-preview">
          {all.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}
