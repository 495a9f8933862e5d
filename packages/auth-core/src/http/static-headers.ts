import type { RequestFacts } from '../model/request.js';

/** One year; only sent when the operator requested it, or declared that TLS is in front. */
const hsts = 'max-age=31536000';

/** Headers every answer carries; set them before the handler runs. */
export function staticHeaders(
  facts: RequestFacts | null,
  withHsts: boolean,
): readonly (readonly [name: string, value: string])[] {
  // The supervisor shows the pages in a frame of its own origin; no other site may frame them.
  const ancestors = facts?.ingressPath ? "'self'" : "'none'";
  const headers: (readonly [string, string])[] = [
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'no-referrer'],
    ['Cache-Control', 'no-store'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Content-Security-Policy', `frame-ancestors ${ancestors}`],
  ];
  if (withHsts) headers.push(['Strict-Transport-Security', hsts]);
  return headers;
}
