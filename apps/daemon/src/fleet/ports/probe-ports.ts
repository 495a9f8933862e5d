import type { SecretBox } from '@ccu-gateway/auth-core/secrets';
import { CallError, type CallHandler } from '@ccu-gateway/fleet';
import { type CentralControl, type CentralProbe, type CentralSettings, GatewayError } from '@ccu-gateway/gateway-core';
import { pack } from './carry.js';
import { createMembers, type MembersRemote } from './members.js';
import { padded } from './padded.js';

const METHOD = 'centralControl.probe';
/** Nothing else that is sealed opens as such a question. */
const ASKED = 'fleet.central_probe.asked';
/** Longer than every hop of a CCU that answers nothing. */
const CALL_MS = 60_000;

/** What a gateway that only serves asks others with. */
export interface ProbeParts {
  /** Whether this gateway connects with CCUs itself. */
  readonly connects: boolean;
  /** With the key that all gateways of the fleet have. */
  readonly box: SecretBox;
}

/**
 * Tries settings of a CCU where CCUs are connected with: a gateway that only serves has no business there, and often no way. The
 * settings have a password, so they are sealed with the key of the fleet.
 *
 * @example
 * const centralControl = remoteProbe(own.centralControl, fleetPart.remote, { connects: role !== 'serve', box });
 */
export function remoteProbe(own: CentralControl, remote: MembersRemote, { connects, box }: ProbeParts): CentralControl {
  if (connects) return own;
  const { all, ask } = createMembers(remote);
  return {
    ...own,
    async probe(settings, signal) {
      const member = (await all()).find(({ roles }) => !roles.includes('serve'));
      if (member === undefined) {
        const message = 'No gateway of the fleet that connects with CCUs is there just now';
        throw new GatewayError('service_unready', message, { reason: 'no_member' });
      }
      const asked = box.seal(padded(settings), ASKED);
      // Every gateway answers with such a report.
      return (await ask(member, METHOD, [asked], { timeoutMs: CALL_MS, signal })) as CentralProbe;
    },
  };
}

/** Tries settings for a gateway that only serves. */
export function answerProbe(own: CentralControl, { connects, box }: ProbeParts): Readonly<Record<string, CallHandler>> {
  return {
    [METHOD]: async (packed, { signal }) => {
      if (!connects) throw new CallError('not_holder', 'this gateway only serves');
      const [asked]: readonly unknown[] = Array.isArray(packed) ? packed : [];
      return pack(await own.probe(settingsIn(String(asked), box), signal));
    },
  };
}

function settingsIn(sealed: string, box: SecretBox): CentralSettings {
  try {
    // What opens was sealed by a gateway of the fleet.
    return JSON.parse(box.open(sealed, ASKED)) as CentralSettings;
  } catch (cause) {
    const message = 'this gateway has another secret key, and cannot be told a password';
    throw new GatewayError('service_unready', message, { reason: 'other_key', cause });
  }
}
