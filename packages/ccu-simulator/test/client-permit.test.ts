import { CcuError, examineCcu } from '@ccu-gateway/ccu-client';
import { describe, expect, it } from 'vitest';
import { startSimulator } from '../src/index.js';
import { type ClientWorld, startClientWorld } from './client-world.js';

const interfaces = ['BidCos-RF', 'CUxD'] as const;
const DIMMER = 'SIM0000002:1';

/** A client of which another process may have taken over. */
async function start(options: { readonly permitted: boolean }) {
  const permission = { given: options.permitted };
  const world = await startClientWorld({
    interfaces,
    client: {
      permit() {
        if (!permission.given) throw new Error('another process has taken over');
      },
    },
  });
  const { calls, jsonCalls } = world.simulator.received;
  return { world, permission, received: () => calls.length + jsonCalls.length };
}

const refusedEverywhere = (world: ClientWorld) =>
  world.until(() => world.ccu.status().every(({ cause }) => cause === 'not_permitted'));

const refused = { code: 'not_permitted', message: 'another process has taken over' };

describe('a client that may send nothing', () => {
  it('registers nowhere, and does as soon as it may', async () => {
    const { world, permission, received } = await start({ permitted: false });
    await using _ = world;
    await refusedEverywhere(world);
    await expect(world.ccu.hub.names()).rejects.toMatchObject(refused);
    expect(received()).toBe(0);
    permission.given = true;
    for (const name of interfaces) world.ccu.reconnect(name);
    await world.connected();
    await world.agrees();
    // No refusal is remembered as one of the CCU.
    expect(world.ccu.hubStatus().session).toBe('open');
  });

  it('sends nothing more on any wire once it may not, and fails without having changed a thing', async () => {
    const { world, permission, received } = await start({ permitted: true });
    await using _ = world;
    await world.connected();
    await world.agrees();
    const { ccu } = world;
    permission.given = false;
    // Earlier requests have arrived when the next turn of each interface was refused.
    await refusedEverywhere(world);
    const before = received();
    const attempts: Readonly<Record<string, () => Promise<unknown>>> = {
      'XML-RPC': () => ccu.getParamset('BidCos-RF', DIMMER, 'MASTER'),
      'BIN-RPC': () => ccu.getParamset('CUxD', 'CUX2801001:1', 'VALUES'),
      script: () => ccu.hub.names(),
      login: () => ccu.verifyLogin('Guest', 'guest'),
      download: () => ccu.hub.createBackup(),
    };
    for (const [name, attempt] of Object.entries(attempts)) {
      const outcome = await attempt().then(
        (value) => value,
        (error: unknown) => error,
      );
      expect({ name, code: outcome instanceof CcuError ? outcome.code : outcome }).toEqual({
        name,
        code: 'not_permitted',
      });
    }
    expect(await ccu.loopTest('BidCos-RF')).toMatchObject({ ok: false });
    expect(received()).toBe(before);
    expect(interfaces.map((name) => ccu.circuit(name))).toEqual(['closed', 'closed']);
    permission.given = true;
    for (const attempt of Object.values(attempts)) await attempt();
  });

  it('rejects a write, once, and does not repeat it later', async () => {
    const { world, permission } = await start({ permitted: true });
    await using _ = world;
    await world.connected();
    await world.agrees();
    const { ccu, simulator } = world;
    const before = simulator.received.calls.length;
    const writes = () => simulator.received.calls.slice(before).filter(({ method }) => method === 'setValue').length;
    const write = () =>
      ccu.write({ interfaceName: 'BidCos-RF', channelAddress: DIMMER, paramsetKey: 'VALUES', values: { LEVEL: 0.4 } });
    permission.given = false;
    await expect(write()).rejects.toMatchObject(refused);
    permission.given = true;
    expect(await write()).toBe('sent');
    expect(writes()).toBe(1);
    expect(ccu.circuit('BidCos-RF')).toBe('closed');
  });
});

describe('an examination of a CCU', () => {
  it('ends where it may send nothing more, and sends nothing', async () => {
    const simulator = await startSimulator({ users: [{ name: 'Admin', password: 'secret', level: 8 }] });
    await using _ = { [Symbol.asyncDispose]: () => simulator.close() };
    const permission = { given: true };
    const look = (onStep: (step: string) => void) =>
      examineCcu({
        host: '127.0.0.1',
        interfaces: interfaces.map((name) => ({ name, port: simulator.ports[name]! })),
        ...{ username: 'Admin', password: 'secret', patienceMs: 1_000, onStep },
        ...{ jsonRpcPort: simulator.ports.jsonRpc, regaPort: simulator.ports.rega },
        permit() {
          if (!permission.given) throw new Error('another process has taken over');
        },
      });
    const received = () => simulator.received.calls.length + simulator.received.jsonCalls.length;
    const steps: string[] = [];
    const whole = await look((step) => void steps.push(step));
    expect(whole.interfaces.map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
    for (const end of steps.filter((step) => step !== 'dns')) {
      permission.given = true;
      let before: number | undefined;
      const ended = look((step) => {
        if (step !== end) return;
        permission.given = false;
        before = received();
      });
      await expect(ended).rejects.toMatchObject(refused);
      expect({ end, more: received() - (before ?? 0) }).toEqual({ end, more: 0 });
    }
  });
});
