import type {
  AlarmConfig,
  AlarmInput,
  AlarmState,
  ChainedEntry,
  CodeVerb,
  JournalProof,
  Plan,
  Refusal,
} from '@ccu-gateway/alarm';
import { GatewayError, invalid, notFound } from '../use-case/errors.js';
import type { DeviceMove } from './move.js';
import type { JournalQuery } from './records.js';

/** `Omit` of each member of a union. */
type Untimed<T> = T extends unknown ? Omit<T, 'at'> : never;

/** An input without its time, which the alarm system adds. */
export type AlarmEvent = Untimed<AlarmInput>;

/** Name and way of a caller, for the journal. */
export interface AlarmCaller {
  readonly name: string;
  readonly source: string;
  /** Unique over all sources: wrong PINs are counted by it. */
  readonly account: string;
}

/** The alarm system of a gateway. Calls that change something resolve when the change is stored. */
export interface AlarmSystem {
  /** @throws GatewayError `service_unready` while the stored alarm system is not read: it must not look like one without zones */
  requireRead(): void;
  plan(): Plan;
  state(): AlarmState;
  /** @throws GatewayError `service_unready` without storage; the refusal of a command is the answer */
  send(event: AlarmEvent): Promise<Refusal | undefined>;
  /**
   * Replaces the configuration by the answer of `change`.
   * @throws GatewayError `validation` with the fields, `conflict` (reason `zone_armed` and the like)
   */
  configure(subject: string, by: AlarmCaller, change: (config: AlarmConfig) => AlarmConfig): Promise<void>;
  /**
   * Puts a new device in the position of the old one in all zones and codes, also in armed ones. Resolves with the number
   * of sensors, outputs and codes; 0 once it is done.
   * @throws GatewayError `validation` where the new device has one of the bindings already, `service_unready`
   */
  moveDevice(move: DeviceMove, by: Pick<AlarmCaller, 'name' | 'source'>): Promise<number>;
  /**
   * Resolves with the id of the code that the PIN belongs to.
   * @throws GatewayError `forbidden` (reason `invalid_code`), `rate_limited`
   */
  checkPin(entered: {
    readonly pin: string;
    readonly verb: CodeVerb;
    readonly zone: string;
    readonly by: AlarmCaller;
  }): Promise<string>;
  /** `code` is the id of the code. @throws GatewayError `conflict` (reason `pin_used`) where another code has the PIN */
  hashPin(pin: string, code: string): Promise<string>;
  /** Ids of codes whose PIN was sealed with another key, and has to be set again. */
  unreadablePins(): readonly string[];
  newId(): string;
  journal(query: JournalQuery): Promise<readonly ChainedEntry[]>;
  /** Checks the whole journal. */
  proof(): Promise<JournalProof & { readonly entries: number }>;
}

/** Camel case of the engine as the names of the API. */
const wireName = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The error for faults of a configuration. Fields of one zone or code are named without its position. */
export function configError(faults: readonly { readonly field: string; readonly reason: string }[]): GatewayError {
  return invalid(
    faults
      .slice(0, 50)
      .map(({ field, reason }) => ({ field: wireName(field.replace(/^(?:zones|codes)\.\d+\./, '')), reason })),
    'The alarm system refuses this configuration',
  );
}

/** The error for a refused command. */
export function refusalError(refusal: Refusal): GatewayError {
  switch (refusal.code) {
    case 'not_found':
      return notFound(`The ${refusal.field}`);
    case 'invalid':
      return invalid([{ field: refusal.field, reason: refusal.reason }]);
    case 'invalid_code':
      return invalidCode();
    case 'locked':
      return new GatewayError('rate_limited', 'Too many wrong codes', {
        reason: 'codes_locked',
        retryAfterSeconds: Math.ceil(refusal.retryAfterMs / 1000),
      });
    case 'conflict':
      return new GatewayError('conflict', CONFLICTS[refusal.reason], { reason: refusal.reason });
    case 'blocked':
      return new GatewayError('conflict', 'Open or faulty sensors keep the zone from being armed', {
        reason: 'not_ready',
        errors: refusal.blockers.map(({ sensor, central, reason }) => ({
          field: sensor ?? `central:${central}`,
          reason,
        })),
      });
  }
}

const CONFLICTS: Readonly<Record<Extract<Refusal, { code: 'conflict' }>['reason'], string>> = {
  armed: 'The zone is armed',
  already_armed: 'The zone is armed: disarm it first',
  triggered: 'The zone has an alarm: disarm it first',
  nothing_to_watch: 'No sensor would watch in this mode',
  walk_test: 'The zone has a walk test: end it first',
  not_testable: 'Sounders of smoke detectors and system variables cannot be tested from here',
  output_on: 'The output is on',
};

/** It names no cause, so that callers do not learn the existing codes. */
export const invalidCode = (): GatewayError =>
  new GatewayError('forbidden', 'The code is missing or wrong', { reason: 'invalid_code' });
