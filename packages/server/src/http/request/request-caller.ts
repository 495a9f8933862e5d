import type { InspectedRequest, Principal, RequestFacts } from '@ccu-gateway/auth-core';
import { type Caller, headerOf } from '../../operation/caller.js';

/**
 * The caller behind one HTTP request. A class for the same reason as the request that carries it: its signals are asked
 * for by few handlers and expensive to make for all, and getters of an object literal would outlive the request.
 */
export class RequestCaller implements Caller {
  constructor(
    readonly request: InspectedRequest,
    readonly principal: Principal | null,
    readonly requestId: string,
    private readonly signals: { readonly gone: { readonly signal: AbortSignal }; readonly stopping: AbortSignal },
  ) {}

  get facts(): RequestFacts {
    return this.request.facts;
  }

  get editToken(): string | undefined {
    return headerOf(this, 'x-edit-token');
  }

  get signal(): AbortSignal {
    return this.signals.gone.signal;
  }

  get closing(): AbortSignal {
    return AbortSignal.any([this.signal, this.signals.stopping]);
  }
}
