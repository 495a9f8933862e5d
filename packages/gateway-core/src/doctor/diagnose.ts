import type { DoctorReport } from '@ccu-gateway/contract/types';
import type { DoctorFacts } from '../ports/doctor.js';
import { toTimestamp } from '../use-case/timestamp.js';
import { bridgesRule } from './bridges.js';
import { callbackRule, loopRule } from './callback.js';
import { callersRule } from './callers.js';
import { configRule, cookiesRule } from './config.js';
import { dataDirectoryRule } from './data-directory.js';
import { devicesRule, radioRule } from './devices.js';
import type { DoctorRule } from './finding.js';
import { othersRule, sharedRule } from './gateways.js';
import { credentialsRule, scriptsRule, sessionsRule, timeRule } from './hub.js';
import { clockRule, diskRule, nodeRule, portsRule } from './machine.js';
import { namesRule } from './names.js';
import { dnsRule, reachabilityRule } from './reachability.js';
import { versionsRule } from './versions.js';

/** Rules about all CCUs, and the gateway that is connected with them. */
const OF_CCUS = [
  dnsRule,
  reachabilityRule,
  credentialsRule,
  sessionsRule,
  scriptsRule,
  namesRule,
  callbackRule,
  loopRule,
  timeRule,
  radioRule,
  devicesRule,
  versionsRule,
].map(
  (rule): DoctorRule =>
    (facts) => [
      ...rule(facts),
      ...(facts.elsewhere ?? []).flatMap(({ gateway, facts: told }) =>
        // "This machine" is another one there.
        told === undefined ? [] : rule(told).map((finding) => ({ ...finding, gateway })),
      ),
    ],
);

/** In the order of the way from the configuration to an event. */
const RULES: readonly DoctorRule[] = [
  configRule,
  cookiesRule,
  nodeRule,
  dataDirectoryRule,
  sharedRule,
  diskRule,
  clockRule,
  portsRule,
  othersRule,
  callersRule,
  ...OF_CCUS,
  bridgesRule,
];

/**
 * Evaluates the facts: each fault with its effect and its remedy, and each healthy part.
 *
 * @example
 * const { problems, findings } = diagnose(await doctor.examine({ signal }));
 */
export function diagnose(facts: DoctorFacts): DoctorReport {
  const findings = RULES.flatMap((rule) => rule(facts));
  const count = (wanted: string) => findings.filter(({ severity }) => severity === wanted).length;
  return {
    version: facts.version,
    running: facts.running,
    examined_at: toTimestamp(facts.now),
    problems: count('problem'),
    warnings: count('warning'),
    findings,
  };
}
