import { SlidersHorizontal } from 'lucide';
import { useServices, useTexts } from '../../../context/services.js';
import { useHere } from '../../../context/use-here.js';
import { useResource } from '../../../context/use-resource.js';
import type { Channel, Device } from '../../../store/points.js';
import { Empty } from '../../../ui/layout.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { ParamsetForm } from './paramset-form.tsx';
import { configureTexts } from './texts.js';

/** The settings of a device, channel by channel. Channel and search are in the address. */
export function ConfigureTab({ device }: { readonly device: Device }) {
  const { gateway, language } = useServices();
  const { query, setQuery } = useHere();
  const say = useTexts(configureTexts);
  const { central = '', address } = device.summary;
  const channels = device.channels.filter(({ summary }) => hasSettings(summary));
  const wanted = Number(query.channel ?? Number.NaN);
  const channel = channels.find(({ summary }) => summary.number === wanted) ?? channels[0];
  const number = channel?.summary.number ?? 0;
  const expert = query.expert === 'true';
  const locale = language.current.value;
  const schema = useResource(
    () =>
      gateway.call('getUiSchema', {
        path: { addr: address, no: number },
        query: { central, paramset: 'MASTER', locale, expert },
      }),
    { inputs: [central, address, number, expert, locale] },
  );
  if (channel === undefined) {
    return (
      <Empty title={say('nothing')} icon={SlidersHorizontal}>
        <p>{say('nothingHint')}</p>
      </Empty>
    );
  }
  return (
    <div class="stack">
      <div class="row configure-tools">
        <label class="field">
          <span class="small dim">{say('channel')}</span>
          <select
            class="input private"
            value={number}
            onChange={({ currentTarget }) => setQuery({ channel: currentTarget.value })}
          >
            {channels.map(({ summary }) => (
              <option key={summary.number} value={summary.number}>
                {channelText(summary, say)}
              </option>
            ))}
          </select>
        </label>
        <span class="grow">
          <SearchField label={say('find')} value={query.find ?? ''} onInput={(text) => setQuery({ find: text })} />
        </span>
        <label class="row small">
          <input
            type="checkbox"
            class="check"
            checked={expert}
            onChange={({ currentTarget }) => setQuery({ expert: currentTarget.checked ? 'true' : '' })}
          />
          {say('expert')}
        </label>
      </div>
      <ParamsetForm
        key={`${number}/${expert}`}
        device={device}
        schema={schema}
        search={query.find ?? ''}
        write={async (values) => {
          await gateway.call('putParamset', {
            path: { addr: `${address}:${number}`, key: 'MASTER' },
            query: { central },
            body: values,
          });
        }}
      />
    </div>
  );
}

function hasSettings({ paramset_keys }: Channel['summary']): boolean {
  return paramset_keys === undefined || paramset_keys.includes('MASTER');
}

function channelText(
  { number, name, type_label, type }: Channel['summary'],
  say: ReturnType<typeof useTexts<typeof configureTexts>>,
): string {
  if (number === 0) return `:0 ${say('maintenance')}`;
  return `:${number} ${[name, type_label ?? type].filter(Boolean).join(' · ') || say('channelN', { n: number })}`;
}
