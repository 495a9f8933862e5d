import { useEffect, useMemo } from 'preact/hooks';
import { useServices } from '../../context/services.js';
import { deviceKeyOf } from '../../store/points.js';
import { predicateOf } from './event-filter.js';
import { createEventSession, type EventSession } from './event-session.js';
import type { EventSettings } from './event-settings.js';

/** People read no faster; the paint of a table is not free. */
const SHOW_EVERY_MS = 80;
/** Events around one that is linked to. */
const AROUND = 100;

/** The session of this page, kept in step with the settings. */
export function useEventSession(settings: EventSettings): EventSession {
  const { gateway, store, now } = useServices();
  const session = useMemo(
    () =>
      createEventSession({
        gateway,
        now,
        newest: () => store.seq.peek(),
        interfaceOf: (central, device) => store.peekDevice(deviceKeyOf(central, device))?.summary.interface_id,
        onFrame: (run) => setTimeout(() => requestAnimationFrame(run), SHOW_EVERY_MS),
      }),
    [],
  );
  const { topics, since, paused, text, kinds, central, interfaceId, device } = settings;
  const { state } = session.status.value;
  const isReady = state !== 'reading' && state !== 'connecting';
  useEffect(
    () => session.filter(predicateOf(settings)),
    [text, kinds.join(), central, interfaceId, device.toUpperCase()],
  );
  useEffect(() => {
    const wanted = since ?? (settings.open === undefined ? undefined : Math.max(0, settings.open - AROUND));
    session.open({ topics, ...(wanted === undefined ? {} : { since: wanted }) });
    return () => session.close();
  }, [since]);
  const started = useMemo(() => ({ topics: topics.join() }), []);
  useEffect(() => {
    if (started.topics === topics.join()) return;
    started.topics = topics.join();
    session.subscribe(topics);
  }, [topics.join()]);
  useEffect(() => {
    if (!paused) session.release();
    else if (isReady) session.hold();
  }, [paused, isReady]);
  return session;
}
