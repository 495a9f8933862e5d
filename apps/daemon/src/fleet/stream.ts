import type { EventInput, SharedEventStream } from '@ccu-gateway/event-stream';
import type { Finding } from '@ccu-gateway/gateway-core/parts';
import type { Log } from '../log/log.js';
import type { OpenStream } from '../site/model/catalogued-stream.js';
import type { FleetBase } from './open-fleet.js';

/**
 * The events of a fleet as the stream of this gateway: the holder of a CCU publishes its events, and each gateway all
 * other events that happened there.
 */
export function streamOfFleet(
  { stream, feed, instance, own, onDouble }: Pick<FleetBase, 'stream' | 'feed' | 'instance' | 'own' | 'onDouble'>,
  log: Log,
): OpenStream {
  let isDouble = false;
  onDouble(() => {
    isDouble = true;
    log.error('another gateway of the fleet has the same name', { event: 'fleet.source_lost', instance });
  });
  const publish = (event: EventInput) => {
    const central = centralOf(event);
    if (central === undefined) own.publish(event);
    else feed.publish(central, event);
  };
  return {
    // With its figures as they are at each moment.
    stream: Object.create(stream, { publish: { value: publish } }) as OpenStream['stream'],
    finding: () => findingOf(stream, isDouble, instance),
    ended: stream.ended.then(() => 'the event log of the fleet was made anew'),
  };
}

function centralOf({ payload }: EventInput): string | undefined {
  const central: unknown = Reflect.get(payload, 'central');
  return typeof central === 'string' && central !== '' ? central : undefined;
}

function findingOf({ health }: Pick<SharedEventStream, 'health'>, isDouble: boolean, instance: string): Finding {
  const meanwhile = 'new events wait, and clients get an outage';
  if (health.state === 'refused') {
    const note = `the event log of the fleet must not be used (${health.reason}): ${health.remedy}; ${meanwhile}`;
    return { status: 'degraded', note };
  }
  if (health.state === 'outage') {
    const note = `the event log of the fleet does not answer (${health.reason}): ${meanwhile}`;
    return { status: 'degraded', note };
  }
  if (!isDouble) return { status: 'healthy' };
  const note = `another gateway of the fleet is named ${instance}: give each its own callback.instance_name, and restart this one`;
  return { status: 'degraded', note };
}
