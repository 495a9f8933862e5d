import type { Caller, GatewayCore } from '@ccu-gateway/gateway-core';

/** Course of a change after the CCU has accepted it. */
export interface Outcome {
  /**
   * `confirmed`: the CCU has reported the new values. `accepted`: it has accepted the change and reports no other value; the
   * values were the same before, or the change has no value. `not_confirmed`: the device has not reported yet, or the
   * value was rolled back.
   */
  readonly status: 'confirmed' | 'accepted' | 'not_confirmed';
  /** Values that the CCU reported meanwhile, by `CHANNEL.PARAMETER`. */
  readonly reported: Readonly<Record<string, unknown>>;
  /** Values without a confirmation, by `CHANNEL.PARAMETER`. */
  readonly unconfirmed?: Readonly<Record<string, unknown>>;
}

export interface ConfirmingDeps {
  readonly core: Pick<GatewayCore, 'as' | 'events'>;
  readonly caller: Caller;
  /** Calls back once; the answer cancels. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** Longest wait for a confirmation. */
  readonly waitMs: number;
  /** Longest wait for a report where no value waits for a confirmation, as with a lock, which reports another value. */
  readonly graceMs: number;
}

interface Reported {
  readonly central: string;
  readonly channel: number;
  readonly parameter: string;
  readonly value?: unknown;
  readonly sent?: unknown;
}

/** A device reports many values beside the written one. */
const MOST_REPORTED = 20;

/**
 * Makes a change of a device, and waits until none of its values waits for a confirmation. Rejects as `change` does.
 *
 * @example
 * const { status } = await changeConfirmed(deps, { address }, () => core.as(caller).customDataPoints.operate(request));
 */
export async function changeConfirmed(
  { core, caller, after, waitMs, graceMs }: ConfirmingDeps,
  { address }: { readonly address: string },
  change: () => Promise<void>,
): Promise<Outcome> {
  const reported = new Map<string, unknown>();
  const rolledBack = new Map<string, unknown>();
  let wake: () => void = () => undefined;
  const onEvent = ({ type, payload }: { readonly type: string; readonly payload: unknown }) => {
    const { channel, parameter, value, sent } = payload as Reported;
    const name = `${channel}.${parameter}`;
    if (type === 'datapoint.value_changed') reported.set(name, value);
    else if (type === 'datapoint.optimistic_rolled_back') rolledBack.set(name, sent);
    wake();
  };
  const topic = `device.${address}.channels.+.data_points.+`;
  // A lost event only ends the wait later: the values in the end are read from the model.
  const subscription = core.events.subscribe([topic], onEvent, { onLost: () => wake() });
  const cancels: (() => void)[] = [];
  /** Becomes true after the time. */
  const timer = (ms: number) => {
    const timed = { isOver: false };
    const onTime = () => {
      timed.isOver = true;
      wake();
    };
    cancels.push(after(ms, onTime));
    return timed;
  };
  try {
    await change();
    const [wait, grace] = [timer(waitMs), timer(graceMs)];
    const isWaiting = () => {
      if (wait.isOver || caller.signal.aborted) return false;
      const isPending = Object.keys(pendingOf(core, caller, address)).length > 0;
      return isPending || (reported.size === 0 && rolledBack.size === 0 && !grace.isOver);
    };
    while (isWaiting()) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    for (const cancel of cancels) cancel();
    subscription.close();
  }
  const unconfirmed = { ...pendingOf(core, caller, address), ...Object.fromEntries(rolledBack) };
  const values = Object.fromEntries([...reported].slice(0, MOST_REPORTED));
  if (Object.keys(unconfirmed).length > 0) return { status: 'not_confirmed', reported: values, unconfirmed };
  return { status: reported.size > 0 ? 'confirmed' : 'accepted', reported: values };
}

/** Values of the device that wait for their confirmation, as the model shows them meanwhile. */
function pendingOf(core: Pick<GatewayCore, 'as'>, caller: Caller, address: string): Readonly<Record<string, unknown>> {
  const { dataPoints } = core.as(caller).devices.view({ address });
  const waiting = [...dataPoints].flatMap(([channel, points]) =>
    points
      .filter(({ pending }) => pending === true)
      .map(({ parameter, value }) => [`${channel}.${parameter}`, value] as const),
  );
  return Object.fromEntries(waiting);
}
