import { RadioTower } from 'lucide';
import { useMemo } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { useResource } from '../../context/use-resource.js';
import { type GraphLine, GraphPicture } from '../../graph/graph-picture.tsx';
import { PictureFirst } from '../../graph/picture-first.tsx';
import { roomNodesOf } from '../../graph/room-nodes.js';
import { type GraphNode, halvesOf } from '../../graph/sides.js';
import { devicePath } from '../../net/device-path.js';
import { RECEIVER_INTERFACES } from '../../radio/interfaces.js';
import { Empty, PageHeader, Skeleton } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { qualityOf } from '../radio/traffic.js';
import { type Reach, reachesOf, weakestOf } from './reach.js';
import { ReachTable } from './reach-table.tsx';
import { radioMapTexts } from './texts.js';

/** Devices and radio modules, with the quality of the signal between them. */
export function RadioMapPage() {
  const { store, base } = useServices();
  const say = useTexts(radioMapTexts);
  const { query, setQuery } = useHere();
  const centrals = store.interfaces.value
    .filter(({ interface: name }) => RECEIVER_INTERFACES.has(name))
    .map(({ central_id }) => central_id ?? '');
  const matrices = useResource(
    ({ gateway }) => Promise.all(centrals.map((central) => gateway.call('getRssiMatrix', { query: { central } }))),
    { inputs: [centrals.join('\n'), store.devices.value.length] },
  );
  const { value = [], error } = matrices.current.value;
  const pulse = store.pulse.value;
  const reaches = useMemo(() => reachesOf(store, value), [pulse, store.devices.value, store.interfaces.value, value]);
  const interfaces = new Map(reaches.map(({ device: { summary } }) => [summary.interface_id, summary]));
  const shown = reaches.filter(
    ({ device }) => query.interface === undefined || device.summary.interface_id === query.interface,
  );
  if (!store.loaded.value) {
    return (
      <>
        <PageHeader title={say('title')} />
        <Skeleton height="20rem" />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <a class="button" href={base.at('radio')}>
            {say('back')}
          </a>
        }
      >
        {say('about')}
      </PageHeader>
      <div class="stack">
        {error !== undefined && <Notice tone="warn">{say('unread')}</Notice>}
        <label class="row small">
          {say('interface')}
          <select
            class="input"
            value={query.interface ?? ''}
            onChange={({ currentTarget }) => setQuery({ interface: currentTarget.value })}
          >
            <option value="">{say('all')}</option>
            {[...interfaces].map(([id, summary]) => (
              <option key={id} value={id}>
                {`${summary.central ?? ''} ${summary.interface}`.trim()}
              </option>
            ))}
          </select>
        </label>
        {shown.length === 0 ? (
          <Empty title={say('none')} icon={RadioTower}>
            <p>{say('noneHint')}</p>
          </Empty>
        ) : (
          <PictureFirst
            summary={say('picture')}
            picture={<RadioPicture reaches={shown} />}
            table={<ReachTable reaches={shown} />}
          />
        )}
      </div>
    </>
  );
}

const QUALITIES = ['strong', 'fair', 'weak'] as const;

function RadioPicture({ reaches }: { readonly reaches: readonly Reach[] }) {
  const { base } = useServices();
  const say = useTexts(radioMapTexts);
  const formats = useFormats();
  const devices = new Map(reaches.map(({ device }) => [device.key, device]));
  const nodes = roomNodesOf([...devices.values()], say('noRoom'), formats.compare);
  const { left, right } = halvesOf(nodes);
  const isLeft = new Set(left.map(({ id }) => id));
  const middle: readonly GraphNode[] = [...new Map(reaches.map(({ hub, hubName }) => [hub, hubName]))].map(
    ([id, label]) => ({ id, label, group: '' }),
  );
  const lines = reaches.map((reach): GraphLine => {
    const { id, device, hub, hubName, isCurrent } = reach;
    const dbm = weakestOf(reach);
    const quality = qualityOf(dbm);
    return {
      id,
      from: { side: isLeft.has(device.key) ? 'left' : 'right', id: device.key },
      to: { side: 'middle', id: hub },
      look: isCurrent ? quality : `${quality} beside`,
      label: say('line', { device: device.summary.name, hub: hubName, dbm, quality: say(quality) }),
    };
  });
  const pageOf = (id: string) => {
    const device = devices.get(id);
    return device === undefined ? undefined : base.at(devicePath(device.summary));
  };
  return (
    <div class="stack">
      <GraphPicture label={say('title')} nodes={{ left, middle, right }} lines={lines} pageOf={pageOf} />
      <ul class="graph-key small">
        {QUALITIES.map((quality) => (
          <li key={quality}>
            <svg viewBox="0 0 40 12" aria-hidden="true">
              <path class={`graph-line ${quality}`} d="M0 6H40" />
            </svg>
            {say(quality)}
          </li>
        ))}
      </ul>
    </div>
  );
}
