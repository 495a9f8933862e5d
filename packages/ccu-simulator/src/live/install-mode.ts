import type { InterfaceName } from '../house/types.js';
import type { InstallMode } from './types.js';

/** Which interfaces are in install mode, and for how long. */
export interface InstallModes {
  start(interfaceName: InterfaceName, seconds: number): void;
  stop(interfaceName: InterfaceName): void;
  remaining(interfaceName: InterfaceName): number;
  all(): readonly InstallMode[];
}

export function createInstallModes(now: () => number): InstallModes {
  const until = new Map<InterfaceName, number>();
  const remaining = (interfaceName: InterfaceName) =>
    Math.max(0, Math.ceil(((until.get(interfaceName) ?? 0) - now()) / 1000));
  return {
    start: (interfaceName, seconds) => void until.set(interfaceName, now() + seconds * 1000),
    stop: (interfaceName) => void until.delete(interfaceName),
    remaining,
    all: () =>
      [...until.keys()]
        .map((interfaceName) => ({ interfaceName, remainingSeconds: remaining(interfaceName) }))
        .filter(({ remainingSeconds }) => remainingSeconds > 0),
  };
}
