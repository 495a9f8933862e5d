import { lookAtCcu } from '@ccu-gateway/ccu-client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Simulator, startSimulator } from '../src/index.js';

const USER = { name: 'Admin', password: 'secret', level: 8 } as const;

function look({ host, ports }: Simulator, password: string = USER.password) {
  return lookAtCcu({
    host,
    interfaces: [{ name: 'HmIP-RF', port: ports['HmIP-RF'] }],
    username: USER.name,
    password,
    jsonRpcPort: ports.jsonRpc,
    regaPort: 0,
  });
}

describe('reading a CCU without connecting to it', () => {
  it('reads its identity and its interfaces, registers nowhere and leaves no session behind', async () => {
    const simulator = await startSimulator({ users: [USER] });
    onTestFinished(() => simulator.close());
    const { session, info } = await look(simulator);
    expect(session).toBe('open');
    expect(info).toMatchObject({ version: expect.any(String), serial: expect.any(String) });
    expect(info?.interfaces.map(({ type }) => type)).toContain('HmIP-RF');
    const methods = simulator.received.jsonCalls.map(({ method }) => method);
    expect(methods.filter((method) => method === 'Session.login')).toHaveLength(1);
    expect(methods.at(-1)).toBe('Session.logout');
  });

  it('distinguishes a wrong password from an unreachable CCU', async () => {
    const simulator = await startSimulator({ users: [USER] });
    expect(await look(simulator, 'wrong')).toMatchObject({ session: 'login_refused' });
    await simulator.close();
    expect(await look(simulator)).toEqual({ session: 'unreachable' });
  });

  it('distinguishes a full table of sessions from a wrong password where an interface asks for the login, too', async () => {
    const simulator = await startSimulator({ users: [USER], authRequired: true });
    onTestFinished(() => simulator.close());
    simulator.faults.exhaustSessions(true);
    expect(await look(simulator)).toMatchObject({ session: 'too_many_sessions' });
  });
});
