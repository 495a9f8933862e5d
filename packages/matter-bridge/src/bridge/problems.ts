import { networkInterfaces } from 'node:os';
import type { MatterStatus } from '@ccu-gateway/contract/types';
import { AddressInUseError, NoAddressAvailableError } from '@matter/main';

/** What keeps the bridge from working, and what helps. */
export type Problem = NonNullable<MatterStatus['problems']>[number];

const HOST_NETWORK = 'let the container use the network of the host (docker: "network_mode: host")';

/** What the network of this machine lacks for Matter. */
export function networkProblems(): readonly Problem[] {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const outside = all.filter(({ internal }) => !internal);
  if (outside.some(({ family, address }) => family === 'IPv6' && address.startsWith('fe80:'))) return [];
  const isIpv6There = all.some(({ family }) => family === 'IPv6');
  return [
    {
      code: isIpv6There ? 'matter_no_link_local' : 'matter_no_ipv6',
      message: isIpv6There
        ? 'No network interface has a link-local IPv6 address, which controllers need'
        : 'This machine has no IPv6, which Matter needs',
      remedy: `Switch IPv6 on for the interface of the home network; in a container, ${HOST_NETWORK}`,
    },
  ];
}

/** Why a bridge that has a home is not seen yet. */
export function awaitedProblem(centrals: readonly string[]): Problem {
  const names = centrals.join(', ');
  return {
    code: 'matter_awaits_ccu',
    message: `The Matter bridge waits for the devices of ${names}: homes would take those that are missing for removed ones`,
    remedy: `Bring the gateway in touch with ${names}, or remove what is gone for good from its settings`,
  };
}

/** Why a bridge could not be started, in words for people. */
export function startProblem(error: unknown, port: number): Problem {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AddressInUseError) {
      return {
        code: 'matter_port_taken',
        message: `UDP port ${port} is taken, or that of mDNS is not shared (${cause.message})`,
        remedy: 'Stop the other Matter bridge on this machine, or choose another "matter.port"',
      };
    }
    if (cause instanceof NoAddressAvailableError) {
      return {
        code: 'matter_no_ipv6',
        message: 'This machine has no IPv6, which Matter needs',
        remedy: `Switch IPv6 on; in a container, ${HOST_NETWORK}`,
      };
    }
  }
  return {
    code: 'matter_failed',
    message: `The Matter bridge could not be started (${error instanceof Error ? error.message : String(error)})`,
    remedy: 'See the log of the gateway; it is tried again at its next start',
  };
}
