import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type * as bridge from '../src/index.js';
import { startReceiver } from './receiver.js';
import { createWorld, SECRET } from './world.js';

/** The first program of a document, as one function of its imports. */
function programOf(file: string, exported: string) {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8');
  const program = /```js\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
  const body = program
    .replaceAll(/^import (\{.*\}) from '.*';$/gm, 'const $1 = imported;')
    .replaceAll(/^export /gm, '');
  return (imported: unknown) => new Function('imported', `${body}; return ${exported};`)(imported);
}

type ReadDelivery = (headers: object, text: string, secret: string) => unknown;
const readDelivery = programOf(
  '../../../docs/webhooks.md',
  'readDelivery',
)({
  createHmac,
  timingSafeEqual,
}) as ReadDelivery;

let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

it('the program of the README delivers', async () => {
  const world = createWorld();
  const given: Parameters<typeof bridge.openWebhook>[0][] = [];
  const openWebhook = async (options: Parameters<typeof bridge.openWebhook>[0]) => {
    given.push(options);
    return await world.open({ ...options.settings, allowNetworks: ['127.0.0.1/32'] });
  };
  const deliverTo = programOf('../README.md', 'deliverTo')({ openWebhook });
  const webhook: bridge.Webhook = await deliverTo(receiver.url, SECRET, { core: world });
  const seq = world.say('hub.home.inbox');
  await expect.poll(receiver.seqs).toEqual([seq]);
  expect(given).toMatchObject([{ core: world, settings: { allowNetworks: [] } }]);
  await webhook.close();
});

it('the receiver of docs/webhooks.md accepts a sent delivery, and none that was changed, is old or has another secret', async () => {
  const world = createWorld();
  const webhook = await world.open({ url: receiver.url }, { now: Date.now });
  await webhook.test();
  const [{ headers, text } = { headers: {}, text: '' }] = receiver.received;
  expect(readDelivery(headers, text, SECRET)).toMatchObject({ type: 'test' });
  expect(() => readDelivery(headers, `${text} `, SECRET)).toThrow('not signed');
  expect(() => readDelivery({ ...headers, 'webhook-id': 'other' }, text, SECRET)).toThrow('not signed');
  expect(() => readDelivery(headers, text, `whsec_${Buffer.alloc(32).toString('base64')}`)).toThrow('not signed');
  expect(() => readDelivery({}, text, SECRET)).toThrow();
  await webhook.close();

  const old = await world.open({ url: receiver.url }, { now: () => Date.now() - 301_000 });
  await old.test();
  const last = receiver.received.at(-1);
  expect(() => readDelivery(last?.headers ?? {}, last?.text ?? '', SECRET)).toThrow('five minutes');
  await old.close();
});
