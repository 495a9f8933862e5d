import type { Point, PointKey } from '../../../store/points.js';

/** A data point of the device as a chart can draw it. */
export interface Drawable {
  /** `CHANNEL.PARAMETER`, as the address of the page has it. */
  readonly id: string;
  /** `ADDRESS:CHANNEL:PARAMETER`, as the gateway is asked. */
  readonly place: string;
  readonly key: PointKey;
  readonly label: string;
  readonly unit: string;
  /** Order in which values are shown first; undefined for values that are shown only when chosen. */
  readonly rank: number | undefined;
}

/** As many as a chart has colours for. */
export const MOST_CURVES = 6;
const FIRST_CURVES = 4;
const NONE = 'none';

const NUMERIC: ReadonlySet<string> = new Set(['FLOAT', 'INTEGER', 'BOOL', 'ENUM']);

/** Values of a device that can have a history: numbers that report by themselves. Maintenance comes last. */
export function drawablesOf(address: string, points: readonly Point[]): readonly Drawable[] {
  const fit = points
    .filter(({ summary: { type = '', category, operations } }) => {
      return NUMERIC.has(type) && operations.event && category !== 'event' && category !== 'button';
    })
    .sort((a, b) => rank(a) - rank(b));
  const labels = fit.map(({ summary }) => summary.parameter_label ?? summary.parameter);
  return fit.map(({ key, channel, summary }, index) => {
    const { parameter, unit = '' } = summary;
    const label = labels[index]!;
    const isAmbiguous = labels.indexOf(label) !== labels.lastIndexOf(label);
    return {
      id: `${channel}.${parameter}`,
      place: `${address}:${channel}:${parameter}`,
      key,
      label: isAmbiguous ? `${label} (:${channel})` : label,
      unit,
      rank: channel === 0 ? undefined : tellingRank(summary),
    };
  });
}

/** Settings that a device reports as values: the temperature of an absence says nothing about the room. */
const ASIDE = /PARTY|AWAY|BOOST|DURATION|RAMP|ON_TIME|_STATUS$|^SECTION|PROCESS|WORKING|ERROR/;

/** Meanings that are shown first, the most important first. */
const TELLING = ['temperature', 'humidity', 'power', 'window', 'motion', 'state', 'level', 'illuminance', 'energy'];

function tellingRank({ parameter, ui_hint, operations }: Point['summary']): number | undefined {
  if (ASIDE.test(parameter)) return undefined;
  const meaning = TELLING.indexOf(ui_hint?.semantic ?? '');
  // A measured value is before the one that was set.
  return (meaning < 0 ? TELLING.length : meaning) * 2 + (operations.write ? 1 : 0);
}

const rank = ({ channel }: Point): number => (channel === 0 ? Number.MAX_SAFE_INTEGER : channel);

/** Chosen curves: those of the address, else the first with those that share its unit. */
export function chosenOf(offered: readonly Drawable[], text: string | undefined): readonly Drawable[] {
  if (text === NONE) return [];
  const named = new Set(text?.split(','));
  const chosen = offered.filter(({ id }) => named.has(id)).slice(0, MOST_CURVES);
  if (chosen.length > 0) return chosen;
  const telling = offered.filter((each) => each.rank !== undefined).sort((a, b) => a.rank! - b.rank!);
  const [first = offered[0]] = telling;
  const together = telling.filter(({ unit }) => unit !== '' && unit === first?.unit).slice(0, FIRST_CURVES);
  return together.length > 0 || first === undefined ? together : [first];
}

/** The choice with one more or one less, as the address has it. */
export function toggled(chosen: readonly Drawable[], { id }: Drawable): string {
  const ids = chosen.map((each) => each.id);
  const next = ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id];
  return next.length === 0 ? NONE : next.join();
}
