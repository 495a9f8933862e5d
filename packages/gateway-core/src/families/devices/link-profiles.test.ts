import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import { createHouseModel } from '@ccu-gateway/device-model';
import { expect, it } from 'vitest';
import type { AuditEntry } from '../../ports/house.js';
import type { Caller } from '../../use-case/caller.js';
import { GatewayError } from '../../use-case/errors.js';
import { addLinkWithProfile, type ProfileWriting } from './link-profiles.js';
import { addLink } from './links.js';

const REMOTE = 'KEQ0000001';
const LOCK = 'KEQ0000002';
const ends = { sender: `${REMOTE}:1`, receiver: `${LOCK}:1` };
/** Profile that locks: harmless, unlike the factory setting of this lock. */
const LOCKING = 80;

const UNLOCKS = 2;
const words = ['NO_JUMP_IGNORE_COMMAND', 'LOCK', 'UNLOCK', 'OPEN'];
const jump = { TYPE: 'ENUM', OPERATIONS: 0, FLAGS: 1, MIN: 0, MAX: 3, DEFAULT: UNLOCKS, VALUE_LIST: words };
const description = { SHORT_JT_ON: jump, SHORT_JT_OFF: jump };

const caller = {
  principal: { key: 'local:anna', subject: 'anna', scheme: 'session', role: 'operator' },
  facts: { peer: '127.0.0.1' },
  requestId: 'r',
  signal: new AbortController().signal,
} as unknown as Caller;

/** A remote control and a lock, whose CCU refuses the calls in `refused`. */
function startWorld() {
  const house = createHouseModel();
  house.addCentral('home', { host: '192.0.2.1', interfaces: [factsOf('BidCos-RF')] });
  const linked = { PARAMSETS: ['MASTER', 'LINK'] };
  house.apply({
    ...{ central: 'home', interfaceName: 'BidCos-RF', at: 1, type: 'devices_described', source: 'NEW', complete: true },
    devices: [
      { ADDRESS: REMOTE, TYPE: 'HM-RC-4' },
      { ADDRESS: ends.sender, TYPE: 'KEY', DIRECTION: 1, LINK_SOURCE_ROLES: 'KEYMATIC SWITCH', ...linked },
      { ADDRESS: LOCK, TYPE: 'HM-Sec-Key' },
      { ADDRESS: ends.receiver, TYPE: 'KEYMATIC', DIRECTION: 2, LINK_TARGET_ROLES: 'KEYMATIC SWITCH', ...linked },
    ],
    paramsets: {},
  } as Parameters<typeof house.apply>[0]);
  const links = new Set<string>();
  const calls: string[] = [];
  const entries: AuditEntry[] = [];
  const refused = new Set<string>();
  const call = (name: string) => {
    calls.push(name);
    if (refused.has(name)) throw new GatewayError('upstream_unavailable', `${name} refused`);
  };
  const key = (link: { readonly sender: string; readonly receiver: string }) => `${link.sender} ${link.receiver}`;
  const ports = {
    house,
    devices: house,
    links: {
      listLinks: async () => [...links].map((each) => ({ sender: each.split(' ')[0], receiver: each.split(' ')[1] })),
      async addLink(link: typeof ends) {
        call('addLink');
        links.add(key(link));
      },
      async removeLink(link: typeof ends) {
        call('removeLink');
        links.delete(key(link));
      },
    },
    paramsets: {
      describeParamset: async () => description,
      readParamset: async () => ({ SHORT_JT_ON: UNLOCKS, SHORT_JT_OFF: UNLOCKS }),
    },
    ccu: { write: async () => call('putParamset') },
    audit: { record: (entry: AuditEntry) => void entries.push(entry) },
    clock: { now: () => 1 },
  } as unknown as ProfileWriting;
  return { ports, links, calls, entries, refused };
}

it('a link to a lock with the factory setting is made only after a confirmation', async () => {
  const { ports, calls } = startWorld();
  const unconfirmed = addLink(ports, caller, ends);
  await expect(unconfirmed).rejects.toMatchObject({ code: 'validation', details: { errors: [{ field: 'confirm' }] } });
  expect(calls).toEqual([]);
  await addLink(ports, caller, { ...ends, confirm: true });
  expect(calls).toEqual(['addLink']);
});

it('a link with a harmless profile needs no confirmation', async () => {
  const { ports, calls, links } = startWorld();
  await addLinkWithProfile(ports, caller, { ...ends, profileId: LOCKING });
  expect(calls).toEqual(['addLink', 'putParamset']);
  expect(links.size).toBe(1);
});

it('a new link is removed again when its profile is refused, since its factory setting may unlock', async () => {
  const { ports, calls, links, refused, entries } = startWorld();
  refused.add('putParamset');
  const error = await addLinkWithProfile(ports, caller, { ...ends, profileId: LOCKING }).catch((reason) => reason);
  expect(error).toMatchObject({ code: 'upstream_unavailable', details: {} });
  expect(error.details.members).toBeUndefined();
  expect(calls).toEqual(['addLink', 'putParamset', 'removeLink']);
  expect(links.size).toBe(0);
  expect(entries.map(({ action }) => action)).toEqual(['link_add', 'link_remove']);
});

it('a new link without its profile that cannot be removed either is reported as made', async () => {
  const { ports, refused } = startWorld();
  refused.add('putParamset').add('removeLink');
  const error = await addLinkWithProfile(ports, caller, { ...ends, profileId: LOCKING }).catch((reason) => reason);
  expect(error).toMatchObject({ code: 'upstream_unavailable', details: { members: { applied: ['link'] } } });
});

it('a link that was there before stays when its profile is refused', async () => {
  const { ports, calls, links, refused } = startWorld();
  links.add(`${ends.sender} ${ends.receiver}`);
  refused.add('putParamset');
  const error = await addLinkWithProfile(ports, caller, { ...ends, profileId: LOCKING }).catch((reason) => reason);
  expect(error).toMatchObject({ details: { members: { applied: ['link'] } } });
  expect(calls).toEqual(['addLink', 'putParamset']);
  expect(links.size).toBe(1);
});
