import type { CallAnswer } from '@ccu-gateway/client';

export type LoopTest = CallAnswer<'testInterfaceLoop'>;

/** The hops of the way that an event takes, in the order that a loop test proves them. */
export const HOPS = ['ccu', 'registration', 'callback', 'browser'] as const;
export type Hop = (typeof HOPS)[number];

export interface LoopStep {
  readonly hop: Hop;
  readonly state: 'proved' | 'failed' | 'waiting' | 'unknown';
}

/**
 * Each hop with its result. `running` is true while the answer is pending. `live` is true while this page receives
 * events of the gateway, which is the last hop.
 */
export function loopSteps(
  result: Pick<LoopTest, 'ok' | 'hop'> | undefined,
  { running, live }: { readonly running: boolean; readonly live: boolean },
): readonly LoopStep[] {
  if (result === undefined) return HOPS.map((hop) => ({ hop, state: running ? 'waiting' : 'unknown' }));
  // Another client receives the callback: calls to the CCU work, the callback does not.
  const failed = result.ok ? undefined : result.hop === 'foreign' ? 'callback' : (result.hop ?? 'ccu');
  const failedAt = failed === undefined ? HOPS.length : HOPS.indexOf(failed);
  return HOPS.map((hop, index) => {
    if (index > failedAt) return { hop, state: 'unknown' };
    if (index === failedAt) return { hop, state: 'failed' };
    return { hop, state: hop === 'browser' && !live ? 'waiting' : 'proved' };
  });
}
