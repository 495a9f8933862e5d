/** Reads the times that a CCU writes without saying of which zone they are. */
export interface LocalTime {
  /** Milliseconds since the Unix epoch; 0 for never and for a text that is no time. */
  read(text: string): number;
}

const FORMAT = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)$/;
/** A CCU writes the beginning of the epoch for never, which east and west of Greenwich is in another year. */
const FIRST_YEAR = 1971;

/** `timeZone`: the zone of the CCU by its IANA name; absent, the one of this machine. @throws RangeError for a name that is none */
export function createLocalTime(timeZone?: string): LocalTime {
  const shown = timeZone === undefined ? shownHere : shownIn(timeZone);

  return {
    read(text) {
      const match = FORMAT.exec(text);
      if (match === null) return 0;
      const [year, month, day, hour, minute, second] = match.slice(1).map(Number) as [
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      if (year < FIRST_YEAR) return 0;
      const wanted = Date.UTC(year, month - 1, day, hour, minute, second);
      // The difference to UTC may change with the clocks in between, so it is computed twice.
      const near = wanted - (shown(wanted) - wanted);
      return near - (shown(near) - wanted);
    },
  };
}

/** Time on the clock of this machine, as if it was one in UTC. Without `Intl`, whose data take 7 MB of memory. */
function shownHere(at: number): number {
  const time = new Date(at);
  const day = [time.getFullYear(), time.getMonth(), time.getDate()] as const;
  return Date.UTC(...day, time.getHours(), time.getMinutes(), time.getSeconds());
}

/** The same on a clock in another zone. */
function shownIn(timeZone: string): (at: number) => number {
  const calendar = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (at) => {
    const parts = new Map(calendar.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  };
}

/**
 * True when this machine has a time zone of that IANA name.
 *
 * @example
 * isTimeZone('Europe/Berlin'); // true
 * isTimeZone('Berlin'); // false
 */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
