import { useEffect } from 'preact/hooks';
import { useServices } from '../context/services.js';

/** Two falling tones: frequency in hertz, begin and length in seconds. */
const TONES = [
  [880, 0, 0.35],
  [659, 0.3, 0.6],
] as const;
const LOUDNESS = 0.3;

/** Plays a chime. A browser stays silent until the page was touched once. */
function playChime(context: AudioContext): void {
  // Refused before the first touch.
  context.resume().catch(() => {});
  for (const [frequency, begin, length] of TONES) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    const from = context.currentTime + begin;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(LOUDNESS, from);
    // A tone that ends at once clicks.
    volume.gain.exponentialRampToValueAtTime(0.001, from + length);
    tone.connect(volume).connect(context.destination);
    tone.start(from);
    tone.stop(from + length);
  }
}

/** Plays a chime on the display on a wall when a sensor with a chime is active in a disarmed zone. */
export function useChime(isWall: boolean): void {
  const { connection } = useServices();
  useEffect(() => {
    if (!isWall || !('AudioContext' in globalThis)) return;
    const context = new AudioContext();
    const off = connection.onEvent(({ type }) => {
      if (type === 'alarm.chime') playChime(context);
    });
    return () => {
      off();
      void context.close();
    };
  }, [isWall]);
}
