import { afterEach, describe, expect, it } from 'vitest';
import { cli, type Subscribe, startGateway, valueChanged } from '../../test/fixture.js';

type Gateway = Awaited<ReturnType<typeof startGateway>>;

describe('events tail', () => {
  let gateway: Gateway;
  afterEach(() => gateway.close());

  it('prints the events of its topics and stops after --count', async () => {
    const asked: Subscribe[] = [];
    gateway = await startGateway(
      () => ({}),
      (subscribe, send) => {
        asked.push(subscribe);
        send(valueChanged(101, 0.4, 0));
        send({
          ...valueChanged(102, 1),
          type: 'device.trigger',
          topic: 'device.X.trigger',
          payload: { central: 'home' },
        });
        send(valueChanged(103, 0.5));
      },
    );
    const ran = await cli(['events', 'tail', 'devices/#', 'hub/#', '--count', '2'], { env: gateway.env });
    expect(ran).toMatchObject({ code: 0, err: '' });
    expect(asked[0]?.topics).toEqual(['devices/#', 'hub/#']);
    expect(ran.out).toBe(
      '2026-11-21T08:00:00.000000000Z  101  home  ABC0001:4  LEVEL  0 → 0.4\n' +
        '2026-11-21T08:00:00.000000000Z  102  home  device.trigger  device.X.trigger  {"central":"home"}\n',
    );
  });

  it('prints frames unchanged as JSON lines', async () => {
    gateway = await startGateway(
      () => ({}),
      (_, send) => send(valueChanged(101, 0.4, 0)),
    );
    const ran = await cli(['events', 'tail', '--json', '--count', '1'], { env: gateway.env });
    expect(JSON.parse(ran.out)).toEqual(valueChanged(101, 0.4, 0));
  });

  it('prints the fields that were asked for, one event a line', async () => {
    gateway = await startGateway(
      () => ({}),
      (_, send) => send(valueChanged(101, 0.4, 0)),
    );
    const argv = ['events', 'tail', '--fields', 'seq,payload.parameter,payload.value', '--count', '1'];
    expect((await cli(argv, { env: gateway.env })).out).toBe('101\tLEVEL\t0.4\n');
    expect(JSON.parse((await cli([...argv, '--json'], { env: gateway.env })).out)).toEqual({
      seq: 101,
      'payload.parameter': 'LEVEL',
      'payload.value': 0.4,
    });
  });

  it('resumes with --since and says GAP when that is impossible', async () => {
    const asked: Subscribe[] = [];
    gateway = await startGateway(
      () => ({}),
      (subscribe, send) => {
        asked.push(subscribe);
        send({ op: 'replay_lost', oldest_seq: 50, seq: 100, reason: 'evicted' });
        send(valueChanged(101, 1));
      },
    );
    const ran = await cli(['events', 'tail', '--since', '7', '--count', '1'], { env: gateway.env });
    expect(asked[0]?.since).toBe(7);
    expect(ran.out.split('\n')).toEqual([
      'GAP  events up to 100 are missing (evicted)',
      expect.stringContaining('101'),
      '',
    ]);
    const asJson = await cli(['events', 'tail', '--since', '0', '--count', '1', '--json'], { env: gateway.env });
    expect(asked[1]?.since).toBe(0);
    expect(JSON.parse(asJson.out.split('\n')[0] ?? '')).toEqual({ op: 'gap', reason: 'evicted', seq: 100 });
  });

  it('comes back after a lost connection from where it was', async () => {
    const asked: Subscribe[] = [];
    gateway = await startGateway(
      () => ({}),
      (subscribe, send, socket) => {
        asked.push(subscribe);
        if (subscribe.since === undefined) {
          send(valueChanged(101, 1));
          socket.close(1001);
        } else {
          send({ op: 'replay_done', seq: 102 });
          send(valueChanged(102, 2));
        }
      },
    );
    const ran = await cli(['events', 'tail', '--count', '2'], { env: gateway.env });
    expect(ran.code).toBe(0);
    expect(asked[1]?.since).toBe(101);
    expect(ran.out.match(/ 10\d /g)).toEqual([' 101 ', ' 102 ']);
    expect(ran.err).toMatch(/connection lost/);
  });

  it('answers exit 4 when the token is refused, at once or later', async () => {
    gateway = await startGateway(
      () => ({ status: 401 }),
      () => undefined,
      () => 401,
    );
    const refused = await cli(['events', 'tail', '--json'], { env: gateway.env });
    expect(refused.code).toBe(4);
    expect(refused.json().error.code).toBe('token_refused');
    await gateway.close();
    gateway = await startGateway(
      () => ({}),
      (_, send, socket) => {
        send(valueChanged(101, 1));
        socket.close(4401);
      },
    );
    const revoked = await cli(['events', 'tail'], { env: gateway.env });
    expect(revoked.code).toBe(4);
    expect(revoked.out).toContain(' 101 ');
  });

  it('answers exit 5 when nothing listens there, and 4 without a token', async () => {
    gateway = await startGateway(
      () => ({}),
      () => undefined,
    );
    await gateway.close();
    expect((await cli(['events', 'tail'], { env: gateway.env })).code).toBe(5);
    const ran = await cli(['events', 'tail'], { env: { CCU_GATEWAY_URL: gateway.url } });
    expect(ran.code).toBe(4);
    expect(ran.err).toMatch(/fix: export CCU_GATEWAY_TOKEN/);
  });

  it('ends with 130 on Ctrl-C, and with 0 when a number of events was asked for', async () => {
    gateway = await startGateway(
      () => ({}),
      (_, send) => send(valueChanged(101, 1)),
    );
    for (const [argv, code] of [
      [['events', 'tail'], 130],
      [['events', 'tail', '--count', '9'], 0],
    ] as const) {
      const interrupted = new AbortController();
      const ran = await cli(argv, { env: gateway.env, signal: interrupted.signal, onOut: () => interrupted.abort() });
      expect(ran.code).toBe(code);
    }
  });

  it.each(['-1', '1.5', 'x', '99999999999999999'])('refuses --since=%s', async (since) => {
    gateway = await startGateway(
      () => ({}),
      () => undefined,
    );
    expect((await cli(['events', 'tail', `--since=${since}`], { env: gateway.env })).code).toBe(2);
  });

  it('shows what devices say without their control characters', async () => {
    gateway = await startGateway(
      () => ({}),
      (_, send) => send(valueChanged(101, 'a\u001b]0;x\u0007\u202e')),
    );
    const ran = await cli(['events', 'tail', '--count', '1'], { env: gateway.env });
    expect(ran.out).toContain('a\uFFFD]0;x\uFFFD\uFFFD\n');
  });
});
