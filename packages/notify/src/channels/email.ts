import { isIP } from 'node:net';
import { type Attempt, DeliveryFault, faultOf, type Requests } from '@ccu-gateway/webhook-bridge/requests';
import type { Note } from '../texts/note.js';
import type { Channel } from './port.js';
import type { ServiceSettings } from './settings.js';

/** Ports of e-mail servers for programs. */
const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const;

/** The library is installed only where people want e-mail. */
const load = () =>
  import('nodemailer').catch(() => {
    throw new DeliveryFault('refused', 'e-mail needs the package nodemailer: install it beside the gateway');
  });

/**
 * Notes as plain e-mail. A password is sent over TLS only. Connections go to the judged addresses of the server, and its
 * certificate is that of its name.
 */
export function createEmail(settings: ServiceSettings, requests: Pick<Requests, 'connect'>): Channel {
  const { url, token, user, to = '', from = '', ca } = settings;
  const { protocol, hostname, port } = new URL(url);
  // A URL has IPv6 addresses in brackets.
  const host = hostname.replaceAll(/[[\]]/g, '');
  const isSecure = protocol.toLowerCase() === 'smtps:';

  async function send(address: string, note: Note, signal: AbortSignal): Promise<Attempt> {
    const { createTransport } = await load();
    const transport = createTransport({
      host: address,
      port: port === '' ? PORTS[isSecure ? 'smtps:' : 'smtp:'] : Number(port),
      secure: isSecure,
      requireTLS: !isSecure && token !== undefined,
      tls: { ...(isIP(host) === 0 ? { servername: host } : {}), ...(ca === undefined ? {} : { ca }) },
      // A message is text: nothing is read from files or URLs.
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(token === undefined ? {} : { auth: { user: user ?? from, pass: token } }),
    });
    const end = () => transport.close();
    signal.addEventListener('abort', end, { once: true });
    try {
      await Promise.race([transport.sendMail(mailOf({ to, from }, note)), aborted(signal)]);
      return { taken: true, status: 250 };
    } catch (error) {
      return attemptOf(error);
    } finally {
      signal.removeEventListener('abort', end);
      transport.close();
    }
  }

  return {
    async deliver(note, signal) {
      try {
        return await requests.connect(url, ([first], end) => send(first?.address ?? '', note, end), signal);
      } catch (error) {
        return { taken: false, fault: faultOf(error), forGood: false };
      }
    },
  };
}

const mailOf = (people: { readonly to: string; readonly from: string }, { id, title, text, at, level }: Note) => ({
  ...people,
  subject: title,
  text,
  date: new Date(at),
  messageId: `<${id}@ccu-gateway>`,
  priority: level === 'danger' ? ('high' as const) : ('normal' as const),
});

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** Faults of the library, in words without user name, address and password. */
function attemptOf(error: unknown): Attempt {
  if (error instanceof DeliveryFault) throw error;
  const {
    code,
    responseCode: status,
    message = '',
  } = Object(error) as {
    readonly code?: unknown;
    readonly responseCode?: unknown;
    readonly message?: string;
  };
  const answered = typeof status === 'number' ? { status } : {};
  const refused = (message: string, forGood = false): Attempt => ({
    ...{ taken: false, fault: new DeliveryFault('refused', message), forGood },
    ...answered,
  });
  if (code === 'EAUTH') return refused('the server does not take the user name or the password');
  if (code === 'ETLS') {
    const message = 'the server has no TLS that is accepted, and a password is not sent without it';
    return { taken: false, fault: new DeliveryFault('tls', message), forGood: false };
  }
  if (typeof status === 'number') return refused(`the server answered ${status}`, status >= 500 && code === 'EMESSAGE');
  // The library puts its own code in place of that of the system.
  const [system] = /\bE(CONNREFUSED|HOSTUNREACH|NETUNREACH|TIMEDOUT)\b/.exec(message) ?? [];
  const known = system ?? (/certificate|\b(SSL|TLS)\b/i.test(message) ? 'CERT_REFUSED' : undefined);
  throw known === undefined ? error : Object.assign(new Error(), { code: known });
}
