import { randomBytes, randomUUID } from 'node:crypto';
import { createSecretBox } from '@ccu-gateway/auth-core/secrets';
import { createMemoryWire, openCalls } from '@ccu-gateway/fleet';
import { GatewayError } from '@ccu-gateway/gateway-core';
import type { CentralControl, CentralSettings } from '@ccu-gateway/gateway-core/use-cases';
import { describe, expect, it } from 'vitest';
import { describeFailure } from './errors.js';
import { answerProbe, remoteProbe } from './probe-ports.js';

const SECRET = 'ein-geheimes-passwort';
const { signal } = new AbortController();
const boxOf = (byte: number) => createSecretBox(new Uint8Array(32).fill(byte), (length) => randomBytes(length));
// The contents of settings are not checked here.
const settings = { name: 'home', host: '192.0.2.1', password_plain: SECRET } as unknown as CentralSettings;

/** A gateway that serves, one beside it and one that connects with CCUs, of which each has one of these keys. */
function fleetOf({ keys = [1, 1], connected = true, forges = false, gone = [] as readonly string[] } = {}) {
  const answers: unknown[] = [];
  const tried: { readonly by: string; readonly settings: CentralSettings }[] = [];
  const sent: string[] = [];
  const controlOf = (by: string) => ({
    async probe(wanted: CentralSettings) {
      if (wanted.host === 'refused') throw new GatewayError('validation', 'not a host', { reason: 'host' });
      tried.push({ by, settings: wanted });
      return { reachable: true, note: by };
    },
  });
  // Nothing else of it is asked here.
  const control = (by: string) => controlOf(by) as unknown as CentralControl;
  const wire = createMemoryWire();
  const members = [{ id: 'beside', name: 'beside', roles: ['serve'] }];
  for (const name of gone) members.push({ id: name, name, roles: ['link'] });
  if (connected) members.push({ id: 'link', name: 'link-1', roles: ['link'] });
  const answering = { connects: true, box: boxOf(keys[0] ?? 1) };
  openCalls({ wire, id: 'link', handlers: answerProbe(control('link'), answering), describe: describeFailure });
  const calls = openCalls({ wire, id: 'serve' });
  const remote = {
    ...{ id: 'serve', name: 'serve', holderOf: () => 'link-1', others: async () => members },
    callMember: async (id: string, method: string, args: unknown, options: { readonly timeoutMs: number }) => {
      sent.push(JSON.stringify(args));
      answers.push(await calls.call(id, method, args, options));
      return answers.at(forges ? 0 : -1);
    },
  };
  const asks = (connects: boolean) =>
    remoteProbe(control('self'), remote, { connects, box: boxOf(keys[1] ?? 1), newId: randomUUID });
  return { tried, sent, asks, calls };
}

describe('settings of a CCU', () => {
  it('are tried by a gateway that connects with CCUs, and their password does not travel in the clear', async () => {
    const { tried, sent, asks } = fleetOf();
    expect(await asks(false).probe(settings, signal)).toEqual({ reachable: true, note: 'link' });
    expect(tried).toEqual([{ by: 'link', settings }]);
    expect(sent.join()).not.toContain(SECRET);
    expect(sent.join()).not.toContain('192.0.2.1');
  });

  it('are tried here by a gateway that does so itself', async () => {
    const { tried, sent, asks } = fleetOf();
    expect(await asks(true).probe(settings, signal)).toEqual({ reachable: true, note: 'self' });
    expect([tried.length, sent]).toEqual([1, []]);
  });

  it('are tried by the gateway that is connected with that CCU, and else by the next one that answers', async () => {
    const { tried, sent, asks } = fleetOf({ gone: ['a-gone', 'b-gone'] });
    await asks(false).probe(settings, signal);
    expect(sent.length).toBe(1);
    const other = fleetOf({ gone: ['link-1'] });
    expect(await other.asks(false).probe(settings, signal)).toMatchObject({ reachable: true });
    expect([tried.length, other.tried.length, other.sent.length]).toEqual([1, 1, 2]);
  });

  it('are tried once for a question, and an answer to another one counts for nothing', async () => {
    const { tried, sent, asks, calls } = fleetOf();
    await asks(false).probe(settings, signal);
    const again = calls.call('link', 'centralControl.probe', JSON.parse(sent[0] ?? ''), { timeoutMs: 5_000 });
    await expect(again).rejects.toMatchObject({ code: 'not_holder' });
    expect(tried.length).toBe(1);
    const forged = fleetOf({ forges: true });
    await forged.asks(false).probe(settings, signal);
    await expect(forged.asks(false).probe(settings, signal)).rejects.toMatchObject({ code: 'service_unready' });
  });

  it('are refused as they would be here', async () => {
    await expect(
      fleetOf()
        .asks(false)
        .probe({ ...settings, host: 'refused' }, signal),
    ).rejects.toMatchObject({
      code: 'validation',
      message: 'link-1: not a host',
    });
  });

  it('are tried by none where only gateways that serve are there, or none that has the same key', async () => {
    const alone = fleetOf({ connected: false });
    await expect(alone.asks(false).probe(settings, signal)).rejects.toMatchObject({
      code: 'service_unready',
      details: { reason: 'no_member' },
    });
    const strange = fleetOf({ keys: [1, 2] });
    await expect(strange.asks(false).probe(settings, signal)).rejects.toMatchObject({
      code: 'service_unready',
      message: 'link-1: this gateway has another secret key, and cannot get a password',
    });
    expect([...alone.tried, ...strange.tried]).toEqual([]);
  });

  it('are not taken from who did not seal them, nor by a gateway that serves', async () => {
    const wire = createMemoryWire();
    const own = { probe: async () => ({ reachable: true }) };
    const box = boxOf(1);
    openCalls({ wire, id: 'link', handlers: answerProbe(own, { connects: true, box }), describe: describeFailure });
    openCalls({ wire, id: 'serve', handlers: answerProbe(own, { connects: false, box }), describe: describeFailure });
    const { call } = openCalls({ wire, id: 'stranger' });
    const options = { timeoutMs: 5_000 };
    for (const args of [[], 'text', [JSON.stringify(settings)], [box.seal('{}', 'another path')]]) {
      await expect(call('link', 'centralControl.probe', args, options)).rejects.toMatchObject({
        code: 'gateway_error',
      });
    }
    await expect(call('serve', 'centralControl.probe', [], options)).rejects.toMatchObject({ code: 'not_holder' });
  });
});
