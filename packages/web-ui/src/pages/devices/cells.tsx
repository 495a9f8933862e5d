import { BatteryLow, BatteryMedium, CircleCheck, CloudOff, Download, Hourglass, ShieldAlert } from 'lucide';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { devicePath } from '../../net/device-path.js';
import { type Device, missingMembers, type PointKey } from '../../store/points.js';
import { Chip } from '../../ui/layout.tsx';
import { DevicePicture } from '../../ui/value/device-picture.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { ValueView } from '../../ui/value/value-view.tsx';
import type { Property } from './columns.js';
import type { Row } from './facets.js';
import { devicesTexts } from './texts.js';

interface CellProps {
  readonly row: Row;
  readonly primary: PointKey | undefined;
}

/** Cells of the columns. Each cell reads its own value, so that a change renders only its row. */
export const CELLS: Readonly<Record<Property, (props: CellProps) => preact.ComponentChildren>> = {
  name: NameCell,
  model: ({ row }) => <TwoLines first={row.device.summary.model_label} second={row.device.summary.model} />,
  address: ({ row }) => <code class="private">{row.device.summary.address}</code>,
  room: ({ row }) => <Names of={row.device.summary.rooms} />,
  function: ({ row }) => <Names of={row.device.summary.functions} />,
  ccu: ({ row }) => <span class="private">{row.device.summary.central}</span>,
  interface: ({ row }) => <span class="dim">{row.device.summary.interface}</span>,
  value: ({ primary }) => (primary === undefined ? <span class="dim">—</span> : <ValueCell point={primary} />),
  last: LastCell,
  state: StateCell,
  battery: BatteryCell,
  rssi: SignalCell,
  firmware: FirmwareCell,
  channels: ({ row }) => <span class="dim">{row.device.summary.channels_count}</span>,
};

function NameCell({ row: { device } }: CellProps) {
  const { store } = useServices();
  const { summary } = store.device(device.key).value ?? device;
  return (
    <span class="name-cell">
      <DevicePicture device={summary} />
      <span class="two-lines">
        <a class="private" href={devicePath(summary)}>
          {summary.name}
        </a>
        <span class="private dim small mono">{summary.address}</span>
      </span>
    </span>
  );
}

function TwoLines({ first, second }: { readonly first: string | undefined; readonly second: string }) {
  return (
    <span class="two-lines">
      <span>{first ?? second}</span>
      {first !== undefined && <span class="dim small">{second}</span>}
    </span>
  );
}

function Names({ of = [] }: { readonly of: readonly string[] | undefined }) {
  return <span class="private">{of.length === 0 ? '—' : of.join(', ')}</span>;
}

export function ValueCell({ point: key }: { readonly point: PointKey }) {
  const point = useServices().store.point(key).value;
  return point === undefined ? <span class="dim">—</span> : <ValueView point={point} />;
}

function useDevice(device: Device): Device {
  return useServices().store.device(device.key).value ?? device;
}

function LastCell({ row }: CellProps) {
  const { clock } = useServices();
  const say = useTexts(devicesTexts);
  const formats = useFormats();
  const { lastEventAt } = useDevice(row.device);
  return (
    <span class="dim">
      {lastEventAt === undefined ? say('never') : formats.age(lastEventAt, Math.max(clock.value, lastEventAt))}
    </span>
  );
}

function StateCell({ row: { device, facts } }: CellProps) {
  const { clock } = useServices();
  const say = useTexts(devicesTexts);
  const formats = useFormats();
  const since = facts.unreachableSince;
  const missing = facts.available ? missingMembers(device) : [];
  return (
    <span class="row states">
      {!facts.available && (
        <Chip tone="bad" icon={CloudOff}>
          {since === undefined
            ? say('unreachable')
            : say('unreachableSince', { age: formats.duration(Math.max(0, clock.value - since)) })}
        </Chip>
      )}
      {missing.length > 0 && (
        <Chip tone="warn" icon={CloudOff}>
          {say('without', { members: missing.join(', ') })}
        </Chip>
      )}
      {facts.sabotage && (
        <Chip tone="bad" icon={ShieldAlert}>
          {say('sabotage')}
        </Chip>
      )}
      {facts.lowBattery && (
        <Chip tone="warn" icon={BatteryLow}>
          {say('low_battery')}
        </Chip>
      )}
      {facts.configPending && (
        <Chip tone="warn" icon={Hourglass}>
          {say('config_pending')}
        </Chip>
      )}
      {facts.available && !facts.lowBattery && !facts.configPending && !facts.sabotage && (
        <Chip tone="good" icon={CircleCheck}>
          {say('reachable')}
        </Chip>
      )}
    </span>
  );
}

function BatteryCell({ row: { facts } }: CellProps) {
  const say = useTexts(devicesTexts);
  if (!facts.hasBattery) return <span class="dim">—</span>;
  return (
    <span class={facts.lowBattery ? 'battery-low' : 'dim'}>
      <Icon of={facts.lowBattery ? BatteryLow : BatteryMedium} /> {say(facts.lowBattery ? 'batteryLow' : 'batteryGood')}
    </span>
  );
}

function SignalCell({ row: { facts } }: CellProps) {
  const formats = useFormats();
  return <span class="dim">{facts.rssi === undefined ? '—' : `${formats.number(facts.rssi)} dBm`}</span>;
}

function FirmwareCell({ row: { device } }: CellProps) {
  const say = useTexts(devicesTexts);
  const { firmware, update_available } = device.summary;
  return (
    <span class="two-lines">
      <span>{firmware.Current ?? '—'}</span>
      {update_available && (
        <span class="small" title={say('update')}>
          <Icon of={Download} /> <span class="visually-hidden">{say('update')}: </span>
          {firmware.Available}
        </span>
      )}
    </span>
  );
}
