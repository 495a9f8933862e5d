import { type AlarmState, type CodeConfig, MASTER, type Plan, pinsFor, type Refusal } from '@ccu-gateway/alarm';
import type { Logger } from '../ports/log.js';
import { GatewayError } from '../use-case/errors.js';
import { type AlarmEvent, type AlarmSystem, invalidCode, refusalError } from './alarm.js';

/**
 * Slow hashes of PINs, sealed with the key of the installation: a PIN is short enough to be found from its hash. `code`
 * is the id of the code, to which a hash is bound.
 */
export interface PinHasher {
  hash(pin: string, code: string): Promise<string>;
  /** Takes the same time for a code that does not exist. Rejects for a hash that is not readable. */
  verify(stored: { readonly hash: string; readonly code: string } | undefined, pin: string): Promise<boolean>;
  /** False for a hash that another key has sealed: its PIN has to be set again. */
  isReadable(stored: { readonly hash: string; readonly code: string }): boolean;
}

interface Pins {
  readonly pins: PinHasher;
}

/** The present codes and their use. */
interface Present {
  readonly plan: Plan;
  readonly state: AlarmState;
}

const storedOf = (codes: readonly CodeConfig[]) =>
  codes.flatMap(({ id, name, hash }) => (hash === undefined ? [] : [{ code: id, name, hash }]));

/** Codes whose PIN can be compared. */
const readableOf = ({ pins }: Pins, codes: readonly CodeConfig[]) => storedOf(codes).filter(pins.isReadable);

/** Ids and names of codes whose PIN cannot be compared, because another key has sealed it. */
export const lostOf = ({ pins }: Pins, codes: readonly CodeConfig[]) =>
  storedOf(codes).filter((stored) => !pins.isReadable(stored));

/** Names of codes that came with a backup of another installation: they are of no use until their PIN is set again. */
export function unreadableOf(
  { pins, log }: Pins & { readonly log: Logger },
  codes: readonly CodeConfig[],
): readonly string[] {
  const names = lostOf({ pins }, codes).map(({ name }) => name);
  if (names.length > 0) log.error('PINs are sealed with another secret.key and have to be set again', { codes: names });
  return names;
}

/** The hash of a PIN for a code. @throws GatewayError `conflict` (reason `pin_used`) where another code has the PIN */
export async function hashPin(deps: Pins, { plan }: Present, pin: string, code: string): Promise<string> {
  for (const stored of readableOf(deps, plan.config.codes)) {
    if (stored.code !== code && (await deps.pins.verify(stored, pin))) {
      throw new GatewayError('conflict', 'Another code has this PIN', { reason: 'pin_used' });
    }
  }
  return deps.pins.hash(pin, code);
}

type Entered = Parameters<AlarmSystem['checkPin']>[0];

/** Compares a PIN with all that may do the action. The try counts before the slow comparison begins. */
export async function checkPin(
  { pins }: Pins,
  present: Present,
  enqueue: (event: AlarmEvent) => Promise<Refusal | undefined>,
  { pin, verb, zone, by }: Entered,
): Promise<string> {
  const locked = await enqueue({ kind: 'code_try', account: by.account });
  if (locked !== undefined) throw refusalError(locked);
  const { config, zones: byId } = present.plan;
  const one = byId.get(zone);
  const zones = zone === MASTER ? config.zones : one === undefined ? [] : [one];
  const candidates = readableOf({ pins }, pinsFor(present.plan, present.state, { verb, zones }));
  for (const stored of candidates) {
    if (!(await pins.verify(stored, pin))) continue;
    await enqueue({ kind: 'code_accepted', account: by.account });
    return stored.code;
  }
  if (candidates.length === 0) await pins.verify(undefined, pin);
  await enqueue({ kind: 'code_refused', by: by.name, source: by.source, zone });
  throw invalidCode();
}
