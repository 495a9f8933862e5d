import { type KV, Kvm } from '@nats-io/kv';
import { isCode } from '../broker/answers.js';
import { publishedToLeader, throughElection } from '../broker/election.js';
import { encodeToken } from '../broker/tokens.js';
import { FleetRefusedError } from '../model/errors.js';
import { pause } from '../time/system.js';
import { openBucket } from './bucket.js';
import type { FleetConnection } from './connect.js';

const KEY = 'identity';
const ATTEMPTS = 10;

/**
 * Distinguishes two fleets of one name: the first process notes the identity of its fleet, and one with another
 * identity is refused with `FleetRefusedError`. The note stays. With `isOld`, for an identity that a process has read
 * earlier, nothing is noted. Rejects as `openLeaseTable` does, too.
 *
 * @example
 * await claimFleet(fleet, idOfSharedDatabase);
 */
export async function claimFleet(
  fleet: FleetConnection,
  identity: string,
  { isOld = false }: { readonly isOld?: boolean } = {},
): Promise<void> {
  const noted = await inNotes(fleet, async (kv) => {
    return isOld ? await notedIn(kv, KEY) : await noteFirst(kv, KEY, { text: identity, fleet });
  });
  if (noted === undefined || noted === identity) return;
  throw new FleetRefusedError(
    `another fleet is called "${fleet.name}" on this broker: it shares another database`,
    `give this one another fleet.name; where it is the same fleet with a new database, end all its gateways and remove the bucket "${bucketOf(fleet)}"`,
  );
}

/**
 * Resolves with true when a CCU is the one that the fleet has under its name; the first reported serial number of a
 * name is noted. Distinguishes fleets of one name that share no database, as far as their CCUs have one name, too.
 * Rejects as `claimFleet` does.
 *
 * @example
 * const isOurs = await claimCentral(fleet, 'home', '3014F711A0001F58A9A71234');
 */
export async function claimCentral(fleet: FleetConnection, central: string, serial: string): Promise<boolean> {
  const key = `central.${encodeToken(central)}`;
  return (await inNotes(fleet, (kv) => noteFirst(kv, key, { text: serial, fleet }))) === serial;
}

const bucketOf = ({ name }: FleetConnection) => `${name}-identity`;

/** Runs work with the notes about the identity of the fleet. */
async function inNotes<Result>(fleet: FleetConnection, work: (kv: KV) => Promise<Result>): Promise<Result> {
  const name = bucketOf(fleet);
  const shape = { kind: 'identity', owner: fleet.owner, ttlMs: 0, subjects: [`$KV.${name}.>`], perSubject: 1 };
  const bucket = await openBucket(fleet, `KV_${name}`, {
    bucket: name,
    shape,
    make: (client, description) =>
      new Kvm(client).create(name, { history: 1, replicas: fleet.replicas, description, allow_direct: false }),
  });
  try {
    const kv = await new Kvm(bucket.jetstream(fleet.timeoutMs)).open(name, { allow_direct: false });
    return await throughElection(() => work(kv), fleet);
  } finally {
    bucket.close();
  }
}

const notedIn = async (kv: KV, key: string): Promise<string | undefined> => (await kv.get(key))?.string();

/** The note of the first process, which may be this one. */
async function noteFirst(
  kv: KV,
  key: string,
  { text, fleet }: { readonly text: string; readonly fleet: Pick<FleetConnection, 'after' | 'retryMs'> },
): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await publishedToLeader(kv.create(key, text));
      return text;
    } catch (error) {
      // That of another process may not be decided on so far.
      if (!isCode(error, 'overtaken') && !(isCode(error, 'inProcess') && attempt < ATTEMPTS)) throw error;
    }
    const noted = await notedIn(kv, key);
    if (noted !== undefined) return noted;
    if (attempt === ATTEMPTS) throw new Error('the servers do not say which fleet was first');
    await pause(fleet.after, fleet.retryMs);
  }
}
