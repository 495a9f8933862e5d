/** A device of the download, or one of its values. */
export interface ChosenValue {
  readonly central: string;
  readonly address: string;
  /** `CHANNEL:PARAMETER`; undefined for all values of the device. */
  readonly value?: string;
}

/** Most data points that the gateway takes by name. */
export const MOST_POINTS = 100;

/** The choice as the address of the page has it. */
export function chosenText(chosen: readonly ChosenValue[]): string {
  return chosen
    .map(({ central, address, value }) => [central, placeText(address, value)].map(encodeURIComponent).join('/'))
    .join();
}

/** The same, read; parts that name nothing are left out. */
export function chosenFrom(text = ''): readonly ChosenValue[] {
  return text
    .split(',')
    .flatMap((part) => {
      const [central = '', place = ''] = part.split('/').map(decoded);
      const [, address, value] = /^([^:]+)(?::(\d+:.+))?$/.exec(place) ?? [];
      if (central === '' || address === undefined) return [];
      return [{ central, address, ...(value !== undefined && { value }) }];
    })
    .slice(0, MOST_POINTS);
}

export const isSameChoice = (one: ChosenValue, other: ChosenValue): boolean =>
  one.central === other.central && one.address === other.address && one.value === other.value;

/** Data points of the choice as the gateway is asked for them, each once; none where nothing is chosen. */
export function pointsOfChoice(
  chosen: readonly ChosenValue[],
  valuesOf: (choice: ChosenValue) => readonly { readonly place: string }[],
): readonly string[] {
  const points = chosen.flatMap((each) =>
    each.value === undefined ? valuesOf(each).map(({ place }) => place) : [`${each.address}:${each.value}`],
  );
  return [...new Set(points)];
}

/** What a person asks for, beside the data points. Days are those of the browser, as fields for dates have them. */
export interface FileWish {
  readonly points: readonly string[];
  /** The CCU of all of them; undefined where they are of several. */
  readonly central: string | undefined;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly format: string;
  readonly resolution: string;
}

/** Query of the download; both days are within it. */
export function queryOfWish({ points, central, firstDay, lastDay, format, resolution }: FileWish): string {
  const query = new URLSearchParams({ format, resolution });
  if (points.length > 0) query.set('points', points.join());
  if (points.length > 0 && central !== undefined) query.set('central', central);
  const [from, to] = [dayStart(firstDay, 0), dayStart(lastDay, 1)];
  if (from !== undefined) query.set('from', from);
  if (to !== undefined) query.set('to', to);
  return query.toString();
}

/** Begin of a day in the zone of the browser; undefined for none. */
function dayStart(day: string, daysLater: number): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (year === undefined) return undefined;
  return new Date(Number(year), Number(month) - 1, Number(date) + daysLater).toISOString();
}

const placeText = (address: string, value: string | undefined) =>
  value === undefined ? address : `${address}:${value}`;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
