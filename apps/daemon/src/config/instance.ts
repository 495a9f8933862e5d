import { hostname } from 'node:os';
import type { GatewayConfig } from './schema.js';

/** Name of this gateway at shared services. */
export function instanceOf({ callback }: Pick<GatewayConfig, 'callback'>): string {
  return callback.instance_name ?? hostname();
}
