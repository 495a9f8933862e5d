import type { Gateway } from '@ccu-gateway/client';
import { useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { download, fileName } from '../../files/download.js';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { Skeleton } from '../../ui/layout.tsx';
import { Preformatted } from '../../ui/value/preformatted.tsx';
import { logTexts } from './texts.js';

const LINES = 1_000;

/** Loads the diagnostics, part by part. Free text cannot be made anonymous, so `anonymize` leaves it out. */
async function loadBundle(gateway: Gateway, anonymize: boolean): Promise<Readonly<Record<string, unknown>>> {
  const diagnostics = gateway.call('getDiagnostics', { query: { anonymize: anonymize ? '1' : '0' } });
  if (anonymize) return { ...(await diagnostics) };
  const [parts, config, log] = await Promise.all([
    diagnostics,
    gateway.call('getEffectiveConfig'),
    gateway.call('listLogs', { query: { limit: LINES } }),
  ]);
  return { ...parts, config, log: log.records };
}

/** The bundle, for a review before it is saved. */
export function BundleDialog({ onClose }: { readonly onClose: () => void }) {
  const { now } = useServices();
  const say = useTexts(logTexts);
  const formats = useFormats();
  const [anonymize, setAnonymize] = useState(true);
  const bundle = useResource(({ gateway }) => loadBundle(gateway, anonymize), { inputs: [anonymize] });
  const { value, error } = bundle.current.value;
  const save = () =>
    download(fileName('support', now(), 'json'), `${JSON.stringify(value, null, 2)}\n`, 'application/json');
  return (
    <Dialog
      title={say('bundle')}
      onClose={onClose}
      actions={
        value !== undefined && (
          <Button kind="primary" onClick={save}>
            {say('save')}
          </Button>
        )
      }
    >
      <div class="stack">
        <p>{say('bundleHint')}</p>
        <label class="row">
          <input type="checkbox" checked={anonymize} onChange={(event) => setAnonymize(event.currentTarget.checked)} />
          {say('anonymize')}
        </label>
        {anonymize && <p class="small dim">{say('anonymizeNote')}</p>}
        {error !== undefined && <ErrorBox error={error} retry={() => void bundle.reload()} />}
        {value === undefined && error === undefined && <Skeleton height="2rem" count={5} />}
        {value !== undefined && (
          <section class="bundle-parts" aria-label={say('inside')}>
            {Object.entries(value).map(([name, part]) => {
              const text = JSON.stringify(part, null, 2);
              return (
                <details key={name}>
                  <summary>
                    <code>{name}</code>{' '}
                    <span class="small dim">{say('bytes', { n: formats.number(text.length / 1024, 1) })}</span>
                  </summary>
                  <Preformatted class="code-block mono private">{text}</Preformatted>
                </details>
              );
            })}
          </section>
        )}
      </div>
    </Dialog>
  );
}
