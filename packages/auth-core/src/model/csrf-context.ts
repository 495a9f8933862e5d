/** Context of a CSRF token. A token made for one context is worth nothing in another. */
export type CsrfContext =
  | { readonly kind: 'session'; readonly idHash: string }
  | { readonly kind: 'ingress'; readonly path: string; readonly userId: string }
  | { readonly kind: 'anonymous' };
