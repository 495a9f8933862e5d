import { refusing } from '../failures/failures.js';
import { OTHER_GATEWAYS } from '../model/configured-sources.js';
import type { NameOfOption } from '../model/options.js';
import type { AuthLogger } from '../model/ports.js';
import { ok } from '../model/problem.js';
import type { Settings } from '../settings/settings.js';
import type { SetupCode } from './code.js';
import type { Sources } from './sources.js';

interface AnnouncementParts {
  readonly settings: Pick<Settings, 'bootstrap'>;
  readonly sources: Pick<Sources, 'any'>;
  readonly logger: AuthLogger;
  readonly nameOf: NameOfOption;
}

/** Logs once the state of authentication sources and setup for the operator. */
export async function announceSetup(
  { settings, sources, logger, nameOf }: AnnouncementParts,
  code: Pick<SetupCode, 'current' | 'forget'>,
): Promise<void> {
  const source = await sources.any();
  // Only for sources that all gateways see: another one may have no source outside the stores, and its log shows the
  // code.
  if (source === 'local_users' || source === 'admin_tokens' || source === OTHER_GATEWAYS) await code.forget();
  if (source === OTHER_GATEWAYS) {
    logger.warn('setup.onboarding.dormant', {
      reason: 'another gateway lets callers in by its own configuration, or has done so; here is no account',
      effect: 'no account can sign in at this gateway',
      remedy: 'give this gateway the same configuration or an account; where no gateway has one any more, reset access',
    });
  }
  if (source !== null) return;
  if (!settings.bootstrap.allowFirstRunSetup) {
    logger.warn('setup.onboarding.dormant', {
      reason: 'no authentication source is configured and first-run setup is pinned shut',
      effect: 'no account can sign in',
      remedy: `set ${nameOf('bootstrap.allowFirstRunSetup')} to true in the configuration file and restart`,
    });
  } else await refusing(async () => ok(await code.current()));
}
