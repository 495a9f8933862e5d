import type { InterfaceExamination } from '@ccu-gateway/ccu-client';
import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import type { DoctorFinding } from '@ccu-gateway/contract/types';
import type { CentralFacts } from '../ports/doctor.js';
import { type DoctorRule, type Draft, ok, problem, warning } from './finding.js';

const area = 'reachability' as const;

/** Answers that take more than half of the time limit fail as soon as the CCU has more to do. */
const isSlow = (ms: number, { examination: { patienceMs } }: CentralFacts) => ms > patienceMs / 2;

/** Checks that the name of each CCU resolves here. */
export const dnsRule: DoctorRule = ({ centrals }) =>
  centrals.map(({ name, host, examination: { addresses } }) => {
    const facts = { host, ...(addresses.length === 0 ? {} : { addresses: addresses.join(', ') }) };
    if (addresses.length > 0) {
      const what = addresses.includes(host) ? `${host} is an address` : `${host} is ${addresses.join(', ')}`;
      return ok({ id: 'dns.known', area: 'dns', central: name, what, facts });
    }
    return problem({
      id: 'dns.unknown_host',
      area: 'dns',
      central: name,
      what: `the name ${host} has no address here`,
      why: 'The CCU cannot be found.',
      fix: { text: 'Check the name, or set the address of the CCU.', setting: `centrals.${name}.host` },
      facts,
    });
  });

/** Checks that each CCU and each of its interfaces answers, and in time. */
export const reachabilityRule: DoctorRule = ({ centrals, now }) =>
  centrals.flatMap((central) => {
    if (central.examination.addresses.length === 0) return [];
    const whole = wholeCcu(central);
    const certificate = certificateFindings(central, now);
    if (whole !== undefined) return [whole, ...certificate];
    return [
      ...certificate,
      ...webFindings(central),
      ...central.examination.interfaces.flatMap((each) => interfaceFindings(central, each)),
    ];
  });

/** Fault of the CCU as a whole: then its interfaces need no findings. */
function wholeCcu({ name, host, tls, examination }: CentralFacts): DoctorFinding | undefined {
  const { web, interfaces } = examination;
  const all = (...codes: readonly InterfaceExamination['outcome'][]) =>
    interfaces.length > 0 && interfaces.every(({ outcome }) => codes.includes(outcome));
  const about = { area, central: name, facts: { host, web } } as const;
  if (web === 'tls_untrusted') return untrusted(name, examination);
  if (web === 'unreachable' && all('unreachable', 'timeout')) {
    return problem({
      ...about,
      id: 'ccu.unreachable',
      what: `nothing answers at ${host}`,
      why: 'Without it there is no device, no value and no event.',
      fix: { text: 'Check that the CCU is on and in this network, and its host.', setting: `centrals.${name}.host` },
    });
  }
  if (web === 'timeout' && all('timeout', 'unreachable', 'booting')) {
    return problem({
      ...about,
      id: 'ccu.silent',
      what: `${host} takes connections and does not answer`,
      why: 'The CCU hangs, or something between it and the gateway swallows the answers.',
      fix: { text: 'Restart the CCU; where that does not help, check firewalls and VPNs on the way.' },
    });
  }
  if (web === 'booting') {
    return problem({
      ...about,
      id: 'ccu.booting',
      what: 'the CCU is starting',
      why: 'It is not ready yet; the gateway uses it as soon as it is.',
      fix: { text: 'Wait some minutes. If the CCU stays like this, check its own log.' },
    });
  }
  if (talksNonsense({ examination })) {
    return problem({
      ...about,
      id: 'ccu.nonsense',
      what: `the answer of ${host} is not that of a CCU`,
      why: 'Another program is behind these ports, or the CCU is starting and shows a page of its own.',
      fix: {
        text: tls ? 'Check host and ports.' : 'Check host and ports, and whether the CCU wants TLS.',
        setting: `centrals.${name}.host`,
      },
    });
  }
  return undefined;
}

/**
 * True when the answers do not come from a CCU. The logic layer distinguishes an interface that answers 503 from one
 * with meaningless answers, because it works.
 */
export function talksNonsense({
  examination: { interfaces, session, info },
}: Pick<CentralFacts, 'examination'>): boolean {
  const isNonsense = interfaces.every(({ outcome }) => outcome === 'booting' || outcome === 'protocol');
  return interfaces.length > 0 && isNonsense && session !== 'open' && info === undefined;
}

function untrusted(name: string, { certificate }: CentralFacts['examination']): DoctorFinding {
  return problem({
    id: 'ccu.tls_untrusted',
    area,
    central: name,
    what: 'the certificate of the CCU is not the one that is trusted',
    why: 'The gateway sends no password to a CCU that it cannot tell from a stranger.',
    fix: {
      text:
        certificate === undefined
          ? 'Check the fingerprint.'
          : `Compare it at the CCU, then set the fingerprint ${certificate.fingerprint}.`,
      setting: `centrals.${name}.tls_fingerprint`,
    },
    facts: certificate === undefined ? {} : { fingerprint: certificate.fingerprint },
  });
}

function certificateFindings(
  { name, examination: { certificate } }: CentralFacts,
  now: number,
): readonly DoctorFinding[] {
  if (certificate === undefined || Number.isNaN(certificate.validTo) || certificate.validTo > now) return [];
  const endedOn = new Date(certificate.validTo).toISOString().slice(0, 10);
  return [
    warning({
      id: 'ccu.certificate_expired',
      area,
      central: name,
      what: `the certificate of the CCU ended on ${endedOn}`,
      why: 'Browsers refuse it. The gateway goes by its fingerprint, where one is set.',
      fix: {
        text: 'Make a new certificate at the CCU, then set its fingerprint.',
        setting: `centrals.${name}.tls_fingerprint`,
      },
      facts: { valid_to: new Date(certificate.validTo).toISOString(), ended_on: endedOn },
    }),
  ];
}

function webFindings(ccu: CentralFacts): readonly DoctorFinding[] {
  const { name, host, examination } = ccu;
  const { web, webMs = 0 } = examination;
  const about = { area, central: name, facts: { host, web, answer_ms: Math.round(webMs) } } as const;
  if (web === 'ok') {
    if (isSlow(webMs, ccu))
      return [slow({ ...about, what: `the web server of the CCU takes ${Math.round(webMs)} ms` })];
    return [
      ok({ ...about, id: 'ccu.reachable', what: `the web server of the CCU answers in ${Math.round(webMs)} ms` }),
    ];
  }
  return [
    problem({
      ...about,
      id: web === 'forbidden_by_firewall' ? 'ccu.firewall' : 'ccu.web_unreachable',
      what: `the web server of the CCU cannot be used (${web})`,
      why: 'Names, rooms, programs and variables are read there.',
      fix: {
        text: 'Allow this machine in the firewall settings of the CCU, and check the port.',
        setting: `centrals.${name}.json_rpc_port`,
      },
    }),
  ];
}

const slow = (draft: Pick<Draft, 'area' | 'central' | 'interface' | 'what' | 'facts'>): DoctorFinding =>
  warning({
    ...draft,
    id: 'ccu.slow',
    why: 'Writes and readings wait for each answer.',
    fix: { text: 'Check the load of the CCU: many programs, a full disk, or other clients that ask all the time.' },
  });

function interfaceFindings(central: CentralFacts, found: InterfaceExamination): readonly DoctorFinding[] {
  const { name, port, tls, outcome, answerMs = 0, refusedCalls } = found;
  const facts = { port, tls, outcome, answer_ms: Math.round(answerMs) };
  const about = { area, central: central.name, interface: name, facts } as const;
  if (outcome !== 'ok') return [unusable(central, found)];
  return [
    isSlow(answerMs, central)
      ? slow({ ...about, what: `${name} takes ${Math.round(answerMs)} ms to answer` })
      : ok({ ...about, id: 'interface.answers', what: `${name} answers in ${Math.round(answerMs)} ms` }),
    ...refusedCalls.map((method) =>
      problem({
        ...about,
        id: 'interface.call_refused',
        what: `${name} refuses the call ${method}`,
        why: 'Its data is not shown.',
        fix: { text: 'Restart the CCU; where that does not help, restore a backup of it.' },
        facts: { ...facts, method },
      }),
    ),
  ];
}

function unusable(
  central: CentralFacts,
  { name, host, port, tls, outcome, otherPort, listed }: InterfaceExamination,
): DoctorFinding {
  const about = { area, central: central.name, interface: name, facts: { host, port, tls, outcome } } as const;
  const why = `No device of ${name} is there.`;
  if (otherPort?.open === true) {
    return problem({
      ...about,
      facts: { ...about.facts, other_port: otherPort.port },
      id: tls ? 'interface.speaks_plain' : 'interface.wants_tls',
      what: `${name} does not answer on port ${port}, and port ${otherPort.port} is open ${otherPort.tls ? 'for TLS' : 'without TLS'}`,
      why,
      fix: {
        text: tls ? 'Switch TLS off for this CCU.' : 'Switch TLS on for this CCU.',
        setting: `centrals.${central.name}.tls`,
      },
    });
  }
  switch (outcome) {
    case 'login_refused':
      return problem({
        ...about,
        id: 'login.refused',
        area: 'credentials',
        what: `${name} refuses user name or password`,
        why,
        fix: { text: 'Check both.', setting: `centrals.${central.name}.password` },
      });
    case 'forbidden_by_firewall':
      return problem({
        ...about,
        id: 'ccu.firewall',
        what: `the firewall of the CCU keeps this machine from ${name}`,
        why,
        fix: {
          text: 'In the web interface of the CCU, under security and firewall, allow the XML-RPC API for this machine.',
        },
      });
    case 'tls_untrusted':
      return untrusted(central.name, central.examination);
    case 'booting':
      return withoutProcess(central.name, { name, listed }, { ...about, why });
    case 'timeout':
      return problem({
        ...about,
        id: 'interface.silent',
        what: `${name} takes connections on port ${port} and does not answer`,
        why,
        fix: { text: 'Its process hangs: restart the CCU.' },
      });
    case 'unreachable':
      return problem({
        ...about,
        id: 'interface.port_closed',
        what: `port ${port} of ${host} is closed, so ${name} cannot be reached`,
        why,
        fix: { text: closedPort(name, port), setting: `centrals.${central.name}.interfaces` },
      });
    default:
      return problem({
        ...about,
        id: 'interface.nonsense',
        what: `the answer of ${name} on port ${port} is not understood (${outcome})`,
        why,
        fix: {
          text: 'Check host and port; another program may be behind it.',
          setting: `centrals.${central.name}.ports.${name}`,
        },
      });
  }
}

function withoutProcess(
  central: string,
  { name, listed }: Pick<InterfaceExamination, 'name' | 'listed'>,
  about: Pick<Draft, 'area' | 'central' | 'interface' | 'facts' | 'why'>,
): DoctorFinding {
  return listed === false
    ? problem({
        ...about,
        id: 'interface.absent',
        what: `the CCU has no ${name}`,
        why: 'It is configured and can never connect.',
        fix: {
          text: `Take ${name} out of the interfaces of this CCU.`,
          setting: `centrals.${central}.interfaces`,
        },
      })
    : problem({
        ...about,
        id: 'interface.not_running',
        what: `the CCU answers, and no process runs for ${name}`,
        fix: {
          text: 'Restart the CCU. Where it has no such devices, take the interface out of the configuration.',
          setting: `centrals.${central}.interfaces`,
        },
      });
}

const closedPort = (name: string, port: number) =>
  factsOf(name).namedInFirewall
    ? `Name port ${port} in the firewall settings of the CCU as an open port, and check that the add-on runs.`
    : 'Allow the XML-RPC API for this machine in the firewall settings of the CCU, or take the interface out of the configuration.';
