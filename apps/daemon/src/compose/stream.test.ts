import { expect, it } from 'vitest';
import type { CataloguedStream } from '../site/model/catalogued-stream.js';

/** Never called: the compiler is the test. */
function publish(stream: CataloguedStream) {
  stream.publish({
    topic: 'a',
    type: 'device.removed',
    payload: { central: 'home', interface_id: 'i', device_address: 'A' },
  });
  // @ts-expect-error -- the catalogue has no such event: add it in packages/contract/src/schemas/records/events.ts
  stream.publish({ topic: 'a', type: 'device.vanished', payload: { central: 'home' } });
  // @ts-expect-error -- the payload is that of another event
  stream.publish({ topic: 'a', type: 'device.removed', payload: { central: 'home', count: 1 } });
}

it('takes only events of the catalogue', () => {
  expect(publish).toBeTypeOf('function');
});
