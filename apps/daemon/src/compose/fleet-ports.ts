import type { SecretBox } from '@ccu-gateway/auth-core/secrets';
import type { CallHandler } from '@ccu-gateway/fleet';
import type { Backups, Doctor, RadioTraffic } from '@ccu-gateway/gateway-core';
import { answerLogin } from '../access/fleet-ccu-login.js';
import { answerPorts } from '../fleet/ports/answer-ports.js';
import { answerBackups, remoteBackups } from '../fleet/ports/backup-ports.js';
import { answerBridges, type BridgePorts, remoteBridges } from '../fleet/ports/bridge-ports.js';
import { answerDoctor, remoteDoctor } from '../fleet/ports/doctor-ports.js';
import { answerRadioTraffic, remoteRadioTraffic } from '../fleet/ports/radio-ports.js';
import { type CallPorts, remotePorts } from '../fleet/ports/remote-ports.js';
import type { FleetPart } from './fleet-part.js';
import type { HouseParts } from './house.js';

/** What this gateway has and does itself, and other gateways ask of it. */
export interface AskedPorts extends CallPorts, BridgePorts {
  readonly backups: Backups;
  readonly radioTraffic: RadioTraffic;
  readonly doctor: Doctor;
}

/** The same ports at every gateway of a fleet, whichever has what they are about. */
export function portsOfFleet(
  own: AskedPorts,
  { remote }: Pick<FleetPart, 'remote'>,
  { house, isConfigured }: Pick<HouseParts, 'house'> & { readonly isConfigured: Parameters<typeof remoteBridges>[2] },
): AskedPorts {
  return {
    ...remotePorts(own, house, remote),
    backups: remoteBackups(own.backups, remote),
    radioTraffic: remoteRadioTraffic(own.radioTraffic, remote),
    doctor: remoteDoctor(own.doctor, remote),
    ...remoteBridges(own, remote, isConfigured),
  };
}

/** Answers what other gateways ask of this one, by the name of the call. */
export function handlersOfFleet(
  own: AskedPorts,
  { remote, mayAct }: Pick<FleetPart, 'remote' | 'mayAct'>,
  { house, centrals, box }: Pick<HouseParts, 'house' | 'centrals'> & { readonly box: SecretBox },
): Readonly<Record<string, CallHandler>> {
  return {
    ...answerPorts(own, house, mayAct),
    ...answerBackups(own.backups, remote, mayAct),
    ...answerRadioTraffic(own.radioTraffic),
    ...answerDoctor(own.doctor, mayAct),
    ...answerLogin(centrals, box, mayAct),
    ...answerBridges(own, remote.hasBridges),
  };
}
