import { Radio } from 'lucide';
import { useMemo } from 'preact/hooks';
import { useServices, useTexts } from '../../../context/services.js';
import { useHere } from '../../../context/use-here.js';
import type { Device } from '../../../store/points.js';
import { ErrorBox } from '../../../ui/form/error-box.tsx';
import { Empty } from '../../../ui/layout.tsx';
import { settingsOf } from '../../events/event-settings.js';
import { EventTable } from '../../events/event-table.tsx';
import { useEventSession } from '../../events/use-session.js';
import '../../events/events.css';
import { deviceEventsTexts } from './texts.js';

/** Recent and live reports of a device. */
export function EventsTab({ device }: { readonly device: Device }) {
  const { base } = useServices();
  const { go } = useHere();
  const say = useTexts(deviceEventsTexts);
  const { central = '', address } = device.summary;
  const settings = useMemo(() => settingsOf({ topics: `device.${address}.*`, central }), [central, address]);
  const session = useEventSession(settings);
  const rows = session.rows.value;
  const { error } = session.status.value;
  const inspector = `events?topics=${encodeURIComponent(`device.${address}.*`)}&central=${encodeURIComponent(central)}`;
  return (
    <div class="stack">
      <p>
        <a href={base.at(inspector)}>{say('inspector')}</a>
      </p>
      {error !== undefined && <ErrorBox error={error} />}
      {rows.length === 0 ? (
        <Empty title={say('noEvents')} icon={Radio}>
          <p>{say('noEventsHint')}</p>
        </Empty>
      ) : (
        <EventTable
          rows={rows}
          utc={false}
          open={undefined}
          onOpen={({ seq }) => go(`${inspector}&event=${seq}`)}
          onRewind={(since) => go(`${inspector}&since=${since}`)}
        />
      )}
    </div>
  );
}
