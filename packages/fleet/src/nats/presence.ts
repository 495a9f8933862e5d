import type { JetStreamManager } from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import { encodeToken } from '../broker/tokens.js';
import type { Member, MemberInfo, Presence } from '../model/presence.js';
import { type Bucket, openBucket } from './bucket.js';
import type { FleetConnection } from './connect.js';

/** The announcement, and its settings. */
export interface PresenceOptions {
  readonly self: MemberInfo;
  /** Keys of the leases that are held now. */
  readonly leases?: () => readonly string[];
  /** A process that was not heard for so long is gone: the same in all processes of a fleet. Default 15 000. */
  readonly ttlMs?: number;
  /** Called once for each process that speaks another protocol. */
  readonly onStranger?: (member: Member) => void;
}

const ANNOUNCEMENTS_PER_TTL = 3;

/**
 * Announces this process to its fleet until it is closed, in a bucket of JetStream KV, and lists the others. Rejects as
 * `openLeaseTable` does.
 *
 * @example
 * const presence = await openPresence(fleet, { self: { id: keeper.id, name: 'link-1', roles: ['link'], ... } });
 * for (const { name, leases } of await presence.members()) console.log(name, leases);
 */
export async function openPresence(fleet: FleetConnection, options: PresenceOptions): Promise<Presence> {
  const { self, leases = () => [], ttlMs = 15_000, onStranger = () => {} } = options;
  const name = `${fleet.name}-members`;
  const bucket = await openMembers(fleet, name, ttlMs);
  const client = bucket.jetstream(fleet.timeoutMs);
  const kv = await new Kvm(client).open(name, { allow_direct: false });
  const manager = await client.jetstreamManager(false);
  const key = encodeToken(self.id);
  const told = new Set<string>();
  let seen: readonly Member[] = [];
  let cancelNext = () => {};
  let underWay: Promise<void> | undefined;
  let closed = false;

  const strangers = () => seen.filter(({ protocol }) => protocol !== self.protocol);

  async function members(): Promise<readonly Member[]> {
    bucket.ready();
    return await readMembers(kv, manager, name);
  }

  async function beat(): Promise<void> {
    bucket.ready();
    await kv.put(key, JSON.stringify({ ...self, leases: leases() } satisfies Member), { timeout: fleet.timeoutMs });
    seen = await members();
    for (const stranger of strangers().filter(({ id }) => !told.has(id))) {
      told.add(stranger.id);
      onStranger(stranger);
    }
  }

  function announce(): void {
    cancelNext();
    underWay ??= beat()
      .catch(() => bucket.suspect())
      .then(() => {
        underWay = undefined;
        if (!closed) cancelNext = fleet.after(ttlMs / ANNOUNCEMENTS_PER_TTL, announce);
      });
  }

  const forget = bucket.onHealth(({ state }) => {
    if (state === 'connected' && !closed) announce();
  });
  announce();
  await underWay;
  return {
    get health() {
      return bucket.health;
    },
    onHealth: bucket.onHealth,
    members,
    get seen() {
      return seen;
    },
    get strangers() {
      return strangers();
    },
    announce: () => void (closed || announce()),
    async close() {
      closed = true;
      forget();
      cancelNext();
      await underWay;
      // Where no server answers it goes by itself.
      if (bucket.health.state === 'connected') await kv.purge(key).catch(() => {});
      bucket.close();
    },
  };
}

function openMembers(fleet: FleetConnection, name: string, ttlMs: number): Promise<Bucket> {
  const shape = { kind: 'members', owner: fleet.owner, ttlMs, subjects: [`$KV.${name}.>`], perSubject: 1 };
  return openBucket(fleet, `KV_${name}`, {
    bucket: name,
    shape,
    make: (client, description) =>
      new Kvm(client).create(name, {
        ttl: ttlMs,
        history: 1,
        replicas: fleet.replicas,
        description,
        allow_direct: false,
      }),
  });
}

/** In requests, which end in time: the NATS client lists keys by a consumer, and the end of its list may be lost. */
async function readMembers(kv: KV, { streams }: JetStreamManager, name: string): Promise<readonly Member[]> {
  const { state } = await streams.info(`KV_${name}`, { subjects_filter: `$KV.${name}.>` });
  // A key has no dot.
  const keys = Object.keys(state.subjects ?? {}).map((subject) => subject.slice(subject.lastIndexOf('.') + 1));
  const entries = await Promise.all(keys.map((key) => kv.get(key)));
  return entries
    .flatMap((entry) => (entry?.operation === 'PUT' ? (readMember(entry.string()) ?? []) : []))
    .sort((one, other) => (`${one.name} ${one.id}` < `${other.name} ${other.id}` ? -1 : 1));
}

/** A text that is no announcement is no member. */
function readMember(text: string): Member | undefined {
  try {
    const { id, name, roles, version, protocol, since, urls, leases } = JSON.parse(text) as Partial<Member>;
    const lists = [roles, urls, leases];
    if (!lists.every((list) => Array.isArray(list) && list.every((one) => typeof one === 'string'))) return undefined;
    if (![id, name, version, since].every((one) => typeof one === 'string') || typeof protocol !== 'number')
      return undefined;
    // Checked member by member just now.
    return { id, name, roles, version, protocol, since, urls, leases } as Member;
  } catch {
    return undefined;
  }
}
