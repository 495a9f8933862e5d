import { isForeign } from '../http/origin.js';
import type { Inspected } from '../inspection/inspect.js';
import type { CsrfContext } from '../model/csrf-context.js';
import type { NameOfOption } from '../model/options.js';
import type { AuthLogger, Clock } from '../model/ports.js';
import type { AuthProblem } from '../model/problem.js';
import { originForbidden } from '../model/problems.js';
import type { Settings } from '../settings/settings.js';

/** The one guard against pages of other sites, for requests and upgrades. */
export interface OriginGuard {
  /** Null for a request that may come from where its headers claim; `by` is the kind of credential it was let in by. */
  refusal(inspected: Inspected, by?: CsrfContext['kind']): AuthProblem | null;
}

export interface OriginGuardParts {
  readonly settings: Pick<Settings, 'allowedOrigins' | 'ownScheme'>;
  readonly logger: AuthLogger;
  readonly nameOf: NameOfOption;
  readonly clock: Clock;
}

/** Pages that were reported; the oldest is forgotten, and reported again when it comes back. */
const MOST_PAGES = 64;
const REPORTS_PER_MINUTE = 10;
const MINUTE_MS = 60_000;
const LONGEST = 200;

export function createOriginGuard({ settings, logger, nameOf, clock }: OriginGuardParts): OriginGuard {
  const setting = nameOf('publicUrl');
  const reported = new Set<string>();
  let minute = { from: clock.now(), reports: 0 };

  /** Each page once: any site can send as many requests as it likes. */
  const report = ({ headers, hosts, facts, isUpgrade }: Inspected) => {
    const origin = (headers.get('origin') ?? '').slice(0, LONGEST);
    const named = hosts().join(', ').slice(0, LONGEST);
    const page = `${origin} ${named} ${isUpgrade}`;
    if (reported.has(page)) return;
    const now = clock.now();
    if (Math.abs(now - minute.from) >= MINUTE_MS) minute = { from: now, reports: 0 };
    if (minute.reports >= REPORTS_PER_MINUTE) return;
    minute.reports += 1;
    const [oldest] = reported;
    if (reported.size >= MOST_PAGES && oldest !== undefined) reported.delete(oldest);
    reported.add(page);
    logger.warn('auth.origin.refused', {
      origin,
      hosts: named,
      site: (headers.get('sec-fetch-site') ?? '').slice(0, LONGEST),
      path: facts.path.slice(0, LONGEST),
      upgrade: isUpgrade,
      peer: facts.peer,
      setting,
      remedy: `if the origin is the address under which this gateway is opened, set ${setting} to it or have the proxy pass Host on with its port; if it is another page of yours, list it in ${nameOf('cors')}`,
    });
  };

  return {
    refusal(inspected, by) {
      if (!isForeign(inspected, settings, by)) return null;
      report(inspected);
      return originForbidden(setting);
    },
  };
}
