import type { RequestFacts } from '../model/request.js';

/** One year; only sent when the operator requested it, or declared that TLS is in front. */
const HSTS = ['Strict-Transport-Security', 'max-age=31536000'] as const;

type Headers = readonly (readonly [name: string, value: string])[];

const framedBy = (ancestors: string): Headers => [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cache-Control', 'no-store'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Content-Security-Policy', `frame-ancestors ${ancestors}`],
];

const ALONE = framedBy("'none'");
// The supervisor shows the pages in a frame of its own origin; no other site may frame them.
const FRAMED = framedBy("'self'");
const SECURED = { alone: [...ALONE, HSTS], framed: [...FRAMED, HSTS] } as const;

/** Headers every answer carries; set them before the handler runs. The same lists are returned again and again. */
export function staticHeaders(facts: RequestFacts | null, withHsts: boolean): Headers {
  if (facts?.ingressPath) return withHsts ? SECURED.framed : FRAMED;
  return withHsts ? SECURED.alone : ALONE;
}
