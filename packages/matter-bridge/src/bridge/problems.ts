import type { MatterStatus } from '@ccu-gateway/contract/types';
import { AddressInUseError, NoAddressAvailableError } from '@matter/main';
import type { Lack, Refusal } from '../node/machine.js';
import { DamagedValueError } from '../node/store-driver.js';
import type { Twin } from '../node/twin.js';

/** Faults of the bridge, and their remedies. */
export type Problem = NonNullable<MatterStatus['problems']>[number];

const HOST_NETWORK = 'let the container use the network of the host (docker: "network_mode: host")';

/** Problem for a fault of the network of the machine, in words for people. */
export function lackProblem(lack: Lack): Problem {
  return {
    code: `matter_${lack}`,
    message:
      lack === 'no_link_local'
        ? 'No network interface has a link-local IPv6 address, which controllers need'
        : 'This machine has no IPv6, which Matter needs',
    remedy: `Switch IPv6 on for the interface of the home network; in a container, ${HOST_NETWORK}`,
  };
}

/** Why the bridge cannot go into the network of the machine. */
export function refusalProblem(refusal: Refusal, port: number): Problem {
  switch (refusal) {
    case 'no_ipv6':
      return lackProblem('no_ipv6');
    case 'port_taken':
      return {
        code: 'matter_port_taken',
        message: `UDP port ${port} is taken by another program`,
        remedy: 'Stop the other Matter bridge on this machine, or choose another "matter.port"',
      };
    case 'mdns_taken':
      return {
        code: 'matter_mdns_taken',
        message: `UDP port 5353 is not shared by the program that has it, so that the bridge cannot be found by mDNS`,
        remedy: 'Let that program share the port (avahi: "disallow-other-stacks=no"), or stop it',
      };
    case 'no_multicast':
      return {
        code: 'matter_no_multicast',
        message: 'No network interface takes part in mDNS (ff02::fb), so that the bridge cannot be found',
        remedy: `Switch multicast on for the interface of the home network; in a container, ${HOST_NETWORK}`,
      };
  }
}

/** Another machine answers for this bridge. */
export function twinProblem({ host, address }: Twin): Problem {
  return {
    code: 'matter_twin',
    message: `Another machine (${host}, ${address}) runs a copy of this Matter bridge: two with one identity lock each other out of their homes`,
    remedy:
      'Stop the other one; if both are wanted, run "ccu-gateway matter reset" on one of them and add it to its homes again',
  };
}

/** Why a bridge that has a home is not seen yet. */
export function awaitedProblem(centrals: readonly string[]): Problem {
  const names = centrals.join(', ');
  return {
    code: 'matter_awaits_ccu',
    message: `The Matter bridge waits for the devices of ${names}: homes would take those that are missing for removed ones`,
    remedy: `Bring the gateway in touch with ${names}, or remove CCUs that are gone for good from its settings`,
  };
}

/** Remedy for an impossible value in the store of the bridge. */
const DAMAGED_REMEDY =
  'Stop the gateway, put matter.db of a backup back, or run "ccu-gateway matter reset" and add the bridge to each home again';

/** A start that came to nothing for a reason that is known. */
export class StartRefused extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Why a bridge could not be started, in words for people. */
export function startProblem(error: unknown, port: number): Problem {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof StartRefused) return cause.problem;
    if (cause instanceof AddressInUseError) return refusalProblem('port_taken', port);
    if (cause instanceof NoAddressAvailableError) return lackProblem('no_ipv6');
    if (cause instanceof DamagedValueError) {
      return {
        code: 'matter_storage',
        message: `The data of the Matter bridge is damaged (${cause.message})`,
        remedy: DAMAGED_REMEDY,
      };
    }
  }
  return {
    code: 'matter_failed',
    message: `The Matter bridge could not be started (${error instanceof Error ? error.message : String(error)})`,
    remedy: 'See the log of the gateway; it is tried again every half minute',
  };
}
