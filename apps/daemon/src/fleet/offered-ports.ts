import type { SecretBox } from '@ccu-gateway/auth-core/secrets';
import type { CallHandler } from '@ccu-gateway/fleet';
import type { Backups, CentralControl, Doctor, RadioTraffic } from '@ccu-gateway/gateway-core/use-cases';
import type { OfferParts } from '../site/model/site.js';
import { answerLogin } from './ccu-login.js';
import type { FleetPart } from './part.js';
import { answerPorts } from './ports/answer-ports.js';
import { createFleetBackups } from './ports/backup-ports.js';
import { answerBridges, type BridgePorts, remoteBridges } from './ports/bridge-ports.js';
import { answerDoctor, remoteDoctor } from './ports/doctor-ports.js';
import type { CallPorts } from './ports/places.js';
import { answerProbe, remoteProbe } from './ports/probe-ports.js';
import { answerRadioTraffic, remoteRadioTraffic } from './ports/radio-ports.js';
import { remotePorts } from './ports/remote-ports.js';

/** Ports of this gateway that other gateways call. */
export interface AskedPorts extends CallPorts, BridgePorts {
  readonly backups: Backups;
  readonly radioTraffic: RadioTraffic;
  readonly doctor: Doctor;
  readonly centralControl: CentralControl;
}

/** Ports and handlers that a gateway of a fleet offers to the others. */
export interface OfferedPorts {
  /** The same at every gateway, independent of the gateway that has their CCU, bridge or file. */
  readonly ports: AskedPorts;
  /** Answers calls of other gateways, by the name of the call. */
  readonly handlers: Readonly<Record<string, CallHandler>>;
}

/** Makes the ports of this gateway the same at all gateways of its fleet. */
export function offeredPorts(
  own: AskedPorts,
  { remote }: Pick<FleetPart, 'remote'>,
  parts: Pick<OfferParts, 'house' | 'centrals'> & {
    readonly box: SecretBox;
    /** True when this gateway connects with CCUs itself. */
    readonly connects: boolean;
    readonly newId: () => string;
    readonly isConfigured: Parameters<typeof remoteBridges>[2];
  },
): OfferedPorts {
  const { house, centrals, box, connects, newId, isConfigured } = parts;
  const backups = createFleetBackups(own.backups, remote);
  return {
    ports: {
      ...remotePorts(own, house, remote),
      backups: backups.port,
      radioTraffic: remoteRadioTraffic(own.radioTraffic, remote),
      doctor: remoteDoctor(own.doctor, remote),
      centralControl: remoteProbe(own.centralControl, remote, { connects, box, newId }),
      ...remoteBridges(own, remote, isConfigured),
    },
    handlers: {
      ...answerPorts(own, house, remote.mayAct),
      ...backups.handlers,
      ...answerRadioTraffic(own.radioTraffic),
      ...answerDoctor(own.doctor, remote.mayAct),
      ...answerProbe(own.centralControl, { connects, box }),
      ...answerLogin(centrals, box, remote.mayAct),
      ...answerBridges(own, remote.hasBridges),
    },
  };
}
