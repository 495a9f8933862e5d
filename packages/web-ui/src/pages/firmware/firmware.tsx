import { CalendarClock, CircleCheck, CircleFadingArrowUp, LoaderCircle } from 'lucide';
import { useMemo, useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { useResource } from '../../context/use-resource.js';
import type { Formats } from '../../i18n/formats.js';
import type { Say } from '../../i18n/texts.js';
import type { Resource } from '../../resources/resource.js';
import type { HouseStore } from '../../store/house-store.js';
import { type Device, type DeviceKey, deviceKeyOf } from '../../store/points.js';
import { Button } from '../../ui/form/button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { useRefusal } from '../../ui/form/use-permission.js';
import { Chip, Empty, PageHeader, Skeleton } from '../../ui/layout.tsx';
import { type Column, Table } from '../../ui/table/table.tsx';
import { CcuFirmware } from './ccu-firmware.tsx';
import { FirmwarePlan, type Plan, useFirmwarePlan } from './plan.tsx';
import { planTexts } from './plan-texts.js';
import { firmwareTexts } from './texts.js';
import { UpdateDialog } from './update-dialog.tsx';

const LOOKS = {
  up_to_date: { words: 'upToDate', tone: 'good', icon: CircleCheck },
  update_available: { words: 'updateThere', tone: 'accent', icon: CircleFadingArrowUp },
  installing: { words: 'installing', tone: 'warn', icon: LoaderCircle },
} as const;

const statusOf = ({ summary }: Device) =>
  summary.update_status ?? (summary.update_available ? 'update_available' : 'up_to_date');

/** Firmware of CCUs and devices, with newer versions. */
export function FirmwarePage() {
  const { gateway, store, announce } = useServices();
  const say = useTexts(firmwareTexts);
  const { query, setQuery } = useHere();
  const action = useAction();
  const refusal = useRefusal('operator');
  const updates = useResource(({ gateway: asked }) => asked.call('listSystemUpdates'), {
    refreshOn: ['hub.system_update_changed'],
  });
  const plan = useFirmwarePlan();
  const refresh = async () => {
    await gateway.call('refreshFirmwareData');
    announce(say('refreshed'));
  };
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <Button disabledReason={refusal} onClick={() => void action.run(refresh)}>
            {say('refresh')}
          </Button>
        }
      >
        {say('intro')}
      </PageHeader>
      {action.error !== undefined && <ErrorBox error={action.error} />}
      <div class="stack">
        <h2>{say('ccus')}</h2>
        <CcuFirmware updates={updates} />
        <h2>{say('devices')}</h2>
        {store.loaded.value && <FirmwarePlan plan={plan} />}
        <label class="check">
          <input
            type="checkbox"
            checked={query.all !== undefined}
            onChange={(event) => setQuery({ all: event.currentTarget.checked ? '1' : '' })}
          />
          {say('all')}
        </label>
        {store.loaded.value ? (
          <DeviceTable all={query.all !== undefined} plan={plan} />
        ) : (
          <Skeleton height="3rem" count={4} />
        )}
      </div>
    </>
  );
}

function DeviceTable({ all, plan }: { readonly all: boolean; readonly plan: Resource<Plan> }) {
  const { store } = useServices();
  const say = useTexts(firmwareTexts);
  const formats = useFormats();
  const refusal = useRefusal('operator');
  const { query, setQuery } = useHere();
  const [chosen, setChosen] = useState<DeviceKey>();
  // The whole list is checked after a change, not for each event.
  const pulse = store.pulse.value;
  const keys = store.devices.value;
  const shown = useMemo(
    () => keys.filter((key) => all || statusOf(store.peekDevice(key)!) !== 'up_to_date'),
    [keys, all, pulse],
  );
  const sayPlan = useTexts(planTexts);
  const { value: planned } = plan.current.value;
  const columns = useMemo(
    () =>
      columnsOf({
        ...{ store, say, formats, refusal, onUpdate: setChosen },
        planned: new Set(planned?.updates.map(({ central, device_address }) => deviceKeyOf(central, device_address))),
        plannedText: sayPlan('planned'),
      }),
    [store, say, formats, refusal, planned, sayPlan],
  );
  if (shown.length === 0) {
    return (
      <Empty title={say('none')} icon={CircleCheck}>
        <p>{say('noneHint')}</p>
      </Empty>
    );
  }
  return (
    <>
      <Table
        label={say('devices')}
        rows={shown}
        columns={columns}
        rowKey={(key) => key}
        sort={query.sort ?? 'name'}
        onSort={(sort) => setQuery({ sort: sort === 'name' ? '' : sort })}
      />
      {chosen !== undefined && <UpdateDialog device={chosen} plan={plan} onClose={() => setChosen(undefined)} />}
    </>
  );
}

function columnsOf(parts: {
  readonly store: HouseStore;
  readonly say: Say<typeof firmwareTexts>;
  readonly formats: Formats;
  readonly refusal: string | undefined;
  readonly onUpdate: (device: DeviceKey) => void;
  /** Devices whose update the plan has. */
  readonly planned: ReadonlySet<DeviceKey>;
  readonly plannedText: string;
}): readonly Column<DeviceKey>[] {
  const { store, say, formats, refusal, onUpdate, planned, plannedText } = parts;
  const by = (text: (device: Device) => string) => (a: DeviceKey, b: DeviceKey) =>
    formats.compare(text(store.peekDevice(a)!), text(store.peekDevice(b)!));
  const summaryOf = (key: DeviceKey) => store.device(key).value?.summary;
  return [
    {
      id: 'name',
      title: say('device'),
      width: 'minmax(9rem, 1.8fr)',
      isTitle: true,
      compare: by(({ summary }) => summary.name),
      cell: (key) => (
        <>
          <span class="private">{summaryOf(key)?.name}</span>
          <span class="device-address small dim">{summaryOf(key)?.model}</span>
        </>
      ),
    },
    {
      id: 'current',
      title: say('current'),
      width: 'minmax(8rem, 1fr)',
      compare: by(({ summary }) => summary.firmware.Current ?? ''),
      isUnknown: (key) => store.peekDevice(key)?.summary.firmware.Current === undefined,
      cell: (key) => {
        const { Current: current = '—', Available: available = '' } = summaryOf(key)?.firmware ?? {};
        return available === '' || available === current ? current : `${current} → ${available}`;
      },
    },
    {
      id: 'state',
      title: say('state'),
      width: '11rem',
      compare: by(statusOf),
      cell: (key) => {
        const device = store.device(key).value;
        if (device === undefined) return null;
        if (planned.has(key)) return <Chip icon={CalendarClock}>{plannedText}</Chip>;
        const { words, tone, icon } = LOOKS[statusOf(device)];
        return (
          <Chip tone={tone} icon={icon}>
            {say(words)}
          </Chip>
        );
      },
    },
    {
      id: 'actions',
      title: say('actions'),
      width: '8.5rem',
      align: 'end',
      cell: (key) =>
        summaryOf(key)?.update_available === true &&
        !planned.has(key) && (
          <Button disabledReason={refusal} onClick={() => onUpdate(key)}>
            {say('update')}
            <span class="visually-hidden"> {summaryOf(key)?.name}</span>
          </Button>
        ),
    },
  ];
}
