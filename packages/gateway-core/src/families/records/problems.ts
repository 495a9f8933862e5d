import type { InstallationProblem } from '@ccu-gateway/contract/types';
import type { Scope } from '@ccu-gateway/device-model';
import type { HealthComponent, HealthSource, House } from '../../ports/house.js';
import { knownScope } from '../../use-case/choose.js';
import { toTimestamp } from '../../use-case/timestamp.js';

/** Ports of the use cases about problems. */
export interface ProblemReading {
  readonly house: House;
  readonly health: HealthSource;
}

/** Health components of interfaces; the model reports their problems. */
const OF_CCU = 'ccu.';

/**
 * The problems of the installation by cause, the worst first: a CCU or interface without a connection is one problem with
 * its consequences. Parts of the gateway are included, unless one CCU is named. Role `viewer`.
 *
 * @throws GatewayError `not_found` for an unknown CCU
 * @example
 * const [worst] = core.as(caller).problems.list({});
 */
export function listProblems({ house, health }: ProblemReading, scope: Scope): readonly InstallationProblem[] {
  const of = knownScope(house, scope);
  const { components } = health.health();
  const since = new Map(
    components
      .filter(({ status }) => status !== 'healthy')
      .map(({ name, recordedAt }) => [name, toTimestamp(recordedAt)] as const),
  );
  const found = house.problems({ ...of, downSince: (id) => since.get(`${OF_CCU}${id}`) });
  if (of.central !== undefined) return found;
  const parts = components.filter(isUnwellPart).map(partProblem);
  const isWarning = ({ severity }: InstallationProblem) => severity === 'warning';
  const all = [...found, ...parts];
  return [...all.filter((each) => !isWarning(each)), ...all.filter(isWarning)];
}

const isUnwellPart = ({ name, status }: HealthComponent) =>
  (status === 'degraded' || status === 'unhealthy') && !name.startsWith(OF_CCU);

function partProblem({ name, status, note, recordedAt }: HealthComponent): InstallationProblem {
  return {
    id: `part:${name}`,
    kind: 'part_unwell',
    severity: status === 'unhealthy' ? 'critical' : 'warning',
    summary: `${name} does not work as it should`,
    name,
    since: toTimestamp(recordedAt),
    ...(note !== undefined && { note }),
  };
}
