import { alone } from './alone.js';
import type { Site, SiteOptions } from './model/site.js';

/**
 * The site that the configuration describes. The code for several gateways is loaded only for them.
 * @throws ConfigError where their servers do not answer, or refuse
 */
export async function openSite(options: SiteOptions): Promise<Site> {
  if (options.loaded.config.fleet.nats.servers.length === 0) return alone;
  const { openFleetSite } = await import('../fleet/site.js');
  return await openFleetSite(options);
}
