import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { cli, dataDir, startGateway, valueChanged } from './fixture.js';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
const [first, second] = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) =>
  [...block.matchAll(/^npx @ccu-gateway\/cli (.*)$/gm)].map(([, line = '']) =>
    [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''),
  ),
);

describe('the README', () => {
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0)) await cleanup();
  });

  it('shows commands on the database that work', async () => {
    const { dir, remove } = await dataDir();
    cleanups.push(remove);
    const env = { CCU_GATEWAY_DATA_DIR: dir, CCU_GATEWAY_PASSWORD: 'correct horse' };
    const outs: string[] = [];
    for (const argv of first ?? []) {
      const ran = await cli(argv, { env });
      expect([argv, ran.code]).toEqual([argv, 0]);
      outs.push(ran.out);
    }
    expect(outs).toEqual([
      'created anna (admin)\n',
      expect.stringMatching(/^[A-Za-z0-9_-]{43}\n$/),
      expect.stringContaining('"subject":"home-assistant"'),
      expect.stringMatching(/^setup is closed:\n {2}local users exist/),
    ]);
  });

  it('shows commands on a gateway that work', async () => {
    let send: (frame: object) => void = () => undefined;
    const gateway = await startGateway(
      ({ method, path }) => {
        if (method === 'PUT') send(valueChanged(101, 0.4, 0));
        if (path.endsWith('/rooms')) return { body: [{ name: 'Bad' }] };
        return { body: path.endsWith('/devices') ? { items: [] } : { type: 'FLOAT', max: 1, value: 0 } };
      },
      (subscribe, reply) => {
        send = reply;
        if (subscribe.since !== undefined) reply(valueChanged(48_212, 1));
      },
    );
    cleanups.push(gateway.close);
    const outs: string[] = [];
    for (const argv of second ?? []) {
      const ran = await cli(argv, { env: gateway.env });
      expect([argv, ran.code]).toEqual([argv, 0]);
      outs.push(ran.out);
    }
    expect(outs).toEqual([
      '',
      expect.stringContaining('confirmed by the CCU as 0.4'),
      expect.stringContaining('48212'),
    ]);
  });
});
