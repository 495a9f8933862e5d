import type { CallOptions, MemberInfo } from '@ccu-gateway/fleet';
import { pack, unpack } from './carry.js';
import { type Asked, failureOf } from './errors.js';

/** The gateways of a fleet, whatever they are connected with. */
export interface MembersRemote {
  /** Under which the others know this gateway. */
  readonly id: string;
  /** The others that are there. Rejects where that is not known. */
  others(): Promise<readonly Member[]>;
  /** Asks one of them. @throws CallError, RemoteCallError */
  callMember(id: string, method: string, args: unknown, options: CallOptions): Promise<unknown>;
}

export type Member = Pick<MemberInfo, 'id' | 'name'>;

/** Asks the other gateways one by one what each has; `GatewayError` where one that is there does not answer. */
export interface Members {
  all(): Promise<readonly Member[]>;
  /** Answers what the handler there does. What is asked comes to the same when it is asked again. */
  ask(member: Member, method: string, args: readonly unknown[], options?: CallOptions): Promise<unknown>;
}

const LOOK: CallOptions = { timeoutMs: 5_000 };

export function createMembers(remote: MembersRemote): Members {
  const asked = (does: string) => ({ does, reason: 'no_member', isQuestion: true }) as const;
  return {
    all: () => answered(asked('says which gateways there are'), () => remote.others()),
    ask: (member, method, args, options = LOOK) =>
      answered(asked(`answers as ${member.name}`), async () =>
        unpack(await remote.callMember(member.id, method, args.map(pack), options)),
      ),
  };
}

/** What a call to another gateway answers, or the error that people are told. */
export async function answered<Answer>(asked: Asked, call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    throw failureOf(error, asked);
  }
}
