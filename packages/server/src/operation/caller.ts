import {
  type Actor,
  type Auth,
  actorOf,
  type InspectedRequest,
  type Principal,
  type RequestFacts,
} from '@ccu-gateway/auth-core';
import type { Caller as UseCaseCaller } from '@ccu-gateway/gateway-core';
import { principalOf } from '@ccu-gateway/gateway-core/use-cases';

/** Caller of a request, and the request itself. Made anew for every request and every WebSocket command. */
export interface Caller extends UseCaseCaller {
  /** Null on public operations only. */
  readonly principal: Principal | null;
  /** The request as it came off the wire and was inspected; access control reads nothing of it again. */
  readonly request: InspectedRequest;
  readonly facts: RequestFacts;
  readonly requestId: string;
  /** Aborted when the caller went away. */
  readonly signal: AbortSignal;
  /** The same, and also aborted when the gateway stops: for answers that have no end of their own. */
  readonly closing: AbortSignal;
}

/** The principal as use cases see it: while role gates are off, every principal may do everything. */
export function actingPrincipal(auth: Pick<Auth, 'rolesEnforced'>, principal: Principal): Principal {
  return auth.rolesEnforced ? principal : { ...principal, role: 'admin' };
}

/** Actor of an administrative change in the audit log. */
export function actorOfCaller(caller: Caller): Actor {
  return actorOf(principalOf(caller), caller.facts, caller.requestId);
}

/** The first value of a header of the caller's request. `name` in lower case. */
export function headerOf(caller: Pick<Caller, 'request'>, name: string): string | undefined {
  return rawHeader(caller.request.rawHeaders, name);
}

export function rawHeader(rawHeaders: readonly string[], name: string): string | undefined {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const candidate = rawHeaders[index]!;
    if (candidate.length === name.length && candidate.toLowerCase() === name) return rawHeaders[index + 1];
  }
  return undefined;
}
