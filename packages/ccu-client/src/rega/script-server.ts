import { isCcuError } from '../model/errors.js';
import { serialNumberOf } from '../model/serial-number.js';
import { mapStatus } from '../transport/errors.js';
import type { HttpClient } from '../transport/http.js';
import { basicAuthorization, decodeLatin1, encodeLatin1 } from '../wire/codecs/index.js';
import { systemSerial } from './scripts/system.js';

/** Script server of a CCU: it runs posted scripts. */
export interface ScriptServer {
  /** The output of a script. */
  output(source: string, withCredentials: boolean, signal?: AbortSignal): Promise<string>;
  /** The serial number of the CCU behind the port. Credentials go there only where a setting names the port. */
  identify(signal?: AbortSignal): Promise<Identified>;
}

interface Identified {
  readonly serial?: string;
  /** The server wants them. */
  readonly withCredentials: boolean;
}

export interface ScriptServerDeps {
  readonly http: HttpClient;
  /** A setting names the port; else it is the default one, which may belong to another CCU behind the same address. */
  readonly configured: boolean;
  readonly credentials?: { readonly username: string; readonly password: string };
  readonly timeoutMs: number;
}

const PATH = '/ccu-gateway.exe';

export function createScriptServer({ http, configured, credentials, timeoutMs }: ScriptServerDeps): ScriptServer {
  function authorization(): Readonly<Record<string, string>> {
    if (credentials === undefined) return {};
    return { Authorization: basicAuthorization(credentials.username, credentials.password) };
  }

  async function output(source: string, withCredentials: boolean, signal?: AbortSignal): Promise<string> {
    const encoded = encodeLatin1(source);
    const { status, body } = await http.exchange({
      path: PATH,
      headers: {
        'Content-Type': 'text/plain; charset=iso-8859-1',
        'Content-Length': String(encoded.byteLength),
        ...(withCredentials ? authorization() : {}),
      },
      body: encoded,
      timeoutMs,
      signal,
      once: true,
    });
    const refused = mapStatus(status);
    if (refused !== undefined) throw refused;
    const text = decodeLatin1(body);
    // Behind the output the server echoes every variable of the script.
    const echo = text.lastIndexOf('<xml>');
    return echo < 0 ? text : text.slice(0, echo);
  }

  async function serial(withCredentials: boolean, signal?: AbortSignal): Promise<string | undefined> {
    const decoded = systemSerial.decode(await output(systemSerial.source({}), withCredentials, signal));
    return decoded.kind === 'rows' ? serialNumberOf(decoded.rows[0]?.serial) : undefined;
  }

  return {
    output,
    async identify(signal) {
      try {
        return { serial: await serial(false, signal), withCredentials: false };
      } catch (error) {
        const wantsCredentials = isCcuError(error) && error.code === 'login_refused';
        if (!wantsCredentials || !configured || credentials === undefined) throw error;
        return { serial: await serial(true, signal), withCredentials: true };
      }
    },
  };
}
