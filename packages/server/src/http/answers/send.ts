import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Answer } from './answer.js';
import { type WholeAnswer, writeWhole } from './write.js';

/**
 * Gives an answer to its carrier. A complete one goes straight to Node's response, because a `Response` object with its
 * headers and stream costs more than everything else about a request; see ADR 142.
 */
export function sendAnswer(answer: Answer, outgoing: ServerResponse | undefined): Response {
  if (outgoing === undefined || answer.body instanceof ReadableStream) return responseOf(answer);
  writeWhole(answer as WholeAnswer, outgoing);
  return RESPONSE_ALREADY_SENT;
}

function responseOf({ status, headers, cookies, body }: Answer): Response {
  const pairs: [string, string][] = Object.entries(headers);
  for (const cookie of cookies) pairs.push(['set-cookie', cookie]);
  const whole = Array.isArray(body) ? Buffer.concat(body) : body;
  return new Response(whole as ConstructorParameters<typeof Response>[0], { status, headers: pairs });
}
