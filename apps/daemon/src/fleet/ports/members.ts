import { type CallOptions, type MemberInfo, RemoteCallError } from '@ccu-gateway/fleet';
import { GatewayError } from '@ccu-gateway/gateway-core';
import { pack, unpack } from './carry.js';
import { type Asked, failureOf } from './errors.js';

/** The gateways of a fleet, independent of their CCUs. */
export interface MembersRemote {
  /** Under which the others know this gateway. */
  readonly id: string;
  /** Its configured name. */
  readonly name: string;
  /** The others that are there. Rejects where that is not known. */
  others(): Promise<readonly Member[]>;
  /** Asks one of them. @throws CallError, RemoteCallError */
  callMember(id: string, method: string, args: unknown, options: CallOptions): Promise<unknown>;
}

export type Member = Pick<MemberInfo, 'id' | 'name' | 'roles'>;

interface MemberCall extends Partial<CallOptions> {
  /** It must not be made again without a check; default: it may. */
  readonly isChange?: boolean;
}

/**
 * Asks the other gateways one by one for their part; `GatewayError` where one that is there does not answer, with its
 * name.
 */
export interface Members {
  all(): Promise<readonly Member[]>;
  /** Returns the answer of the handler there. */
  ask(
    member: Pick<Member, 'id' | 'name'>,
    method: string,
    args: readonly unknown[],
    options?: MemberCall,
  ): Promise<unknown>;
}

const LOOK_MS = 5_000;

export function createMembers(remote: MembersRemote): Members {
  return {
    async all() {
      try {
        return await remote.others();
      } catch (cause) {
        const message = 'Which gateways of the fleet there are is not known just now';
        throw new GatewayError('service_unready', message, { reason: 'no_member', cause });
      }
    },
    async ask({ id, name }, method, args, { timeoutMs = LOOK_MS, signal, isChange = false } = {}) {
      const asked = { does: `answers as ${name}`, reason: 'no_member', isQuestion: !isChange } as const;
      const options = { timeoutMs, ...(signal && { signal }) };
      return await answered(asked, async () => {
        try {
          return unpack(await remote.callMember(id, method, args.map(pack), options));
        } catch (error) {
          throw error instanceof RemoteCallError ? ofGateway(name, error) : error;
        }
      });
    },
  };
}

/** Returns the answer of a call to another gateway, or throws its error in words for clients. */
export async function answered<Answer>(asked: Asked, call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    throw failureOf(error, asked);
  }
}

/** The caller of another gateway cannot tell which gateway has a reason to refuse. */
const ofGateway = (name: string, { code, message, details }: RemoteCallError): RemoteCallError =>
  new RemoteCallError({ code, message: `${name}: ${message}`, details });
