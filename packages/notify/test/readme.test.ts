import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type NotifyOptions, openNotify } from '../src/index.js';
import { cause, untilTheEnd } from './world.js';

const make = untilTheEnd();

it('the program of the README sends a message', async () => {
  const text = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const program = /```js\n([\s\S]*?)```/.exec(text)?.[1]?.replaceAll(/^import .*$|^export /gm, '') ?? '';
  const world = make.world();
  const service = await make.service();
  const open = async (options: NotifyOptions) => {
    const [channel] = options.settings.channels;
    const here = world.channel(service.url, { ...channel, url: service.url, allowNetworks: ['127.0.0.1/32'] });
    return await openNotify({ ...options, settings: { channels: [here], rules: [] } });
  };
  const records = { load: async () => undefined, save: async () => undefined };
  const tell = new Function('openNotify', `${program}; return tell;`)(open);
  const { environment, events } = world;
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const notify = await tell('my-topic', {
    core: { events },
    records,
    present: () => [],
    valueOf: () => undefined,
    nameOf: String,
    pageOf: () => '',
    firmware: () => ({ devices: [], ended: [] }),
    log,
    environment,
  });
  world.change('raised', cause('A1'));
  await expect
    .poll(() => service.bodies())
    .toMatchObject([{ topic: 'my-topic', title: 'The battery of Device A1 is low' }]);
  await notify.close();
});
