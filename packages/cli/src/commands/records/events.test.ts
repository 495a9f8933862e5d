import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { cli, type Subscribe, startGateway, valueChanged } from '../../../test/fixture.js';

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

  it('prints those of the next gateway of a fleet when one does not answer', async () => {
    const dead = await startGateway(
      () => ({}),
      () => {},
    );
    await dead.close();
    gateway = await startGateway(
      () => ({}),
      (_, send) => send(valueChanged(101, 0.4, 0)),
    );
    const urls = `${dead.env.CCU_GATEWAY_URL},${gateway.env.CCU_GATEWAY_URL}`;
    const ran = await cli(['events', 'tail', '--json', '--count', '1', '--url', urls], { env: gateway.env });
    expect(JSON.parse(ran.out)).toEqual(valueChanged(101, 0.4, 0));
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

  it('resumes with --since and prints GAP when that is impossible', async () => {
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
    expect(ran.err).toMatch(/fix: ccu-gateway login .*export CCU_GATEWAY_TOKEN/);
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

  it('shows texts of devices without their control characters', async () => {
    gateway = await startGateway(
      () => ({}),
      (_, send) => send(valueChanged(101, 'a\u001b]0;x\u0007\u202e')),
    );
    const ran = await cli(['events', 'tail', '--count', '1'], { env: gateway.env });
    expect(ran.out).toContain('a\uFFFD]0;x\uFFFD\uFFFD\n');
  });

  it('prints and counts only events that match the condition', async () => {
    gateway = await startGateway(
      () => ({}),
      (_, send) => {
        send(valueChanged(101, 1));
        send({ ...valueChanged(102, 2), payload: { central: 'home', parameter: 'STATE', value: 2 } });
        send({ ...valueChanged(103, 3), payload: { central: 'cabin', parameter: 'STATE', value: 3 } });
        send({ ...valueChanged(104, 4), payload: { central: 'home', parameter: 'LOW_BAT', value: 4 } });
      },
    );
    const seqs = async (where: string, count: string) => {
      const argv = ['events', 'tail', '--where', where, '--fields', 'seq', '--count', count];
      return (await cli(argv, { env: gateway.env })).out.split('\n').filter(Boolean);
    };
    expect(await seqs('param in (STATE, LEVEL) and central=home', '2')).toEqual(['101', '102']);
    expect(await seqs("central != 'home'", '1')).toEqual(['103']);
    expect(await seqs('type=datapoint.value_changed and payload.value=4', '1')).toEqual(['104']);
    for (const where of ['', 'STATE', 'a in ()', 'a = ', 'a == b and', 'a in (b']) {
      expect((await cli(['events', 'tail', '--where', where], { env: gateway.env })).code).toBe(2);
    }
  });

  it('continues with --since last after the end of the previous call', async () => {
    const asked: Subscribe[] = [];
    gateway = await startGateway(
      () => ({}),
      (subscribe, send) => {
        asked.push(subscribe);
        const from = subscribe.since ?? 100;
        if (subscribe.since !== undefined) send({ op: 'replay_done', seq: from });
        for (const seq of [from + 1, from + 2]) send(valueChanged(seq, seq));
      },
    );
    const home = mkdtempSync(join(tmpdir(), 'tail-'));
    try {
      const env = { ...gateway.env, HOME: home };
      for (let call = 0; call < 2; call += 1) {
        const ran = await cli(['events', 'tail', 'devices/#', '--since', 'last', '--count', '2'], { env });
        if (call === 1) expect(ran.err).toContain('resuming after 102\n');
      }
      await cli(['events', 'tail', 'hub/#', '--since', 'last', '--count', '1'], { env });
      expect(asked.map(({ since }) => since)).toEqual([undefined, 102, undefined]);
      const nowhere = await cli(['events', 'tail', '--since', 'last'], { env: gateway.env });
      expect(nowhere.err).toMatch(/no directory to keep the last number in/);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });

  it('ends with 1 at a gap with --exit-on-gap, and with 0 after the time of --for', async () => {
    gateway = await startGateway(
      () => ({}),
      (subscribe, send) => {
        if (subscribe.since !== undefined) send({ op: 'replay_lost', oldest_seq: 50, seq: 100, reason: 'evicted' });
      },
    );
    const gap = await cli(['events', 'tail', '--since', '7', '--exit-on-gap'], { env: gateway.env });
    expect(gap).toMatchObject({ code: 1, out: 'GAP  events up to 100 are missing (evicted)\n' });
    expect((await cli(['events', 'tail', '--for', '1s'], { env: gateway.env })).code).toBe(0);
    for (const time of ['0s', '5', '25d', 'soon']) {
      expect((await cli(['events', 'tail', '--for', time], { env: gateway.env })).code).toBe(2);
    }
  });
});
