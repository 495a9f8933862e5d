import type { EnergyTariffsWriteRequest } from '@ccu-gateway/contract/types';

type Settings = Pick<EnergyTariffsWriteRequest, 'tariffs' | 'meters'>;

/** Local midnight of the first day whose costs a change alters; undefined where it alters none. Roles of meters apply to all days. */
export function firstChange(before: Settings, after: Settings): number | undefined {
  if (text(before.meters) !== text(after.meters)) return 0;
  const [old, next] = [textsOf(before), textsOf(after)];
  const days = [
    ...before.tariffs.filter((each) => !next.has(text(priced(each)))),
    ...after.tariffs.filter((each) => !old.has(text(priced(each)))),
  ].map(({ valid_from: day }) => day);
  const [first] = days.sort();
  return first === undefined ? undefined : new Date(`${first}T00:00`).getTime();
}

const textsOf = ({ tariffs }: Settings): ReadonlySet<string> => new Set(tariffs.map((each) => text(priced(each))));

/** A name has no price. */
const priced = ({ name: _, ...tariff }: Settings['tariffs'][number]) => tariff;

/** The same for the same members, in whatever order. */
function text(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );
}
