import { type HeaderView, viewHeaders } from './http/headers.js';
import { problem } from './http/problems.js';
import { parseTarget } from './http/target.js';
import { normaliseAddress } from './net/address.js';
import { type FoundClient, findClient } from './net/find-client.js';
import { identifySource, type Source } from './net/identify-source.js';
import { ok, type Result, refuse } from './problem.js';
import type { RequestDescription, RequestFacts } from './request.js';
import { type IngressOrigin, recogniseIngress } from './schemes/ingress.js';
import type { Settings } from './settings.js';

/** A request whose shape was found acceptable, with what was read from it. */
export interface Inspected {
  readonly request: RequestDescription;
  readonly headers: HeaderView;
  readonly facts: RequestFacts;
  readonly ingress: IngressOrigin | null;
  /** What its headers claim about where it came from. */
  readonly claim: FoundClient['claim'];
  /** Whom the throttle counts it against. */
  readonly source: () => Source;
}

/** Duplicate headers, path, peer: what can be refused before anybody is asked who they are. */
export function inspectRequest(request: RequestDescription, settings: Settings): Result<Inspected> {
  const headers = viewHeaders(request.rawHeaders);
  if (headers.duplicate) return refuse(problem('header_duplicate'));
  const target = parseTarget(request.target);
  if (!target) return refuse(problem('path_invalid'));
  const peer = normaliseAddress(request.peerAddress);
  const ingress = recogniseIngress(settings.ingress, peer, headers);
  const proxies = { isTrustedProxy: settings.isTrustedProxy, isIngress: ingress !== null };
  const found = findClient(peer, headers, proxies);
  return ok({
    request,
    headers,
    ingress,
    claim: found.claim,
    facts: {
      path: target.path,
      query: target.query,
      peer,
      client: found.client,
      ingressPath: ingress?.path ?? null,
      basePath: ingress ? `${ingress.path}/` : '/',
    },
    source: () => identifySource(peer, found, proxies),
  });
}
