import { useServices, useTexts } from '../../../context/services.js';
import { useResource } from '../../../context/use-resource.js';
import type { Device } from '../../../store/points.js';
import { ErrorBox } from '../../../ui/form/error-box.tsx';
import { useAction } from '../../../ui/form/use-action.js';
import type { Drawable } from './choice.js';
import { deviceHistoryTexts } from './texts.js';

interface RecordingChoiceProps {
  readonly device: Pick<Device, 'summary'>;
  readonly offered: readonly Drawable[];
  /** Ids of those that are recorded. */
  readonly recorded: ReadonlySet<string>;
  readonly onChanged: () => void;
}

/** Chooses which values of a device are recorded from now on. */
export function RecordingChoice({ device, offered, recorded, onChanged }: RecordingChoiceProps) {
  const { gateway, session } = useServices();
  const say = useTexts(deviceHistoryTexts);
  if (session.identity.value?.role !== 'admin') return null;
  return (
    <ValueChoice
      title={say('recording', { n: recorded.size })}
      hint={say('recordingHint')}
      offered={offered}
      chosen={recorded}
      onChoose={async (drawable, record) => {
        await gateway.call('putRecording', { body: { ...requestOf(device, drawable), record } });
        onChanged();
      }}
    />
  );
}

/** Chooses which values of a device scrapers get at `/metrics/values`. */
export function ExposedChoice({ device, offered }: Pick<RecordingChoiceProps, 'device' | 'offered'>) {
  const { gateway, session } = useServices();
  const say = useTexts(deviceHistoryTexts);
  const exposed = useResource(async ({ gateway: { call } }) => (await call('getExposedValues')).points, {
    refreshOn: ['config.changed'],
  });
  const { value: points, error } = exposed.current.value;
  if (session.identity.value?.role !== 'admin') return null;
  if (error !== undefined) return <ErrorBox error={error} retry={() => void exposed.reload()} />;
  if (points === undefined) return null;
  const chosen = new Set(offered.filter(({ place }) => points.includes(place)).map(({ id }) => id));
  return (
    <ValueChoice
      title={say('exposed', { n: chosen.size })}
      hint={say('exposedHint')}
      offered={offered}
      chosen={chosen}
      onChoose={async (drawable, expose) => {
        await gateway.call('putExposedValue', { body: { ...requestOf(device, drawable), expose } });
        await exposed.reload();
      }}
    />
  );
}

function requestOf({ summary: { address, central = '', interface_id } }: Pick<Device, 'summary'>, { place }: Drawable) {
  const [channel = '', parameter = ''] = place.slice(address.length + 1).split(':');
  return { central, interface_id, channel: `${address}:${channel}`, parameter };
}

interface ValueChoiceProps {
  readonly title: string;
  readonly hint: string;
  readonly offered: readonly Drawable[];
  /** Ids of the chosen ones. */
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (drawable: Drawable, isChosen: boolean) => Promise<void>;
}

function ValueChoice({ title, hint, offered, chosen, onChoose }: ValueChoiceProps) {
  const action = useAction();
  return (
    <details>
      <summary>{title}</summary>
      <p class="small dim">{hint}</p>
      <div class="recorded-choices">
        {offered.map((each) => (
          <label key={each.id} class="row small" title={each.id}>
            <input
              type="checkbox"
              checked={chosen.has(each.id)}
              disabled={action.busy}
              onChange={({ currentTarget: { checked } }) => void action.run(() => onChoose(each, checked))}
            />
            {each.label}
          </label>
        ))}
      </div>
      {action.error !== undefined && <ErrorBox error={action.error} />}
    </details>
  );
}
