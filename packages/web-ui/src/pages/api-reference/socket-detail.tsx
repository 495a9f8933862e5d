import { useServices, useTexts } from '../../context/services.js';
import { CodeBlock } from '../../ui/form/code-block.tsx';
import { followCurl, followTypeScript, frameOf } from './call-text.js';
import type { SocketEntry } from './document.js';
import { exampleOf, type Schemas } from './example.js';
import { Shape } from './shape.tsx';
import { apiTexts } from './texts.js';

/** A command: its frame. A broadcast: how it is followed. */
export function SocketDetail({ entry, schemas }: { readonly entry: SocketEntry; readonly schemas: Schemas }) {
  const say = useTexts(apiTexts);
  const { base, gateway } = useServices();
  const api = new URL('api/v1', base.url).href;
  return (
    <div class="api-detail">
      <p>{entry.summary}</p>
      {entry.topic !== undefined && (
        <p class="small">
          {say('topic')}: <code>{entry.topic}</code>
        </p>
      )}
      <Shape title={say('argumentsOf')} schema={entry.input} schemas={schemas} />
      <Shape title={say(entry.kind === 'broadcast' ? 'payload' : 'result')} schema={entry.output} schemas={schemas} />
      {entry.kind === 'command' ? (
        <CodeBlock
          title={say('frame')}
          copyLabel={say('copyFrame')}
          text={frameOf(entry, exampleOf(entry.input, schemas) ?? {})}
        />
      ) : (
        <>
          <CodeBlock title={say('shell')} copyLabel={say('copyShell')} text={followCurl(entry, api)} />
          <CodeBlock
            title={say('typescript')}
            copyLabel={say('copyProgram')}
            text={followTypeScript(entry, gateway.url)}
          />
        </>
      )}
    </div>
  );
}
