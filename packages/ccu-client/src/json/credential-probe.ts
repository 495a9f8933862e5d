import { isCcuError } from '../model/errors.js';
import type { HttpClient } from '../transport/http.js';
import { basicAuthorization, encodeXmlRpcCall, xmlRpcHeaders } from '../wire/codecs/index.js';

/**
 * Tries user name and password without opening a session: on the port of an interface, which asks for them where the CCU
 * protects its interfaces. `unknown` where it does not.
 */
export async function probeCredentials(
  deps: {
    readonly http: Pick<HttpClient, 'exchange'>;
    readonly path: string;
    readonly credentials?: { readonly username: string; readonly password: string };
    readonly timeoutMs: number;
  },
  signal?: AbortSignal,
): Promise<'accepted' | 'refused' | 'unknown'> {
  const { credentials, path, timeoutMs } = deps;
  if (credentials === undefined) return 'unknown';
  const attempt = async (headers: Readonly<Record<string, string>>) => {
    const body = encodeXmlRpcCall('system.listMethods', []);
    try {
      const answer = await deps.http.exchange({
        path,
        headers: { ...xmlRpcHeaders(body), ...headers },
        body,
        timeoutMs,
        signal,
      });
      return answer.status;
    } catch (error) {
      return isCcuError(error) ? 0 : -1;
    }
  };
  if ((await attempt({})) !== 401) return 'unknown';
  const status = await attempt({ Authorization: basicAuthorization(credentials.username, credentials.password) });
  if (status === 200) return 'accepted';
  return status === 401 ? 'refused' : 'unknown';
}
