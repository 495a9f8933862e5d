import type { HealthComponent, HealthSource, HealthStatus } from '../ports/house.js';

/** State that a part of the gateway reports about itself. */
export interface Finding {
  readonly status: HealthStatus;
  /** One sentence for people: the fault and a hint. Only if there is a fault. */
  readonly note?: string;
  /** The stable word for a fault, if there is one: for programs, which must not read the note. */
  readonly reason?: string;
  /** True when it keeps accounts from signing in, so that the sign-in page has to show it. */
  readonly affectsSignIn?: boolean;
}

/** State that every part of the gateway reports about itself, requested each time. */
export interface Health extends HealthSource {
  /** A part that looks when it is asked. The answer stops it. */
  check(name: string, look: () => Finding | readonly (Finding & { readonly name: string })[]): () => void;
}

const severity: Readonly<Record<HealthStatus, number>> = { healthy: 0, unknown: 1, degraded: 2, unhealthy: 3 };

/**
 * Gathers the verdicts of all parts: the whole is as bad as its worst part, and each verdict has the time it was first
 * reached.
 *
 * @example
 * const health = createHealth(time.now);
 * health.check('storage', () => ({ status: 'degraded', note: 'the disk is full' }));
 */
export function createHealth(now: () => number): Health {
  const checks = new Map<string, () => Finding | readonly (Finding & { readonly name: string })[]>();
  /** Time at which each verdict was first reached, so that people see the beginning of a fault. */
  const since = new Map<string, { readonly finding: string; readonly at: number }>();

  function recordedAt(name: string, finding: Finding): number {
    const text = JSON.stringify(finding);
    const known = since.get(name);
    if (known?.finding === text) return known.at;
    since.set(name, { finding: text, at: now() });
    return now();
  }

  function component(name: string, { status, note, reason, affectsSignIn }: Finding): HealthComponent {
    const finding = {
      status,
      ...(note !== undefined && { note }),
      ...(reason !== undefined && { reason }),
      ...(affectsSignIn !== undefined && { affectsSignIn }),
    };
    return { name, ...finding, recordedAt: recordedAt(name, finding) };
  }

  return {
    check(name, look) {
      checks.set(name, look);
      return () => checks.delete(name);
    },
    health() {
      const components = [...checks].flatMap(([name, look]) => {
        const found = look();
        return Array.isArray(found)
          ? found.map((each) => component(`${name}.${each.name}`, each))
          : [component(name, found as Finding)];
      });
      const status = components.reduce<HealthStatus>(
        (worst, each) => (severity[each.status] > severity[worst] ? each.status : worst),
        'healthy',
      );
      return { status: status === 'unknown' ? 'degraded' : status, components };
    },
  };
}
