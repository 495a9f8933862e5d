/** `HH:MM` and minutes of the day. */
export const DAY_MINUTES = 1440;

const TIME = /^(\d{1,2}):(\d{2})$/;

export function formatTime(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

export interface ReadTime {
  /** 0..1440 */
  readonly minutes: number;
  /** The corrected time, if it could not stay as it was. */
  readonly corrected?: string;
}

/**
 * Reads a time and puts it on the grid of the device. A time past midnight becomes the last time of the day, one
 * between two steps the nearer one; `undefined` for an invalid time.
 */
export function readTime(text: unknown, stepMinutes: number): ReadTime | undefined {
  const match = typeof text === 'string' ? TIME.exec(text) : null;
  if (match === null) return undefined;
  const [hour = 0, minute = 0] = match.slice(1).map(Number);
  if (hour > 24 || minute > 59) return undefined;
  if (hour === 24 && minute > 0) {
    const last = DAY_MINUTES - Math.max(5, stepMinutes);
    return { minutes: last, corrected: formatTime(last) };
  }
  const exact = hour * 60 + minute;
  const minutes = Math.min(DAY_MINUTES, Math.round(exact / stepMinutes) * stepMinutes);
  return minutes === exact ? { minutes } : { minutes, corrected: formatTime(minutes) };
}
