import { Unplug } from 'lucide';
import { useEffect } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Empty, PageHeader } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { BrokerCard } from './broker-card.tsx';
import { DevicePreview } from './device-preview.tsx';
import { mqttTexts } from './texts.js';
import { TOLD_BY } from './told-by.js';
import './mqtt.css';

/** Counts grow without an event. */
const LOOK_EVERY_MS = 10_000;

/** MQTT brokers: their state, published values and errors, and a preview of one device. */
export function MqttPage() {
  const say = useTexts(mqttTexts);
  const { base, clock, session } = useServices();
  const status = useResource(async ({ gateway }) => (await gateway.call('getMqttStatus')).brokers, {
    refreshOn: TOLD_BY,
  });
  const turn = Math.floor(clock.value / LOOK_EVERY_MS);
  useEffect(() => {
    if (status.current.peek().value !== undefined) void status.reload();
  }, [turn]);
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          session.may('admin') && (
            <a class="button" href={base.at('settings?section=mqtt')}>
              {say('editBrokers')}
            </a>
          )
        }
      >
        {say('intro')}
      </PageHeader>
      <Loaded of={status} height="12rem" count={2}>
        {(brokers) =>
          brokers.length === 0 ? (
            <Empty title={say('none')} icon={Unplug}>
              <p>{say(session.may('admin') ? 'noneHint' : 'noneHintOthers')}</p>
              {session.may('admin') && <a href={base.at('settings?section=mqtt')}>{say('toSettings')}</a>}
            </Empty>
          ) : (
            <div class="stack mqtt">
              {brokers.map((broker) => (
                <BrokerCard key={broker.name} broker={broker} />
              ))}
              <DevicePreview brokers={brokers.map(({ name }) => name)} />
            </div>
          )
        }
      </Loaded>
    </>
  );
}
