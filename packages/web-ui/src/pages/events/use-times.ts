import { useMemo } from 'preact/hooks';
import { useServices } from '../../context/services.js';
import { timesIn } from './event-words.js';

/** How times are written here: in the language of the reader, in the zone that was chosen. */
export function useTimes(utc: boolean): (atMs: number) => string {
  const language = useServices().language.current.value;
  return useMemo(() => timesIn(language, utc), [language, utc]);
}
