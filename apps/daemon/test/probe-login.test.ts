import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CCU_USER, startWorld, type World } from './world.js';

const GUESS = 'a-guess-of-the-probe-4711';

describe('the sign-in of a probe', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ only: ['00F1C0DE000001'] });
  });
  afterAll(() => world.close());

  /** Answer, and the calls of sessions that it caused. */
  async function probe(password: string, as: 'admin' | 'operator' = 'admin') {
    const before = world.simulator.received.jsonCalls.length;
    const body = {
      name: 'probe',
      host: world.simulator.host,
      enabled: true,
      interfaces: [{ name: 'HmIP-RF', port: world.simulator.ports['HmIP-RF'] }],
      json_rpc_port: world.simulator.ports.jsonRpc,
      username: CCU_USER.name,
      password_plain: password,
    };
    const answer = await world.call('POST', '/api/v1/centrals/probe', { body, as });
    const calls = world.simulator.received.jsonCalls.slice(before).map(({ method }) => method);
    return { answer, logins: calls.filter((method) => method === 'Session.login'), calls };
  }

  it('happens once with the input of an administrator, ends, and keeps none of it [I16]', async () => {
    const refused = await probe(GUESS);
    expect([refused.answer.status, refused.answer.json.login]).toEqual([200, 'refused']);
    expect(refused.logins).toHaveLength(1);
    const accepted = await probe(CCU_USER.password);
    expect([accepted.answer.status, accepted.answer.json.login]).toEqual([200, 'accepted']);
    expect(accepted.logins).toHaveLength(1);
    expect(accepted.calls.filter((method) => method === 'Session.logout')).toHaveLength(1);
    const audit = await world.call('GET', '/api/v1/audit');
    const seen = [refused.answer.text, accepted.answer.text, audit.text, world.logged()].join('\n');
    expect(seen).not.toContain(GUESS);
    expect(seen).not.toContain(CCU_USER.password);
    const { json: centrals } = await world.call('GET', '/api/v1/centrals');
    expect(centrals.map(({ name }: { readonly name: string }) => name)).toEqual(['home']);
  });

  it('is not for an operator: nothing reaches a CCU', async () => {
    const { answer, logins } = await probe(GUESS, 'operator');
    expect([answer.status, logins]).toEqual([403, []]);
  });
});
