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
  return fit.map(({ key, channel, summary: { parameter, unit = '' } }, index) => {
    const label = labels[index]!;
    const isAmbiguous = labels.indexOf(label) !== labels.lastIndexOf(label);
    return {
      id: `${channel}.${parameter}`,
      place: `${address}:${channel}:${parameter}`,
      key,
      label: isAmbiguous ? `${label} (:${channel})` : label,
      unit,
    };
  });
}

const rank = ({ channel }: Point): number => (channel === 0 ? Number.MAX_SAFE_INTEGER : channel);

/** Chosen curves: those of the address, else the first with those that share its unit. */
export function chosenOf(offered: readonly Drawable[], text: string | undefined): readonly Drawable[] {
  if (text === NONE) return [];
  const named = new Set(text?.split(','));
  const chosen = offered.filter(({ id }) => named.has(id)).slice(0, MOST_CURVES);
  if (chosen.length > 0) return chosen;
  return offered.filter(({ unit }) => unit === offered[0]?.unit).slice(0, FIRST_CURVES);
}

/** The choice with one more or one less, as the address has it. */
export function toggled(chosen: readonly Drawable[], { id }: Drawable): string {
  const ids = chosen.map((each) => each.id);
  const next = ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id];
  return next.length === 0 ? NONE : next.join();
}
