import { createMirrors, type MirrorDeps } from './mirrors.js';
import { createSwitching, type Switching, type SwitchingDeps } from './switching.js';

/** Carries out the effects on devices and on system variables. */
export function createCarryingOut(deps: SwitchingDeps & MirrorDeps): Switching {
  const switching = createSwitching(deps);
  const mirrors = createMirrors(deps);
  return {
    carryOut(effects) {
      switching.carryOut(effects);
      mirrors.carryOut(effects);
    },
    onEvent(event) {
      switching.onEvent(event);
      mirrors.onEvent(event);
    },
    onReport: switching.onReport,
  };
}
