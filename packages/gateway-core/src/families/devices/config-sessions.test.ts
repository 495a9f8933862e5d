import { describe, expect, it } from 'vitest';
import type { Caller } from '../../use-case/caller.js';
import {
  type ConfigEditing,
  createConfigSessions,
  discardConfigSession,
  openConfigSession,
  pendingChanges,
  saveConfigSession,
  stageChange,
} from './config-sessions.js';
import { createEditLocks, paramsetLock } from './edit-locks.js';

const at = { address: 'OEQ0000001:1', key: 'MASTER' } as const;
const place = paramsetLock({ central: 'home', address: at.address }, at.key);
const callerOf = (subject: string): Caller => ({
  // Key, subject and role are all that is asked of a principal here.
  principal: { key: `local:${subject}`, subject, role: 'operator', scheme: 'basic' } as Caller['principal'],
  signal: new AbortController().signal,
});
const anna = callerOf('anna');

/** A device with OFFSET, and calls of other gateways that a test holds. */
function world() {
  const device = { OFFSET: 0 };
  let now = 0;
  let tokens = 0;
  let onWrite = async () => {};
  let onRelease = async () => {};
  const locks = createEditLocks({ clock: { now: () => now }, newToken: () => `t${++tokens}` });
  const ports = {
    house: { resolve: () => ({ ok: true, value: { central: 'home', interfaceName: 'BidCos-RF' } }) },
    devices: {
      validateParamset: ({ values }: { readonly values: Readonly<Record<string, number>> }) => ({
        ok: true,
        write: {
          ...{ central: 'home', address: at.address, deviceAddress: 'OEQ0000001', paramsetKey: 'MASTER' },
          values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }])),
        },
      }),
    },
    paramsets: { readParamset: async () => ({ ...device }) },
    ccu: {
      async write({ values }: { readonly values: { readonly OFFSET: { readonly value: number } } }) {
        await onWrite();
        device.OFFSET = values.OFFSET.value;
      },
    },
    audit: { record() {} },
    clock: { now: () => now },
    editLocks: {
      ...locks,
      async release(...args: Parameters<typeof locks.release>) {
        await onRelease();
        await locks.release(...args);
      },
    },
    configSessions: createConfigSessions(),
    // Only the members that editing needs.
  } as unknown as ConfigEditing;
  return {
    ...{ ports, locks, device },
    pass: (ms: number) => {
      now += ms;
    },
    whileWriting: (work: () => Promise<void>) => {
      onWrite = work;
    },
    whileReleasing: (work: () => Promise<void>) => {
      onRelease = work;
    },
  };
}

describe('editing a paramset step by step', () => {
  it('reads the device anew when the lock had ended, and keeps the changes', async () => {
    const { ports, device, pass } = world();
    await openConfigSession(ports, anna, at);
    stageChange(ports, anna, at, { OFFSET: 3 });
    device.OFFSET = 2;
    expect(await openConfigSession(ports, anna, at)).toMatchObject({ changes: { OFFSET: 3 } });
    pass(300_000);
    device.OFFSET = 3;
    // The desired value is there by now.
    expect(await openConfigSession(ports, anna, at)).toMatchObject({ values: { OFFSET: 3 }, changes: {} });
  });

  it('reads the device anew where the lock is another one, though it is held by the same principal', async () => {
    const { ports, locks, device, pass } = world();
    await openConfigSession(ports, anna, at);
    pass(300_000);
    device.OFFSET = 5;
    // Another window, at another gateway.
    await locks.open(place, { principal: 'local:anna', subject: 'anna' });
    await openConfigSession(ports, anna, at);
    expect(stageChange(ports, anna, at, { OFFSET: 0 })).toMatchObject({ changes: { OFFSET: 0 } });
  });

  it('keeps changes made while it was saved, and its lock', async () => {
    const { ports, locks, device, whileWriting } = world();
    await openConfigSession(ports, anna, at);
    stageChange(ports, anna, at, { OFFSET: 3 });
    whileWriting(async () => void stageChange(ports, anna, at, { OFFSET: 4 }));
    expect(await saveConfigSession(ports, anna, at)).toBe(1);
    expect(pendingChanges(ports, anna, at)).toMatchObject({ changes: { OFFSET: 4 } });
    expect(await locks.holderOf(place)).toMatchObject({ subject: 'anna' });
    // The device's previous value is a change by now.
    whileWriting(async () => {});
    expect(stageChange(ports, anna, at, { OFFSET: 0 })).toMatchObject({ changes: { OFFSET: 0 } });
    expect(await saveConfigSession(ports, anna, at)).toBe(1);
    expect([device.OFFSET, await locks.holderOf(place)]).toEqual([0, undefined]);
  });

  it('is saved also where the lock cannot be freed', async () => {
    const { ports, device, whileReleasing } = world();
    await openConfigSession(ports, anna, at);
    stageChange(ports, anna, at, { OFFSET: 3 });
    whileReleasing(() => Promise.reject(new Error('no answer')));
    expect(await saveConfigSession(ports, anna, at)).toBe(1);
    expect(device.OFFSET).toBe(3);
    expect(() => pendingChanges(ports, anna, at)).toThrow('is not open');
  });

  it('is not thrown away where the lock cannot be freed', async () => {
    const { ports, whileReleasing } = world();
    await openConfigSession(ports, anna, at);
    stageChange(ports, anna, at, { OFFSET: 3 });
    whileReleasing(() => Promise.reject(new Error('no answer')));
    await expect(discardConfigSession(ports, anna, at)).rejects.toThrow('no answer');
    expect(pendingChanges(ports, anna, at)).toMatchObject({ changes: { OFFSET: 3 } });
  });

  it('never leaves a session that is opened while another window saves without telling', async () => {
    const { ports, locks, whileReleasing } = world();
    await openConfigSession(ports, anna, at);
    whileReleasing(async () => void (await openConfigSession(ports, anna, at)));
    await saveConfigSession(ports, anna, at);
    const isOpen = ports.configSessions.get(JSON.stringify(['local:anna', 'home', at.address, at.key])) !== undefined;
    expect(isOpen).toBe((await locks.holderOf(place)) !== undefined);
  });
});
