import { useState } from 'preact/hooks';
import { useTexts } from '../../../context/services.js';
import { yamlOf } from '../../../files/yaml.js';
import { CodeBlock } from '../../../ui/form/code-block.tsx';
import { Card } from '../../../ui/layout.tsx';
import { destinationTexts } from './texts.js';

const MODES = ['none', 'self-signed', 'files'] as const;
type Mode = (typeof MODES)[number];

/**
 * HTTPS of the gateway's own, as lines for the file: the API cannot change it, because a wrong certificate would lock out everyone
 * who could change it back.
 */
export function HttpsLines({ current }: { readonly current: unknown }) {
  const say = useTexts(destinationTexts);
  const [mode, setMode] = useState<Mode>(MODES.find((each) => each === current) ?? 'none');
  const [files, setFiles] = useState({ cert_file: '', key_file: '' });
  const tls = { mode, ...(mode === 'files' ? files : {}) };
  return (
    <Card title={say('httpsTitle')}>
      <div class="stack">
        <p class="dim">{say('httpsFile')}</p>
        <label class="field">
          {say('httpsMode')}
          <select class="input" value={mode} onChange={(event) => setMode(event.currentTarget.value as Mode)}>
            {MODES.map((each) => (
              <option key={each} value={each}>
                {say(`https_${each}`)}
              </option>
            ))}
          </select>
        </label>
        {mode === 'files' &&
          (['cert_file', 'key_file'] as const).map((key) => (
            <label key={key} class="field">
              {say(key === 'cert_file' ? 'httpsCert' : 'httpsKey')}
              <input
                class="input private"
                value={files[key]}
                spellcheck={false}
                onInput={(event) => setFiles({ ...files, [key]: event.currentTarget.value })}
              />
            </label>
          ))}
        <CodeBlock
          title={say('httpsLines')}
          text={yamlOf({ north: { rest: { tls } } }).trimStart()}
          copyLabel={say('copyLines')}
        />
      </div>
    </Card>
  );
}
