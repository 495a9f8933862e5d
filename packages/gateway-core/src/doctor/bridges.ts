import type { DoctorFinding } from '@ccu-gateway/contract/types';
import type { DoctorFacts } from '../ports/doctor.js';
import { type DoctorRule, ok, problem, warning } from './finding.js';

const area = 'bridges' as const;

/** Remedy for each kind of broker connection failure. */
const BROKER_FIXES = {
  name: ['The name of the broker is not known here: check it.', 'url'],
  unreachable: ['Check that the broker runs, its host and its port, and firewalls between.', 'url'],
  timeout: ['A firewall may swallow the connection, or another program listens on that port.', 'url'],
  tls: ['Check the certificate of the broker, and name the file of its authority.', 'ca_file'],
  credentials: ['Check user name and password, and that the broker lets this user in.', 'password'],
  protocol: ['The server there is no MQTT broker: check port and scheme of the URL.', 'url'],
  refused: ['The broker refuses this client: check its log, its limits and its access list.', 'client_id'],
  closed: ['The broker ends the connection: another client may use the same client id.', 'client_id'],
} as const;

/** State of brokers, webhooks, Matter and the parts of a running gateway. */
export const bridgesRule: DoctorRule = (facts) => [
  ...brokers(facts),
  ...webhooks(facts),
  ...matter(facts),
  ...failedParts(facts),
  ...others(facts),
];

function brokers({ mqtt }: DoctorFacts): readonly DoctorFinding[] {
  return (mqtt?.brokers ?? []).map(({ name, state, fault, address }) => {
    const facts = { broker: name, state, address };
    if (fault === undefined) {
      if (state === 'connected')
        return ok({ id: 'mqtt.connected', area, what: `the broker ${name} is connected`, facts });
      return warning({
        id: 'mqtt.connecting',
        area,
        what: `the broker ${name} is not connected yet`,
        why: 'The broker gets no states meanwhile.',
        fix: { text: 'Wait a moment and look again.' },
        facts,
      });
    }
    const [text, key] = BROKER_FIXES[fault.kind];
    return problem({
      id: `mqtt.${fault.kind}`,
      area,
      what: `the broker ${name} (${address}) is not connected: ${fault.message}`,
      why: 'The broker gets no states, and commands do not arrive.',
      fix: { text, setting: `mqtt.brokers.${name}.${key}` },
      facts: { ...facts, kind: fault.kind, message: fault.message },
    });
  });
}

const WEBHOOK_KEYS = { tls: 'ca_file', forbidden: 'allow_networks' } as const;

function webhooks({ webhooks: status }: DoctorFacts): readonly DoctorFinding[] {
  return (status?.webhooks ?? []).map(({ name, state, fault }) => {
    const facts = { webhook: name, state };
    if (fault === undefined) return ok({ id: 'webhook.works', area, what: `the webhook ${name} is taken`, facts });
    const key = fault.kind === 'tls' || fault.kind === 'forbidden' ? WEBHOOK_KEYS[fault.kind] : 'url';
    return problem({
      id: `webhook.${fault.kind}`,
      area,
      what: `the webhook ${name} is not taken: ${fault.message}`,
      why: 'Its receiver gets no events.',
      fix: { text: 'Check the receiver and its address.', setting: `webhooks.endpoints.${name}.${key}` },
      facts: { ...facts, kind: fault.kind, message: fault.message },
    });
  });
}

function matter({ matter: status }: DoctorFacts): readonly DoctorFinding[] {
  if (status?.enabled !== true) return [];
  const problems = (status.problems ?? []).map(({ code, message, remedy }) =>
    problem({
      id: `matter.${code}`,
      area,
      what: `the Matter bridge: ${message}`,
      why: 'Homes that it belongs to do not see its devices.',
      fix: { text: remedy },
      facts: { code, message, remedy },
    }),
  );
  const warnings = (status.warnings ?? []).map(({ code, message, things }) =>
    warning({
      id: `matter.${code}`,
      area,
      what: `the Matter bridge: ${message}`,
      why: 'Some things are not shown as they are.',
      facts: { things, message },
    }),
  );
  if (problems.length + warnings.length > 0) return [...problems, ...warnings];
  return [ok({ id: 'matter.works', area, what: 'the Matter bridge runs', facts: { things: status.endpoint_count } })];
}

/** Parts of the gateway that had a fault which no code took: `parts.<name>` of health. */
function failedParts({ health }: DoctorFacts): readonly DoctorFinding[] {
  return health.flatMap(({ name, status, reason, note = '' }) => {
    if (status === 'healthy' || !name.startsWith('parts.')) return [];
    const part = name.slice('parts.'.length);
    const facts = { part, note };
    const what = `the part ${part} of the gateway: ${note}`;
    if (reason === 'part_stopped')
      return problem({
        id: 'part.stopped',
        area,
        what,
        why: 'The gateway goes on without it.',
        fix: {
          text: 'Look for part.failed in the log of the gateway. A change of the settings of the part starts it at once.',
        },
        facts,
      });
    return warning({
      id: reason === 'part_restarted' ? 'part.restarted' : 'part.fault',
      area,
      what,
      why: 'The same fault may come again.',
      fix: { text: 'Look for part.failed in the log of the gateway, and report it with that entry.' },
      facts,
    });
  });
}

/** Reported above with more detail, or part of a CCU. */
const TOLD = /^(?:ccu|mqtt|webhooks|matter|clock|parts)(?:\.|$)/;

function others({ health, dataDirectory }: DoctorFacts): readonly DoctorFinding[] {
  const isStorageTold = dataDirectory !== undefined && dataDirectory.database.state !== 'ok';
  return health
    .filter(({ name, status }) => status !== 'healthy' && !TOLD.test(name) && !(isStorageTold && name === 'storage'))
    .map(({ name, note = '' }) =>
      problem({
        id: `health.${name}`,
        area,
        what: note === '' ? `${name} is not well` : `${name}: ${note}`,
        why: 'A part of the gateway does not work.',
        fix: { text: 'Check the log of the gateway.' },
        facts: { part: name, ...(note === '' ? {} : { note }) },
      }),
    );
}
