import type { NameOfOption } from '../model/options.js';
import type { AuthLogger } from '../model/ports.js';
import type { RequestFacts } from '../model/request.js';
import type { ForwardingClaim } from './find-client.js';

const mostPeers = 16;

/** Logs once for each peer that it forwards requests without being trusted: all callers behind it look like one. */
export type NoticeForwarding = (inspected: { readonly facts: RequestFacts; readonly claim: ForwardingClaim }) => void;

export function createForwardingNotice(logger: AuthLogger, nameOf: NameOfOption): NoticeForwarding {
  const setting = nameOf('trustedProxies');
  const said = new Set<string>();
  return ({ facts: { peer }, claim }) => {
    if (claim !== 'unbelieved' || said.has(peer) || said.size >= mostPeers) return;
    said.add(peer);
    logger.warn('auth.proxy.untrusted', {
      peer,
      setting,
      effect: 'callers behind this peer count as one: wrong passwords of one lock accounts for all, and setup is shut',
      remedy: `list the peer in ${setting} if it is a reverse proxy of yours`,
    });
  };
}
