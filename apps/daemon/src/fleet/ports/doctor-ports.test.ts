import { createMemoryWire, openCalls } from '@ccu-gateway/fleet';
import { GatewayError } from '@ccu-gateway/gateway-core';
import { silentGateway } from '@ccu-gateway/gateway-core/testing';
import type { Doctor, DoctorFacts } from '@ccu-gateway/gateway-core/use-cases';
import { describe, expect, it } from 'vitest';
import { answerDoctor, remoteDoctor } from './doctor-ports.js';
import { describeFailure } from './errors.js';

/** Report of a gateway about these CCUs; the node names it. */
const factsOf = (node: string, ...centrals: readonly string[]) =>
  // Only the names of the checked CCUs matter here.
  ({ node, centrals: centrals.map((name) => ({ name })) }) as unknown as DoctorFacts;

/** `link` is connected with `home`, `next` with `cabin`; `serve` asks them. */
function fleetOf(behave: (gateway: string, signal: AbortSignal) => Promise<void> = async () => {}, isKnown = true) {
  const wire = createMemoryWire();
  const doctorOf = (gateway: string, ...connected: readonly string[]): Doctor => ({
    async examine({ central, signal }) {
      await behave(gateway, signal);
      return factsOf(gateway, ...connected.filter((name) => central === undefined || name === central));
    },
  });
  for (const [id, central] of [
    ['link', 'home'],
    ['next', 'cabin'],
  ] as const) {
    const handlers = answerDoctor(doctorOf(id, central), (name) => name === central || name === 'empty');
    openCalls({ wire, id, handlers, describe: describeFailure });
  }
  const calls = openCalls({ wire, id: 'serve' });
  const holders: Readonly<Record<string, string>> = { home: 'link', cabin: 'next', wrong: 'link', empty: 'link' };
  const doctor = remoteDoctor(doctorOf('serve', 'own'), {
    ...{ id: 'serve', name: 'serve', holderOf: (central) => holders[central] },
    others: async () => {
      if (!isKnown) throw new Error('the broker does not answer');
      return ['link', 'next'].map((id) => ({ id, name: id, roles: ['link'] }));
    },
    call: (central, method, args, options) => calls.call(holders[central] ?? 'no-process', method, args, options),
    callMember: (id, method, args, options) => calls.call(id, method, args, options),
  });
  return (central?: string) =>
    doctor.examine({ ...(central === undefined ? {} : { central }), signal: new AbortController().signal });
}

describe('the doctor of a fleet', () => {
  it('looks at all CCUs, each gateway at its own', async () => {
    expect(await fleetOf()()).toEqual({
      ...factsOf('serve', 'own'),
      elsewhere: [
        { gateway: 'link', facts: factsOf('link', 'home') },
        { gateway: 'next', facts: factsOf('next', 'cabin') },
      ],
    });
  });

  it('asks the gateway with the CCU where it is asked for one, and no other', async () => {
    const asked: string[] = [];
    const examine = fleetOf(async (gateway) => void asked.push(gateway));
    expect(await examine('cabin')).toEqual({
      ...factsOf('serve'),
      elsewhere: [{ gateway: 'next', facts: factsOf('next', 'cabin') }],
    });
    expect(await examine('own')).toEqual(factsOf('serve', 'own'));
    expect(asked).toEqual(['serve', 'next', 'serve']);
  });

  it('reports that no gateway is connected with the requested CCU', async () => {
    for (const central of ['gone', 'wrong']) {
      await expect(fleetOf()(central)).rejects.toMatchObject({
        code: 'service_unready',
        details: { reason: 'no_central' },
      });
    }
  });

  it('returns its own findings where the other gateways are not known', async () => {
    expect(await fleetOf(undefined, false)()).toEqual({ ...factsOf('serve', 'own'), elsewhere: [] });
  });

  it('does not say that all is well of a CCU that was let go while it was asked for', async () => {
    const examine = fleetOf();
    await expect(examine('empty')).rejects.toMatchObject({ details: { reason: 'no_central' } });
  });

  it('has a finding about the gateway that sends no report, and goes on with the others', async () => {
    const examine = fleetOf(async (gateway) => {
      if (gateway === 'link') throw new Error('canary');
    });
    const { elsewhere } = await examine();
    expect(elsewhere).toEqual([silentGateway('link'), { gateway: 'next', facts: factsOf('next', 'cabin') }]);
  });

  it('is refused while another caller has one of the gateways look, and no other one goes on for it', async () => {
    const running = new GatewayError('conflict', 'The doctor is looking already', { reason: 'doctor_running' });
    const ended: string[] = [];
    const examine = fleetOf(async (gateway, signal) => {
      if (gateway === 'next') throw running;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      ended.push(gateway);
    });
    await expect(examine()).rejects.toMatchObject({ code: 'conflict', details: { reason: 'doctor_running' } });
    await expect.poll(() => ended.sort()).toEqual(['link', 'serve']);
  });
});
