/**
 * State of the connection with the broker. `refused`: its data must not be used, and nothing is done with them until a
 * person has followed the remedy.
 */
export type FleetHealth =
  | { readonly state: 'connected' }
  | { readonly state: 'outage'; readonly reason: string }
  | { readonly state: 'refused'; readonly reason: string; readonly remedy: string };
