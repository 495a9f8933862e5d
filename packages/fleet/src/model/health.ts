/**
 * How the way to the broker is. `refused`: what is there must not be used, and nothing is done with it until a person has
 * followed the remedy.
 */
export type FleetHealth =
  | { readonly state: 'connected' }
  | { readonly state: 'outage'; readonly reason: string }
  | { readonly state: 'refused'; readonly reason: string; readonly remedy: string };
