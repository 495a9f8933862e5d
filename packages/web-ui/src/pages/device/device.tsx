import { useComputed } from '@preact/signals';
import { CircleCheck, CloudOff, Copy, Cpu, Hourglass, ShieldAlert, TriangleAlert } from 'lucide';
import { useState } from 'preact/hooks';
import lazy from 'preact-iso/lazy';
import { useRoute } from 'preact-iso/router';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { devicePath } from '../../net/device-path.js';
import { type Device, deviceKeyOf, missingMembers, type Point } from '../../store/points.js';
import { sensesSmoke } from '../../store/smoke.js';
import { FavouriteButton } from '../../ui/favourite-button.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Chip, Empty, PageHeader, Skeleton } from '../../ui/layout.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { DevicePicture } from '../../ui/value/device-picture.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { factsOf } from '../devices/facts.js';
import { DeviceTest } from './device-test.tsx';
import { ProblemChip } from './problem-chip.tsx';
import { RepairButton } from './repair.tsx';
import { ReplaceButton, ReplacedNote } from './replace/replace.tsx';
import { TeamButton } from './team.tsx';
import { deviceTexts } from './texts.js';
import './device.css';

type PartView = (props: { readonly device: Device }) => preact.ComponentChildren;

const VIEWS = {
  now: lazy(() => import('./now/now.tsx').then(({ NowTab }) => NowTab)),
  configure: lazy(() => import('./configure/configure.tsx').then(({ ConfigureTab }) => ConfigureTab)),
  links: lazy(() => import('./links/links.tsx').then(({ LinksTab }) => LinksTab)),
  schedule: lazy(() => import('./schedule/schedule.tsx').then(({ ScheduleTab }) => ScheduleTab)),
  history: lazy(() => import('./history/history.tsx').then(({ HistoryTab }) => HistoryTab)),
  events: lazy(() => import('./events/events.tsx').then(({ EventsTab }) => EventsTab)),
  raw: lazy(() => import('./raw/raw.tsx').then(({ RawTab }) => RawTab)),
} satisfies Record<Part, PartView>;

/** One device: its description, its state, and its parts by address. */
export function DevicePage() {
  const { store, base } = useServices();
  const say = useTexts(deviceTexts);
  const { central = '', address = '', part: partText } = useRoute().params;
  const device = store.device(deviceKeyOf(central, address)).value;
  const part = partOf(partText);
  if (!store.loaded.value) {
    return (
      <>
        <PageHeader title={say('title')} />
        <Skeleton height="6rem" count={2} />
      </>
    );
  }
  if (device === undefined || part === undefined) {
    return (
      <Empty title={say('notFoundTitle')} icon={Cpu}>
        <p class="private">{say('notFound', { address })}</p>
        <a class="button" href={base.at('devices')}>
          {say('allDevices')}
        </a>
      </Empty>
    );
  }
  const View = VIEWS[part];
  const { summary } = device;
  const tabs = PARTS.map((each) => ({ path: devicePath(summary, each === 'now' ? '' : each), label: say(each) }));
  return (
    <>
      <DeviceHead device={device} />
      <Tabs label={say('parts')} tabs={tabs} />
      <View key={device.key} device={device} />
    </>
  );
}

function DeviceHead({ device }: { readonly device: Device }) {
  const { base } = useServices();
  const say = useTexts(deviceTexts);
  const { summary } = device;
  const what = [summary.model_label, summary.model].filter((each) => each !== undefined && each !== '');
  return (
    <>
      <p class="small">
        <a href={base.at('devices')}>{say('allDevices')}</a>
      </p>
      <div class="device-head">
        <DevicePicture device={summary} large />
        <PageHeader
          title={summary.name}
          actions={
            <>
              <DeviceStates device={device} />
              <DeviceTest device={device} />
              <TeamButton device={device} />
              {summary.config_restore_supported && <ReplaceButton device={device} />}
              <FavouriteButton device={device.key} />
            </>
          }
        >
          {what.join(' · ')}
        </PageHeader>
      </div>
      <ReplacedNote device={device} />
      <DeviceFigures device={device} />
    </>
  );
}

/** Availability and problems of a device, in words. */
function DeviceStates({ device }: { readonly device: Device }) {
  const { store, clock } = useServices();
  const say = useTexts(deviceTexts);
  const formats = useFormats();
  const facts = useComputed(() => {
    // Its flags are values of channel 0: each of them is listened to.
    const maintenance = device.channels.find(({ summary }) => summary.number === 0);
    for (const key of maintenance?.points ?? []) store.point(key).value;
    return factsOf(store.device(device.key).value ?? device, store.peekPoint);
  }).value;
  const { firmware, members_guessed, members = [], member_of = [], central = '' } = device.summary;
  const teamAlarm = useComputed(() => {
    // An alarm of a team changes the state of each member. The pulse comes at most once a second, while anything
    // changes.
    store.pulse.value;
    return [device.key, ...member_of.map((team) => deviceKeyOf(central, team))].some((key) => sensesSmoke(store, key));
  }).value;
  const missing = facts.available ? missingMembers(device) : [];
  const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name).join(', ');
  const teamNames = (list: readonly string[]) =>
    list.map((team) => store.peekDevice(deviceKeyOf(central, team))?.summary.name ?? team).join(', ');
  const since = facts.unreachableSince;
  return (
    <span class="row device-states">
      {facts.available ? (
        <Chip tone="good" icon={CircleCheck}>
          {say('reachable')}
        </Chip>
      ) : (
        <ProblemChip kind="device_unreachable" tone="bad" icon={CloudOff}>
          {since === undefined
            ? say('unreachable')
            : say('unreachableSince', { age: formats.duration(clock.value - since) })}
        </ProblemChip>
      )}
      {teamAlarm && (
        <ProblemChip kind="smoke" tone="bad" icon={TriangleAlert}>
          {say('smokeAlarm')}
        </ProblemChip>
      )}
      {members.length > 0 && !members_guessed && (
        <span class="small dim">{say('standsFor', { members: names(members) })}</span>
      )}
      {member_of.length > 0 && <span class="small dim">{say('memberOf', { teams: teamNames(member_of) })}</span>}
      {missing.length > 0 && (
        <span title={say('withoutHint')}>
          <ProblemChip kind="member_unreachable" tone="warn" icon={CloudOff}>
            {say(members_guessed ? 'perhapsWithout' : 'without', { members: missing.join(', ') })}
          </ProblemChip>
        </span>
      )}
      {facts.configPending && (
        <span title={say('configPendingHint')}>
          <ProblemChip kind="config_pending" tone="warn" icon={Hourglass}>
            {say('configPending')}
          </ProblemChip>
        </span>
      )}
      {facts.configPending && <RepairButton device={device} />}
      {facts.lowBattery && (
        <ProblemChip kind="low_battery" tone="warn" icon={TriangleAlert}>
          {say('lowBattery')}
        </ProblemChip>
      )}
      {facts.sabotage && (
        <ProblemChip kind="sabotage" tone="bad" icon={ShieldAlert}>
          {say('sabotage')}
        </ProblemChip>
      )}
      {facts.updatable && <Chip tone="accent">{say('updateAvailable', { version: firmware.Available ?? '' })}</Chip>}
    </span>
  );
}

function DeviceFigures({ device }: { readonly device: Device }) {
  const { store, clock } = useServices();
  const say = useTexts(deviceTexts);
  const formats = useFormats();
  const { summary, lastEventAt } = store.device(device.key).value ?? device;
  const names = (list: readonly string[] = []) => (list.length === 0 ? say('none') : list.join(', '));
  const rssi = [useMaintenance(device, 'RSSI_DEVICE'), useMaintenance(device, 'RSSI_PEER')].map(signalOf);
  return (
    <dl class="device-figures">
      <div>
        <dt>{say('address')}</dt>
        <dd>
          <code class="private">{summary.address}</code> <CopyButton text={summary.address} />
        </dd>
      </div>
      <div>
        <dt>
          {say('ccu')} · {say('interface')}
        </dt>
        <dd>
          <span class="private">{summary.central}</span> · {summary.interface}
        </dd>
      </div>
      <div>
        <dt>{say('rooms')}</dt>
        <dd class="private">{names(summary.rooms)}</dd>
      </div>
      <div>
        <dt>{say('functions')}</dt>
        <dd class="private">{names(summary.functions)}</dd>
      </div>
      {rssi.some((each) => each !== undefined) && (
        <div>
          <dt>{say('rssi')}</dt>
          <dd>{rssi.map((each) => (each === undefined ? '—' : `${formats.number(each)} dBm`)).join(' / ')}</dd>
        </div>
      )}
      <div>
        <dt>{say('firmware')}</dt>
        <dd>{summary.firmware.Current ?? '—'}</dd>
      </div>
      <div>
        <dt>{say('lastEvent')}</dt>
        <dd>
          {lastEventAt === undefined ? say('never') : formats.age(lastEventAt, Math.max(clock.value, lastEventAt))}
        </dd>
      </div>
    </dl>
  );
}

function useMaintenance(device: Device, parameter: string): Point | undefined {
  const { store } = useServices();
  const keys = device.channels.find(({ summary }) => summary.number === 0)?.points ?? [];
  const key = keys.find((each) => store.peekPoint(each)?.summary.parameter === parameter);
  return key === undefined ? undefined : store.point(key).value;
}

/** 0 and values above say that it was not measured. */
function signalOf(point: Point | undefined): number | undefined {
  const value = point?.summary.value;
  return typeof value === 'number' && value < 0 && value > -128 ? value : undefined;
}

function CopyButton({ text }: { readonly text: string }) {
  const { announce } = useServices();
  const say = useTexts(deviceTexts);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    announce(say('copied'));
  };
  return (
    <Button kind="quiet" label={say(copied ? 'copied' : 'copyAddress')} onClick={() => void copy()}>
      <Icon of={copied ? CircleCheck : Copy} />
    </Button>
  );
}

/** Parts of the page of a device, in their order; each has an address of its own. */
const PARTS = ['now', 'configure', 'links', 'schedule', 'history', 'events', 'raw'] as const;
type Part = (typeof PARTS)[number];

/** The part that the address names; `undefined` for none that there is. */
function partOf(text: string | undefined): Part | undefined {
  return text === undefined || text === '' ? 'now' : PARTS.find((part) => part === text);
}
