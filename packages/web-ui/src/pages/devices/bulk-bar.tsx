import { useState } from 'preact/hooks';
import { SelectionAct } from '../../acts/selection-act.tsx';
import { useServices, useTexts } from '../../context/services.js';
import { download, fileName } from '../../files/download.js';
import { csvOf, jsonOf, type Sheet } from '../../files/sheet.js';
import type { DeviceKey } from '../../store/points.js';
import { Button } from '../../ui/form/button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { useRefusal } from '../../ui/form/use-permission.js';
import { Popover } from '../../ui/popover.tsx';
import { SetRoomDialog } from './bulk/set-room.tsx';
import { SetValueDialog } from './bulk/set-value.tsx';
import type { Row } from './facets.js';
import { devicesTexts } from './texts.js';

interface BulkBarProps {
  readonly rows: readonly Row[];
  readonly selected: ReadonlySet<DeviceKey>;
  readonly select: (selected: ReadonlySet<DeviceKey>) => void;
  readonly sheetOf: (rows: readonly Row[]) => Sheet;
}

/** Actions for several devices at once: for the selected ones, or, for files, for all shown ones. */
export function BulkBar({ rows, selected, select, sheetOf }: BulkBarProps) {
  const { store, now, favourites, announce } = useServices();
  const say = useTexts(devicesTexts);
  const refusal = useRefusal('operator');
  const [open, setOpen] = useState<'act' | 'value' | 'room'>();
  const devices = [...selected].map(store.peekDevice).filter((device) => device !== undefined);
  const some = selected.size > 0;
  const exported = some ? rows.filter(({ device }) => selected.has(device.key)) : rows;
  const close = () => setOpen(undefined);
  const marking = useAction();
  const mark = () =>
    marking.run(async () => {
      await favourites.mark([...selected], true);
      announce(say('marked', { n: selected.size }));
    });
  return (
    <>
      <Popover label={say('export')} trigger={say('export')}>
        <div class="chooser">
          <Button
            kind="quiet"
            onClick={() => download(fileName('devices', now(), 'csv'), csvOf(sheetOf(exported)), 'text/csv')}
          >
            {say('exportCsv')} ({exported.length})
          </Button>
          <Button
            kind="quiet"
            onClick={() => download(fileName('devices', now(), 'json'), jsonOf(sheetOf(exported)), 'application/json')}
          >
            {say('exportJson')} ({exported.length})
          </Button>
        </div>
      </Popover>
      <span class="grow" />
      {some ? (
        <>
          <strong aria-live="polite">{say('selection', { n: selected.size })}</strong>
          <Button disabledReason={refusal} onClick={() => setOpen('act')}>
            {say('act')}
          </Button>
          <Button disabledReason={refusal} onClick={() => setOpen('value')}>
            {say('setValue')}
          </Button>
          <Button disabledReason={refusal} onClick={() => setOpen('room')}>
            {say('setRoom')}
          </Button>
          <Button onClick={() => void mark()}>{say('markFavourite')}</Button>
          <Button kind="quiet" onClick={() => select(new Set())}>
            {say('unselect')}
          </Button>
        </>
      ) : (
        rows.length > 0 && (
          <Button kind="quiet" onClick={() => select(new Set(rows.map(({ device }) => device.key)))}>
            {say('selectAll', { n: rows.length })}
          </Button>
        )
      )}
      {marking.error !== undefined && <ErrorBox error={marking.error} />}
      {open === 'act' && <SelectionAct devices={devices} onClose={close} />}
      {open === 'value' && <SetValueDialog devices={devices} onClose={close} />}
      {open === 'room' && <SetRoomDialog devices={devices} onClose={close} />}
    </>
  );
}
