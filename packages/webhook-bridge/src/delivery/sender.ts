import type { Message } from '../formats/format.js';
import { formatOfSecret, webhookSecretFault } from '../formats/formats.js';
import { type Attempt, createRequests, type RequestSettings, type SenderEnvironment } from '../requests/requests.js';

/** Address of the receiver and secret of the signature. */
export interface ReceiverSettings extends RequestSettings {
  /** `http://` or `https://`, without user and password. */
  readonly url: string;
  /** In the form of one of the formats, such as `whsec_` and 24 to 64 bytes in base64. */
  readonly secret: string;
}

/** Makes attempts to deliver. */
export interface Sender {
  attempt(message: Message, signal: AbortSignal): Promise<Attempt>;
}

/** Throws `RangeError` where the secret or a network cannot be read. */
export function createSender(settings: ReceiverSettings, environment: SenderEnvironment): Sender {
  const { url } = settings;
  const requests = createRequests(settings, environment);
  const signing = formatOfSecret(settings.secret);
  if (signing === undefined) throw new RangeError(`secret of a webhook: ${webhookSecretFault(settings.secret)}`);
  const { format, key } = signing;

  function requestOf(message: Message) {
    const timestamp = Math.floor(environment.now() / 1000);
    const body = format.bodyOf(message);
    const headers = {
      'content-type': format.contentType,
      'user-agent': 'ccu-gateway',
      ...format.headersOf({ id: message.id, timestamp, body }, key),
    };
    return { url, headers, body };
  }

  return { attempt: (message, signal) => requests.attempt(url, () => requestOf(message), signal) };
}
