import type { MqttDevicePreview } from '@ccu-gateway/contract/types';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { useResource } from '../../context/use-resource.js';
import type { Device } from '../../store/points.js';
import { CodeBlock } from '../../ui/form/code-block.tsx';
import { Card, Empty, Skeleton } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { type Column, Table } from '../../ui/table/table.tsx';
import { type Entity, platformName, type Topic, topicsBelow } from './mqtt-data.js';
import { mqttTexts } from './texts.js';
import { TOLD_BY } from './told-by.js';

/** Messages to one broker about one device; both are chosen here and stored in the address. */
export function DevicePreview({ brokers }: { readonly brokers: readonly string[] }) {
  const say = useTexts(mqttTexts);
  const formats = useFormats();
  const { store } = useServices();
  const { query, setQuery } = useHere();
  const devices = store.devices.value
    .flatMap((key) => store.device(key).value ?? [])
    .sort((a, b) => formats.compare(nameOf(a), nameOf(b)));
  const broker = brokers.find((name) => name === query.broker) ?? brokers[0] ?? '';
  const device = devices.find(({ key }) => key === query.device);
  return (
    <Card title={say('preview')} class="mqtt-preview">
      <div class="stack">
        <p class="dim small">{say('previewHint')}</p>
        <div class="row">
          {brokers.length > 1 && (
            <label class="row small">
              {say('broker')}
              <select
                class="input"
                value={broker}
                onChange={({ currentTarget }) => setQuery({ broker: currentTarget.value })}
              >
                {brokers.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            </label>
          )}
          <label class="row small">
            {say('device')}
            <select
              class="input mqtt-device"
              value={device?.key ?? ''}
              onChange={({ currentTarget }) => setQuery({ device: currentTarget.value })}
            >
              <option value="">{say('choose')}</option>
              {devices.map((each) => (
                <option key={each.key} value={each.key}>
                  {nameOf(each)}
                </option>
              ))}
            </select>
          </label>
        </div>
        {device !== undefined && <Said broker={broker} device={device} />}
        {device === undefined && query.device !== undefined && !store.loaded.value && <Skeleton height="6rem" />}
      </div>
    </Card>
  );
}

const nameOf = ({ summary }: Device): string => summary.name || summary.address;

function Said({ broker, device }: { readonly broker: string; readonly device: Device }) {
  const { address, central = '' } = device.summary;
  const preview = useResource(
    ({ gateway }) => gateway.call('previewMqttDevice', { path: { name: broker, addr: address }, query: { central } }),
    { inputs: [broker, device.key], refreshOn: TOLD_BY },
  );
  return (
    <Loaded of={preview} height="6rem" count={2}>
      {({ topics, discovery }) => (
        <>
          <HomeAssistant discovery={discovery} />
          <Topics topics={topics} />
        </>
      )}
    </Loaded>
  );
}

function HomeAssistant({ discovery }: Pick<MqttDevicePreview, 'discovery'>) {
  const say = useTexts(mqttTexts);
  const formats = useFormats();
  const { query, setQuery } = useHere();
  const columns: readonly Column<Entity>[] = [
    {
      id: 'entity',
      title: say('entity'),
      width: 'minmax(10rem, 2fr)',
      isTitle: true,
      compare: (a, b) => formats.compare(a.name ?? '', b.name ?? ''),
      cell: ({ name }) => (name === null ? <em>{say('deviceItself')}</em> : <span class="private">{name}</span>),
    },
    {
      id: 'platform',
      title: say('platform'),
      width: 'minmax(8rem, 1fr)',
      compare: (a, b) => formats.compare(a.platform, b.platform),
      cell: ({ platform }) => platformName(platform),
    },
    { id: 'key', title: say('key'), width: 'minmax(8rem, 1fr)', cell: ({ key }) => <code class="small">{key}</code> },
  ];
  return (
    <section class="stack">
      <h3>{say('homeAssistant')}</h3>
      {discovery === undefined ? (
        <Empty title={say('noEntities')}>
          <p>{say('noEntitiesHint')}</p>
        </Empty>
      ) : (
        <>
          <p class="small">{say(discovery.enabled ? 'isTold' : 'wouldBeTold', { n: discovery.entities.length })}</p>
          <Table
            label={say('homeAssistant')}
            rows={discovery.entities}
            columns={columns}
            rowKey={({ key }) => key}
            sort={query.entities ?? 'entity'}
            onSort={(next) => setQuery({ entities: next === 'entity' ? '' : next })}
          />
          <details>
            <summary>{say('message')}</summary>
            <CodeBlock
              title={discovery.topic}
              text={JSON.stringify(discovery.payload, null, 2)}
              copyLabel={say('copyMessage')}
              secret
            />
          </details>
        </>
      )}
    </section>
  );
}

function Topics({ topics }: Pick<MqttDevicePreview, 'topics'>) {
  const say = useTexts(mqttTexts);
  const formats = useFormats();
  const { query, setQuery } = useHere();
  const { start, rows } = topicsBelow(topics);
  const columns: readonly Column<Topic>[] = [
    {
      id: 'topic',
      title: say('topic'),
      width: 'minmax(12rem, 1fr)',
      isTitle: true,
      compare: (a, b) => formats.compare(a.rest, b.rest),
      cell: ({ rest }) => <code class="small private">{rest}</code>,
    },
    {
      id: 'payload',
      title: say('payload'),
      width: 'minmax(14rem, 2fr)',
      cell: ({ payload }) => <code class="small private mqtt-payload">{payload}</code>,
    },
  ];
  return (
    <section class="stack">
      <h3>{say('keeps')}</h3>
      {rows.length === 0 ? (
        <Empty title={say('noTopics')}>
          <p>{say('noTopicsHint')}</p>
        </Empty>
      ) : (
        <>
          <p class="small dim">
            {say('keepsHint')} {start !== '' && say('allBelow')} <code class="private">{start}</code>
          </p>
          <Table
            label={say('keeps')}
            rows={rows}
            columns={columns}
            rowKey={({ rest }) => rest}
            sort={query.topics ?? 'topic'}
            onSort={(next) => setQuery({ topics: next === 'topic' ? '' : next })}
          />
        </>
      )}
    </section>
  );
}
