import { useServices, useTexts } from '../../../context/services.js';
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
  const action = useAction();
  if (session.identity.value?.role !== 'admin') return null;
  const choose = ({ place }: Drawable, record: boolean) =>
    action.run(async () => {
      const { address, central = '', interface_id } = device.summary;
      const [channel = '', parameter = ''] = place.slice(address.length + 1).split(':');
      await gateway.call('putRecording', {
        body: { central, interface_id, channel: `${address}:${channel}`, parameter, record },
      });
      onChanged();
    });
  return (
    <details>
      <summary>{say('recording', { n: recorded.size })}</summary>
      <p class="small dim">{say('recordingHint')}</p>
      <div class="recorded-choices">
        {offered.map((each) => (
          <label key={each.id} class="row small" title={each.id}>
            <input
              type="checkbox"
              checked={recorded.has(each.id)}
              disabled={action.busy}
              onChange={({ currentTarget: { checked } }) => void choose(each, checked)}
            />
            {each.label}
          </label>
        ))}
      </div>
      {action.error !== undefined && <ErrorBox error={action.error} />}
    </details>
  );
}
