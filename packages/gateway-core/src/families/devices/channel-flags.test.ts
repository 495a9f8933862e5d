import { describe, expect, it } from 'vitest';
import { GatewayError, OUTCOME_UNKNOWN } from '../../use-case/errors.js';
import { changeFlags, type FlagWriting } from './channel-flags.js';

const AT = { address: '0001D3C99C0001', channel: 3, central: 'home' };
const NEITHER = { hidden: false, locked: false };

/** A channel with a store that accepts or refuses its flags. */
function channelWith(saveFlags: () => Promise<void>) {
  let flags = NEITHER;
  const place = { central: 'home', interfaceName: 'HmIP-RF', address: `${AT.address}:3` };
  const ports = {
    house: { resolve: () => ({ ok: true, value: place }) },
    devices: {
      channelFlags: () => ({ ok: true, value: flags }),
      setChannelFlags(_: unknown, wanted: Partial<typeof flags>) {
        flags = { ...flags, ...wanted };
        return { ok: true, value: flags };
      },
    },
    flags: { saveFlags },
    audit: { record: () => {}, query: async () => [] },
    clock: { now: () => 7 },
    // Only the members that a change of flags needs.
  } as unknown as FlagWriting;
  const principal = { key: 'local:anna', subject: 'anna', scheme: 'session', role: 'operator' } as const;
  const change = () => changeFlags(ports, { principal, signal: new AbortController().signal }, AT, { hidden: true });
  return { change, flags: () => flags };
}

describe('flags of a channel', () => {
  it('are in force when they are kept', async () => {
    const { change, flags } = channelWith(async () => {});
    expect(await change()).toEqual({ hidden: true, locked: false });
    expect(flags()).toEqual({ hidden: true, locked: false });
  });

  it('are as before where they could not be kept', async () => {
    const { change, flags } = channelWith(() => Promise.reject(new GatewayError('service_unready', 'full')));
    await expect(change()).rejects.toMatchObject({ code: 'service_unready' });
    expect(flags()).toEqual(NEITHER);
  });

  it('stay in force when they may have been stored, as they then are in the store', async () => {
    const unknown = new GatewayError('upstream_unavailable', 'no answer', { reason: OUTCOME_UNKNOWN });
    const { change, flags } = channelWith(() => Promise.reject(unknown));
    await expect(change()).rejects.toBe(unknown);
    expect(flags()).toEqual({ hidden: true, locked: false });
  });
});
