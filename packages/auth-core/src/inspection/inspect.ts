import { type HeaderView, viewHeaders } from '../http/headers.js';
import { parseTarget } from '../http/target.js';
import { ok, type Result, refuse } from '../model/problem.js';
import { problem } from '../model/problems.js';
import type { InspectedRequest, RequestDescription, RequestFacts } from '../model/request.js';
import { normaliseAddress } from '../net/address.js';
import type { Settings } from '../settings/settings.js';
import { type FoundClient, findClient } from './find-client.js';
import type { NoticeForwarding } from './forwarding-notice.js';
import { identifySource, type Source } from './identify-source.js';
import { type IngressOrigin, recogniseIngress } from './ingress.js';
import { ownHosts } from './own-hosts.js';

/** Data read from a request in addition to the published facts. */
interface Findings {
  readonly facts: RequestFacts;
  readonly headers: HeaderView;
  readonly ingress: IngressOrigin | null;
  /** The claim of its headers about its origin address. */
  readonly claim: FoundClient['claim'];
  /** Whom the throttle counts it against. */
  readonly source: () => Source;
  /** Every host the caller may have addressed, as `Host` and trusted proxies name it. */
  readonly hosts: () => readonly string[];
}

/**
 * A request of acceptable shape, with the data read from it. A class, because it is known by its identity: an object
 * that only has the same members was not inspected.
 */
export class Inspected implements InspectedRequest {
  readonly method: string;
  readonly target: string;
  readonly rawHeaders: readonly string[];
  readonly peerAddress: string;
  readonly isUpgrade: boolean;
  readonly requestId: string | undefined;
  readonly facts: RequestFacts;
  readonly headers: HeaderView;
  readonly ingress: IngressOrigin | null;
  readonly claim: FoundClient['claim'];
  readonly source: () => Source;
  readonly hosts: () => readonly string[];

  constructor(request: RequestDescription, findings: Findings) {
    this.method = request.method;
    this.target = request.target;
    this.rawHeaders = request.rawHeaders;
    this.peerAddress = request.peerAddress;
    this.isUpgrade = request.isUpgrade ?? false;
    this.requestId = request.requestId;
    this.facts = findings.facts;
    this.headers = findings.headers;
    this.ingress = findings.ingress;
    this.claim = findings.claim;
    this.source = findings.source;
    this.hosts = findings.hosts;
  }
}

/** Reads a request once: one that was inspected already is answered as it is. */
export type Inspect = (request: RequestDescription) => Result<Inspected>;

export function createInspect(settings: Settings, noticeForwarding: NoticeForwarding): Inspect {
  return (request) => {
    if (request instanceof Inspected) return ok(request);
    const read = readRequest(request, settings);
    if (read.ok) noticeForwarding(read.value);
    return read;
  };
}

/** Checks that need no credential: duplicate headers, path, peer. */
function readRequest(request: RequestDescription, settings: Settings): Result<Inspected> {
  const headers = viewHeaders(request.rawHeaders);
  if (headers.duplicate) return refuse(problem('header_duplicate'));
  const target = parseTarget(request.target);
  if (!target) return refuse(problem('path_invalid'));
  const peer = normaliseAddress(request.peerAddress);
  const ingress = recogniseIngress(settings.ingress, peer, headers);
  const proxies = { isTrustedProxy: settings.isTrustedProxy, isIngress: ingress !== null };
  const found = findClient(peer, headers, proxies);
  const { basePath, path } = ingress
    ? { basePath: `${ingress.path}/`, path: target.path }
    : servedPath(headers, settings.isTrustedProxy(peer), target.path);
  // Each member by name: members after a spread cost half of the whole check.
  const facts: RequestFacts = {
    basePath,
    path,
    query: target.query,
    peer,
    client: found.client,
    ingressPath: ingress?.path ?? null,
  };
  const source = () => identifySource(peer, found, proxies);
  const hosts = () => ownHosts(peer, headers, proxies);
  return ok(new Inspected(request, { facts, headers, ingress, claim: found.claim, source, hosts }));
}

/** Slash and name in turn. No name begins with a dot, so that none leads upwards and no two slashes meet. */
const pathGrammar = /^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,63}){1,8}\/?$/;

/** Base path of the gateway as the caller sees it, and the requested path below it. */
interface ServedPath {
  /** With a slash at its end; `/` where no proxy names one. */
  readonly basePath: string;
  readonly path: string;
}

/**
 * Reads the headers of a trusted proxy about the path of the gateway: `X-Forwarded-Prefix` names a prefix that it
 * removed, `X-Script-Name` one that is still on the request. An unreadable value is ignored: no part of it is repeated
 * in a link or a cookie.
 */
function servedPath(headers: HeaderView, isFromTrustedProxy: boolean, path: string): ServedPath {
  const asked = { basePath: '/', path };
  if (!isFromTrustedProxy) return asked;
  const taken = readable(headers.get('x-forwarded-prefix'));
  if (taken !== null) return { basePath: taken, path };
  const kept = readable(headers.get('x-script-name'));
  return kept !== null && path.startsWith(kept) ? { basePath: kept, path: path.slice(kept.length - 1) } : asked;
}

function readable(prefix: string | undefined): string | null {
  if (prefix === undefined || !pathGrammar.test(prefix)) return null;
  return prefix.endsWith('/') ? prefix : `${prefix}/`;
}
