import { useEffect, useRef, useState } from 'preact/hooks';
import { useServices } from '../context/services.js';
import { useHere } from '../context/use-here.js';
import { addressOf, type Frame, frameOf, type Period } from './period.js';
import { bounded } from './zoom.js';

/** The shown part of the time axis, and its change. */
interface Zoom {
  readonly frame: Frame;
  readonly change: (frame: Frame) => void;
}

/** The axis follows each movement at once; the address, and with it the question for values, only after movements end. */
const SETTLE_MS = 250;

/** The part of the time axis of the address. `nowMs` is the end of a period that ends now. */
export function useZoom(period: Period, nowMs: number): Zoom {
  const { now, timer } = useServices();
  const { setQuery } = useHere();
  const [moving, setMoving] = useState<Frame>();
  const cancel = useRef<() => void>(() => {});
  const { lengthMs, endMs } = period;
  useEffect(() => {
    // Another address, as of the way back, ends a movement.
    setMoving(undefined);
    return () => cancel.current();
  }, [lengthMs, endMs]);

  function change(wanted: Frame): void {
    const frame = bounded(wanted, now());
    setMoving(frame);
    cancel.current();
    cancel.current = timer(() => {
      setMoving(undefined);
      setQuery(addressOf(frame, now()), { push: true });
    }, SETTLE_MS);
  }

  return { frame: moving ?? frameOf(period, nowMs), change };
}
