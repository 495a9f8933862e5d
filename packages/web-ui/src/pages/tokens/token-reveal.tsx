import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { Button } from '../../ui/form/button.tsx';
import { CodeBlock } from '../../ui/form/code-block.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QrCode } from '../../ui/value/qr-code.tsx';
import { uiTexts } from '../../ui/value/texts.js';
import { snippetsOf } from './snippets.js';
import { tokensTexts } from './texts.js';
import './tokens.css';

/** A token that was just made. */
export interface Minted {
  readonly token: string;
  readonly subject: string;
}

/** The token, this once: to copy, to scan, and in lines for the usual clients. */
export function TokenReveal({ token, onDone }: Minted & { readonly onDone?: () => void }) {
  const { base } = useServices();
  const say = useTexts(tokensTexts);
  const copy = useTexts(uiTexts)('copy');
  const snippets = snippetsOf(token, base.url.href);
  const [client, setClient] = useState(snippets[2]!.id);
  const [env, curl, ...others] = snippets;
  return (
    <div class="stack">
      <Notice tone="warn">{say('onlyNow')}</Notice>
      <CodeBlock title={say('token')} text={token} copyLabel={copy} secret />
      <details>
        <summary>{say('showQr')}</summary>
        <p class="small dim">{say('qrHint')}</p>
        <QrCode text={token} label={say('showQr')} />
      </details>
      <h3>{say('pasteReady')}</h3>
      <CodeBlock title={say('env')} text={env!.text} copyLabel={copy} secret />
      <CodeBlock title={say('curl')} text={curl!.text} copyLabel={copy} secret />
      <label class="field">
        {say('client')}
        <select
          class="input"
          value={client}
          onChange={(event) =>
            setClient(others.find(({ id }) => id === event.currentTarget.value)?.id ?? others[0]!.id)
          }
        >
          {others.map(({ id }) => (
            <option key={id} value={id}>
              {say(id)}
            </option>
          ))}
        </select>
      </label>
      <CodeBlock
        title={say(client)}
        text={others.find(({ id }) => id === client)?.text ?? ''}
        copyLabel={copy}
        secret
      />
      {onDone !== undefined && (
        <div class="row">
          <Button kind="primary" onClick={onDone}>
            {say('done')}
          </Button>
        </div>
      )}
    </div>
  );
}
