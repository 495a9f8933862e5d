import type { SecretBox } from '@ccu-gateway/auth-core/secrets';
import { CallError, type CallHandler } from '@ccu-gateway/fleet';
import { GatewayError } from '@ccu-gateway/gateway-core';
import type { CentralControl, CentralProbe, CentralSettings } from '@ccu-gateway/gateway-core/use-cases';
import { createMembers, type Member, type MembersRemote } from './members.js';
import type { Remote } from './remote-ports.js';
import { createQuestionOpener, sealQuestion } from './sealed-questions.js';

const METHOD = 'centralControl.probe';
const ABOUT = 'central_probe';
/** Longer than every hop of a CCU that answers nothing. */
const CALL_MS = 60_000;

/** Parts with which a gateway that only serves asks others. */
export interface ProbeParts {
  /** True when this gateway connects with CCUs itself. */
  readonly connects: boolean;
  /** With the key that all gateways of the fleet have. */
  readonly box: SecretBox;
  readonly newId: () => string;
}

/**
 * Tries settings of a CCU where CCUs are connected with: a gateway that only serves has no business there, and often no way. The
 * settings have a password, so question and answer are sealed with the key of the fleet.
 *
 * @example
 * const centralControl = remoteProbe(own.centralControl, fleetPart.remote, { connects: role !== 'serve', box, newId });
 */
export function remoteProbe(
  own: CentralControl,
  remote: MembersRemote & Pick<Remote, 'holderOf'>,
  { connects, box, newId }: ProbeParts,
): CentralControl {
  if (connects) return own;
  const { all, ask } = createMembers(remote);

  async function askOne(member: Member, settings: CentralSettings, signal: AbortSignal): Promise<CentralProbe> {
    const { asked, answerIn } = sealQuestion(settings, newId(), { box, about: ABOUT });
    const told = await ask(member, METHOD, [asked], { timeoutMs: CALL_MS, signal });
    const answer = openedBy(member.name, () => answerIn(String(told)));
    // Every gateway answers with such a report.
    if (answer !== undefined) return answer as CentralProbe;
    throw new GatewayError('service_unready', `${member.name} did not answer this question`, { reason: 'no_member' });
  }

  return {
    ...own,
    async probe(settings, signal) {
      let failure: unknown = noMember();
      for (const member of holderFirst(await all(), remote.holderOf(settings.name))) {
        try {
          return await askOne(member, settings, signal);
        } catch (error) {
          // It was there a moment ago, or is older and does not know the question: the next one may.
          if (!(error instanceof GatewayError && error.code === 'service_unready') || signal.aborted) throw error;
          failure = error;
        }
      }
      throw failure;
    },
  };
}

function holderFirst(members: readonly Member[], holder: string | undefined): readonly Member[] {
  const connecting = members.filter(({ roles }) => !roles.includes('serve'));
  const isHolder = ({ name }: Member) => name === holder;
  return [...connecting.filter(isHolder), ...connecting.filter((member) => !isHolder(member))];
}

function noMember(): GatewayError {
  const message = 'No gateway of the fleet that connects with CCUs is there just now';
  return new GatewayError('service_unready', message, { reason: 'no_member' });
}

/** Tries settings for a gateway that only serves. */
export function answerProbe(
  own: Pick<CentralControl, 'probe'>,
  { connects, box }: Omit<ProbeParts, 'newId'>,
): Readonly<Record<string, CallHandler>> {
  const open = createQuestionOpener();
  return {
    [METHOD]: async (packed, { signal }) => {
      if (!connects) throw new CallError('not_holder', 'this gateway only serves');
      const [asked]: readonly unknown[] = Array.isArray(packed) ? packed : [];
      const { question, answer } = openedBy('this gateway', () => open(String(asked), { box, about: ABOUT }));
      // A question that opens was sealed by a gateway of the fleet.
      return answer(await own.probe(question as CentralSettings, signal));
    },
  };
}

/** Opens a sealed text, or names the reason why it does not open. */
function openedBy<Opened>(gateway: string, open: () => Opened): Opened {
  try {
    return open();
  } catch (cause) {
    if (cause instanceof CallError) throw cause;
    const message = `${gateway} has another secret key, and cannot get a password`;
    throw new GatewayError('service_unready', message, { reason: 'other_key', cause });
  }
}
