import { SlidersHorizontal } from 'lucide';
import { useServices, useTexts } from '../../../context/services.js';
import { useHere } from '../../../context/use-here.js';
import { useResource } from '../../../context/use-resource.js';
import type { Resource } from '../../../resources/resource.js';
import type { Channel, Device } from '../../../store/points.js';
import { SearchField } from '../../../ui/form/search-field.tsx';
import { Empty } from '../../../ui/layout.tsx';
import { ApplyButton } from './apply-dialog.tsx';
import type { FormSchema } from './fields.js';
import { ParamsetForm } from './paramset-form.tsx';
import { configureTexts } from './texts.js';

/** Of `channel` in the address, for the settings that belong to no channel. */
const DEVICE = 'device';

/** The settings of a device, channel by channel. Channel and search are in the address. */
export function ConfigureTab({ device }: { readonly device: Device }) {
  const { gateway } = useServices();
  const { query } = useHere();
  const say = useTexts(configureTexts);
  const { central = '' } = device.summary;
  const places = placesOf(device);
  const place = places.find((each) => each.id === query.channel) ?? places.find(({ id }) => id !== DEVICE) ?? places[0];
  const expert = query.expert === 'true';
  const schema = useForm(device, place, expert);
  if (place === undefined) {
    return (
      <Empty title={say('nothing')} icon={SlidersHorizontal}>
        <p>{say('nothingHint')}</p>
      </Empty>
    );
  }
  return (
    <div class="stack">
      <Tools places={places} place={place} expert={expert} />
      {place.channel !== undefined && (
        <p>
          <ApplyButton key={place.address} central={central} source={place.address} />
        </p>
      )}
      <ParamsetForm
        key={`${place.id}/${expert}`}
        device={device}
        lockKey={`channel:${place.address}:MASTER`}
        schema={schema}
        search={query.find ?? ''}
        write={async (values) => {
          await gateway.call('putParamset', {
            path: { addr: place.address, key: 'MASTER' },
            query: { central },
            body: values,
          });
          return true;
        }}
      />
    </div>
  );
}

/** Something that has settings of its own: the device, or one of its channels. */
interface Place {
  readonly id: string;
  readonly address: string;
  readonly channel?: Channel['summary'];
}

function placesOf({ summary: { address, paramset_keys = [] }, channels }: Device): readonly Place[] {
  const own = paramset_keys.includes('MASTER') ? [{ id: DEVICE, address }] : [];
  const ofChannels = channels
    .filter(({ summary }) => hasSettings(summary))
    .map(({ summary }) => ({
      id: String(summary.number),
      address: `${address}:${summary.number}`,
      channel: summary,
    }));
  return [...own, ...ofChannels];
}

function useForm(device: Device, place: Place | undefined, expert: boolean): Resource<FormSchema> {
  const { gateway, language } = useServices();
  const { central = '', address } = device.summary;
  const locale = language.current.value;
  return useResource(
    async (): Promise<FormSchema> => {
      if (place === undefined) return { parameters: [] };
      const query = { central, locale, expert };
      return place.channel === undefined
        ? gateway.call('getDeviceUiSchema', { path: { addr: address }, query })
        : gateway.call('getUiSchema', {
            path: { addr: address, no: place.channel.number },
            query: { ...query, paramset: 'MASTER' },
          });
    },
    { inputs: [central, place?.address, expert, locale] },
  );
}

interface ToolsProps {
  readonly places: readonly Place[];
  readonly place: Place;
  readonly expert: boolean;
}

function Tools({ places, place, expert }: ToolsProps) {
  const { query, setQuery } = useHere();
  const say = useTexts(configureTexts);
  return (
    <div class="row configure-tools">
      <label class="field">
        <span class="small dim">{say('channel')}</span>
        <select
          class="input private"
          value={place.id}
          onChange={({ currentTarget }) => {
            const { value } = currentTarget;
            // Keeps the current choice until the address has changed, because the user may stay.
            currentTarget.value = place.id;
            setQuery({ channel: value });
          }}
        >
          {places.map(({ id, channel }) => (
            <option key={id} value={id}>
              {channel === undefined ? say('device') : channelText(channel, say)}
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
          onChange={({ currentTarget }) => {
            currentTarget.checked = expert;
            setQuery({ expert: expert ? '' : 'true' });
          }}
        />
        {say('expert')}
      </label>
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
