import { Replace } from 'lucide';
import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../../context/services.js';
import { useHere } from '../../../context/use-here.js';
import { useResource } from '../../../context/use-resource.js';
import type { Device } from '../../../store/points.js';
import { Button } from '../../../ui/form/button.tsx';
import { useRefusal } from '../../../ui/form/use-permission.js';
import { Icon } from '../../../ui/value/icon.tsx';
import { ReplaceDialog } from './replace-dialog.tsx';
import { ReportDialog } from './report-dialog.tsx';
import { replaceTexts } from './texts.js';

/** Replaces this device by a new one. */
export function ReplaceButton({ device }: { readonly device: Device }) {
  const say = useTexts(replaceTexts);
  const refusal = useRefusal('admin');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" disabledReason={refusal} onClick={() => setOpen(true)}>
        <Icon of={Replace} /> {say('replace')}
      </Button>
      {open && <ReplaceDialog device={device} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The device in whose place this one is, with the report; the address of the page may open the report. */
export function ReplacedNote({ device }: { readonly device: Device }) {
  const { query, setQuery } = useHere();
  const say = useTexts(replaceTexts);
  const { replaced = [] } = device.summary;
  const last = replaced.at(-1);
  return (
    <>
      {last !== undefined && (
        <p class="small dim">
          {say('took', { address: last.address })} <ReportLink device={device} old={last.address} />
        </p>
      )}
      {query.replacement !== undefined && (
        <ReportDialog id={query.replacement} onClose={() => setQuery({ replacement: '' })} />
      )}
    </>
  );
}

function ReportLink({ device, old }: { readonly device: Device; readonly old: string }) {
  const { gateway } = useServices();
  const { setQuery } = useHere();
  const say = useTexts(replaceTexts);
  const { central = '', address } = device.summary;
  const all = useResource(() => gateway.call('listDeviceReplacements', { query: { central } }), {
    inputs: [central, address],
  });
  const own = all.current.value.value?.find((each) => each.new_address === address && each.old_address === old);
  if (own === undefined) return null;
  return (
    <Button kind="quiet" onClick={() => setQuery({ replacement: own.id })}>
      {say('report')}
    </Button>
  );
}
