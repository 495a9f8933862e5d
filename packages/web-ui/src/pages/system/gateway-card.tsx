import type { CallAnswer } from '@ccu-gateway/client';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Card, Chip, Skeleton } from '../../ui/layout.tsx';
import { Fact } from '../../ui/value/fact.tsx';
import { processFigures } from './figures.js';
import { systemTexts } from './texts.js';

/** Version, uptime and resources of the gateway. */
export function GatewayCard({ info }: { readonly info: CallAnswer<'getInfo'> | undefined }) {
  const say = useTexts(systemTexts);
  const formats = useFormats();
  const { clock, store } = useServices();
  const metrics = useResource(
    async ({ gateway }) => processFigures(await (await gateway.request('getMetrics')).text()),
    { inputs: [Math.floor(clock.value / 30_000)] },
  );
  const figures = metrics.current.value.value ?? {};
  const megabytes = (bytes: number) => `${formats.number(bytes / 1e6, 0)}\u202fMB`;
  if (info === undefined) return <Skeleton height="12rem" />;
  const started = Date.parse(info.started_at);
  const { residentBytes, heapBytes, lagMs, processorSeconds } = figures;
  return (
    <Card title={say('gateway')}>
      <dl class="system-facts">
        <Fact label={say('version')}>ccu-gateway {info.version}</Fact>
        {info.commit !== '' && <Fact label={say('commit')}>{info.commit.slice(0, 12)}</Fact>}
        <Fact label={say('apiVersion')}>{info.api_version}</Fact>
        <Fact label={say('running')} hint={say('since', { time: formats.dateTime(started) })}>
          {formats.duration(Math.max(0, clock.value - started))}
        </Fact>
        {residentBytes !== undefined && (
          <Fact
            label={say('memory')}
            hint={heapBytes === undefined ? undefined : say('heap', { size: megabytes(heapBytes) })}
          >
            {megabytes(residentBytes)}
          </Fact>
        )}
        {processorSeconds !== undefined && (
          <Fact label={say('processor')}>{formats.duration(processorSeconds * 1000)}</Fact>
        )}
        {lagMs !== undefined && (
          <Fact label={say('lag')} hint={say('lagHint')}>
            {formats.number(lagMs, 0)}
            {'\u202fms'}
          </Fact>
        )}
        <Fact label={say('eventNumber')}>
          <code>{store.seq.value}</code>
        </Fact>
        {info.config_ui_url !== '' && (
          <Fact label={say('address')}>
            <span class="private">{info.config_ui_url}</span>
          </Fact>
        )}
      </dl>
      <h3>{say('capabilities')}</h3>
      <p class="row">
        {info.capabilities.map((each) => (
          <Chip key={each}>{each}</Chip>
        ))}
      </p>
    </Card>
  );
}
