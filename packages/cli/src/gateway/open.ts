import type { Login } from '../login/store.js';
import type { CliIo } from '../terminal/io.js';
import type { Output } from '../terminal/output.js';
import type { Rest } from './rest.js';
import type { CredentialSource } from './sign-in-fix.js';
import type { Trust } from './trust.js';

/** Credential, with the trust settings of its certificate. */
export type Credential = Partial<Pick<Login, 'token' | 'session' | 'ca' | 'fingerprint'>>;

interface Target {
  /** One gateway, or several with the same data. */
  readonly targets: readonly string[];
  readonly credential: Credential;
  readonly source: CredentialSource;
  readonly trust: Trust | undefined;
  readonly timeoutMs: number;
}

/** A gateway that is asked with a credential. */
export async function openGateway(
  io: CliIo,
  { progress }: Output,
  { targets, credential, source, trust, timeoutMs }: Target,
): Promise<Rest> {
  // Printed also with --quiet: people must not get used to it.
  if (trust?.kind === 'insecure') {
    io.stderr.write(
      'warning: --insecure: any machine on the way can read the token and answer instead of the gateway\n',
    );
  }
  // The HTTP client is loaded only when a gateway is called.
  const [{ createRest }, { connectionsOf }, { withSession }] = await Promise.all([
    import('./rest.js'),
    import('./connections.js'),
    import('./session.js'),
  ]);
  const trusted = trust === undefined ? undefined : await connectionsOf(trust);
  const { token, session } = credential;
  const connections = token === undefined && session !== undefined ? withSession(session, trusted) : trusted;
  return createRest({ urls: targets, token, source, timeoutMs, signal: io.signal, progress, connections });
}
