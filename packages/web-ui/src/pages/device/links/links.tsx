import { Link2 } from 'lucide';
import { useMemo, useState } from 'preact/hooks';
import { useServices, useTexts } from '../../../context/services.js';
import { useHere } from '../../../context/use-here.js';
import { useResource } from '../../../context/use-resource.js';
import type { Device } from '../../../store/points.js';
import { Button } from '../../../ui/form/button.tsx';
import { ErrorBox } from '../../../ui/form/error-box.tsx';
import { useRefusal } from '../../../ui/form/use-permission.js';
import { Empty, Skeleton } from '../../../ui/layout.tsx';
import type { Link } from '../../links/link.js';
import { LinkTable } from '../../links/link-table.tsx';
import { linksTexts } from '../../links/texts.js';
import { AddLink } from './add-link.tsx';

/** The direct links of a device, from it and to it. */
export function LinksTab({ device }: { readonly device: Device }) {
  const { gateway, language, base } = useServices();
  const { query, setQuery } = useHere();
  const say = useTexts(linksTexts);
  const refusal = useRefusal('operator');
  const [adding, add] = useState(false);
  const { central = '', address } = device.summary;
  const locale = language.current.value;
  const resource = useResource(
    () => gateway.call('listLinks', { path: { addr: address }, query: { central, locale, with_profiles: true } }),
    { inputs: [central, address, locale] },
  );
  const { value: found, error } = resource.current.value;
  const { interface_id } = device.summary;
  // The gateway omits the device in the answer for one device.
  const value = useMemo(
    () => found?.map((link): Link => ({ central_name: central, interface_id, ...link })),
    [found, central, interface_id],
  );
  const linkable = device.channels.some(
    ({ summary }) => (summary.link_source_roles?.length ?? 0) + (summary.link_target_roles?.length ?? 0) > 0,
  );
  const why = linkable ? refusal : say('noChannels');
  return (
    <div class="stack">
      <div class="row">
        <Button kind="primary" disabledReason={why} onClick={() => add(true)}>
          {say('add')}
        </Button>
        <a href={base.at('links')}>{say('all')}</a>
      </div>
      {error !== undefined && <ErrorBox error={error} retry={() => void resource.reload()} />}
      {value === undefined && error === undefined && <Skeleton height="3rem" count={3} />}
      {value?.length === 0 && (
        <Empty title={say('none')} icon={Link2}>
          <p>{say('noneOfDevice')}</p>
        </Empty>
      )}
      {value !== undefined && value.length > 0 && (
        <LinkTable
          links={value}
          sort={query.sort ?? 'sender'}
          onSort={(sort) => setQuery({ sort: sort === 'sender' ? '' : sort })}
          onChanged={() => void resource.reload()}
        />
      )}
      {adding && <AddLink device={device} onClose={() => add(false)} onAdded={() => void resource.reload()} />}
    </div>
  );
}
