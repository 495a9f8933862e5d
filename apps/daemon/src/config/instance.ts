import { hostname } from 'node:os';
import type { GatewayConfig } from './schema.js';

/** By which name this gateway is known among those that it shares something with. */
export function instanceOf({ callback }: Pick<GatewayConfig, 'callback'>): string {
  return callback.instance_name ?? hostname();
}
