import type { MatterStatus, MqttStatus, WebhooksStatus } from '@ccu-gateway/contract/types';
import type { DoctorFacts } from '../ports/doctor.js';
import { machineWith } from './doctor-facts.js';

type Broker = MqttStatus['brokers'][number];
type Webhook = WebhooksStatus['webhooks'][number];

const BROKER_FAULTS = [
  'name',
  'unreachable',
  'timeout',
  'tls',
  'credentials',
  'protocol',
  'refused',
  'closed',
] as const satisfies readonly NonNullable<Broker['fault']>['kind'][];

const WEBHOOK_FAULTS = [
  'name',
  'forbidden',
  'unreachable',
  'timeout',
  'tls',
  'closed',
  'redirect',
  'refused',
  'internal',
] as const satisfies readonly NonNullable<Webhook['fault']>['kind'][];

/** The rules read no more of a broker than this. */
const broker = (found: Pick<Broker, 'state' | 'fault'>) =>
  ({ name: 'house', address: 'mqtt://192.0.2.30:1883', ...found }) as Broker;

/** The rules read no more of a webhook than this. */
const webhook = (fault?: Webhook['fault']) =>
  ({ name: 'alarm', state: 'idle', ...(fault === undefined ? {} : { fault }) }) as Webhook;

/** The rules read no more of the bridge than this. */
const matter = (found: Pick<MatterStatus, 'problems' | 'warnings'>) =>
  ({ enabled: true, endpoint_count: 3, ...found }) as MatterStatus;

/** Facts about the bridges of a running gateway, with every trouble that they can have. */
export function doctorCasesOfBridges(): readonly DoctorFacts[] {
  const brokers = [
    broker({ state: 'connected' }),
    broker({ state: 'connecting' }),
    ...BROKER_FAULTS.map((kind) => broker({ state: 'waiting', fault: { kind, message: `a fault: ${kind}` } })),
  ];
  const webhooks = [webhook(), ...WEBHOOK_FAULTS.map((kind) => webhook({ kind, message: `a fault: ${kind}` }))];
  return [
    machineWith({ mqtt: { brokers } }),
    machineWith({ webhooks: { webhooks } }),
    machineWith({ matter: matter({}) }),
    machineWith({
      matter: matter({
        problems: [{ code: 'matter_port_taken', message: 'the port is taken', remedy: 'Choose another one' }],
        warnings: [{ code: 'limit_passed', message: 'too many', things: 2 }],
      }),
    }),
    machineWith({
      health: [
        { name: 'history', status: 'degraded', note: 'the file is full' },
        { name: 'events', status: 'unhealthy' },
        { name: 'parts.mqtt/lounge', status: 'degraded', reason: 'part_stopped', note: 'stopped after a fault' },
        { name: 'parts.history', status: 'degraded', reason: 'part_restarted', note: 'started again after a fault' },
        { name: 'parts.http', status: 'degraded', reason: 'part_fault', note: 'a fault was not expected' },
      ],
    }),
  ];
}
