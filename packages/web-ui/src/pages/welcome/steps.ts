import type { InterfaceState } from '@ccu-gateway/contract/types';

/** The way to the first event, in its order. */
export const STEPS = ['find', 'login', 'loop', 'event', 'token'] as const;
export type Step = (typeof STEPS)[number];

/** Completed parts; the wizard continues from them, also after a reload or a restart. */
export interface Progress {
  readonly centrals: number;
  readonly interfaces: readonly Pick<InterfaceState, 'connected'>[];
  /** An event of a CCU has reached this page. */
  readonly heard: boolean;
}

/** Step to continue with: `wanted`, as far as its requirements are met. */
export function stepOf(wanted: string | undefined, { centrals, interfaces, heard }: Progress): Step {
  const asked = STEPS.find((step) => step === wanted);
  if (centrals === 0) return asked === 'login' ? 'login' : 'find';
  const reached: Step = heard ? 'token' : interfaces.some(({ connected }) => connected) ? 'event' : 'loop';
  if (asked === undefined || asked === 'find' || asked === 'login')
    return asked ?? (reached === 'event' ? 'loop' : reached);
  // Users can go back to a step and, once there is a CCU, forward: devices may be silent for hours.
  return asked;
}

export function indexOf(step: Step): number {
  return STEPS.indexOf(step);
}
