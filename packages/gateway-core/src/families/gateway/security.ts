import type {
  SecurityClass,
  SecurityClassReport,
  SecurityFault,
  SecurityOverview,
  SecuritySource,
} from '@ccu-gateway/contract/types';
import type { SecurityKeeping } from '../../security/security.js';
import { type Caller, principalOf } from '../../use-case/caller.js';
import { type Recording, recordChange } from '../../use-case/record.js';
import { reading, useCase } from '../../use-case/use-case.js';
import { type Alarming, acknowledgeAlarmZone } from './alarm.js';

/** Ports of the use cases that read the security overview. */
export interface SecurityReading {
  readonly security: SecurityKeeping;
}

/** Ports of the use cases that change it. */
export interface SecurityWriting extends SecurityReading, Recording {}

const by = (caller: Caller): string => principalOf(caller).subject;

/** One answer over all dangers and faults. Role `viewer`. */
export const readSecurity = reading('viewer', ({ security }: SecurityReading): SecurityOverview => security.overview());

/** One class with its causes. Role `viewer`. */
export const readSecurityClass = reading(
  'viewer',
  ({ security }: SecurityReading, kind: SecurityClass): SecurityClassReport => security.ofClass(kind),
);

/** All causes, the worst first, with dangers that ended before somebody acknowledged them. Role `viewer`. */
export const listSecurityFaults = reading('viewer', ({ security }: SecurityReading): readonly SecurityFault[] =>
  security.faults(),
);

/** Causes that last, the worst first. Role `viewer`. */
export const listWarnings = reading('viewer', ({ security }: SecurityReading): readonly SecurityFault[] =>
  security.faults().filter(({ ended_at: endedAt }) => endedAt === undefined),
);

/** Everything that can be a cause, with the classes that are left out. Role `viewer`. */
export const listSecuritySources = reading('viewer', ({ security }: SecurityReading): readonly SecuritySource[] =>
  security.sources(),
);

/**
 * Acknowledges a cause: an operator knows of it. A danger that has ended leaves the list; the ended alarm of a zone is
 * acknowledged there, too. Role `operator`; audited as `security_acknowledge`.
 *
 * @throws GatewayError `not_found`, `service_unready` without storage
 */
export const acknowledgeSecurityFault = useCase(
  'operator',
  async (ports: SecurityWriting & Pick<Alarming, 'alarm'>, caller: Caller, id: string): Promise<void> => {
    const { zone_id: zone, ended_at: endedAt } = await ports.security.acknowledge(id, by(caller));
    recordChange(ports, caller, { action: 'security_acknowledge', note: id });
    if (zone !== undefined && endedAt !== undefined) await acknowledgeAlarmZone(ports, caller, zone);
  },
);

/**
 * Silences a cause until a time. Role `operator`; audited as `security_silence`.
 *
 * @throws GatewayError `not_found`, `validation`, `conflict` (reason `too_many_silences`), `service_unready`
 */
export const silenceWarning = useCase(
  'operator',
  async (ports: SecurityWriting, caller: Caller, id: string, until: string): Promise<SecurityFault> => {
    const silenced = await ports.security.silence(id, { until: Date.parse(until), by: by(caller) });
    recordChange(ports, caller, { action: 'security_silence', note: `${id} until ${until}` });
    return silenced;
  },
);

/** Ends the silence of a cause. Role `operator`; audited as `security_unsilence`. @throws GatewayError `not_found` */
export const unsilenceWarning = useCase(
  'operator',
  async (ports: SecurityWriting, caller: Caller, id: string): Promise<void> => {
    await ports.security.silence(id, undefined);
    recordChange(ports, caller, { action: 'security_unsilence', note: id });
  },
);

/** Leaves classes of a source out. Role `admin`; audited as `security_source`. @throws GatewayError `not_found` */
export const changeSecuritySource = useCase(
  'admin',
  async (
    ports: SecurityWriting,
    caller: Caller,
    ref: string,
    excluded: readonly SecurityClass[],
  ): Promise<SecuritySource> => {
    const before = ports.security.sources().find((source) => source.ref === ref)?.excluded ?? [];
    const changed = await ports.security.exclude(ref, excluded);
    const change = { parameter: 'excluded', before: [...before], after: [...changed.excluded] };
    recordChange(ports, caller, { action: 'security_source', note: ref, changes: [change] });
    return changed;
  },
);
