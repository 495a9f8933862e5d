import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../../context/services.js';
import type { Device } from '../../../store/points.js';
import { BulkDialog } from './bulk-dialog.tsx';
import { roomsAfter } from './plan.js';
import { Progress } from './progress.tsx';
import { type BulkRun, startBulkRun } from './run.js';
import { bulkTexts } from './texts.js';

/** Puts several devices into rooms of their CCU. */
export function SetRoomDialog({
  devices,
  onClose,
}: {
  readonly devices: readonly Device[];
  readonly onClose: () => void;
}) {
  const { gateway, store } = useServices();
  const say = useTexts(bulkTexts);
  const [rooms, setRooms] = useState<readonly string[]>([]);
  const [replace, setReplace] = useState(false);
  const [run, setRun] = useState<BulkRun<Device>>();
  const start = () =>
    setRun(
      startBulkRun(devices, async ({ summary }) => {
        await gateway.call('updateDevice', {
          path: { addr: summary.address },
          query: { central: summary.central ?? '' },
          body: { rooms: [...roomsAfter(summary.rooms ?? [], rooms, replace)] },
        });
      }),
    );
  return (
    <BulkDialog
      title={say('setRoom', { n: devices.length })}
      run={run}
      startLabel={say('apply')}
      disabledReason={rooms.length === 0 && !replace ? say('chooseFirst') : undefined}
      onStart={start}
      onClose={onClose}
    >
      {run !== undefined ? (
        <Progress run={run} keyOf={({ key }) => key} nameOf={({ summary }) => summary.name} />
      ) : (
        <div class="form">
          <fieldset class="room-choice">
            <legend>{say('rooms')}</legend>
            {store.rooms.value?.map(({ name, translated_name }) => (
              <label key={name} class="row">
                <input
                  type="checkbox"
                  checked={rooms.includes(name)}
                  onChange={({ currentTarget }) =>
                    setRooms(currentTarget.checked ? [...rooms, name] : rooms.filter((each) => each !== name))
                  }
                />
                <span class="private">{translated_name ?? name}</span>
              </label>
            ))}
          </fieldset>
          {[false, true].map((each) => (
            <label key={String(each)} class="row">
              <input type="radio" name="replace" checked={replace === each} onChange={() => setReplace(each)} />
              {say(each ? 'replace' : 'add')}
            </label>
          ))}
          <p class="small dim">{say('noRadio')}</p>
        </div>
      )}
    </BulkDialog>
  );
}
