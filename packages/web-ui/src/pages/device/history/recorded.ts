import type { Services } from '../../../context/services.js';
import type { ValueHistory } from '../../../history/series.js';
import type { Drawable } from './choice.js';

/** Most series of one request. */
const MOST_SERIES = 100;
const LONGEST_MS = 720 * 3_600_000;

export interface Recorded {
  /** True while values are recorded. */
  readonly enabled: boolean;
  /** Values with a record, current or former. */
  readonly drawables: readonly Drawable[];
  /** Ids of those that are recorded at the moment. */
  readonly current: ReadonlySet<string>;
}

/** Asks which data points have a history. Where recording is off, those count of which older values are there. */
export async function readRecorded(
  { gateway, now }: Pick<Services, 'gateway' | 'now'>,
  drawables: readonly Drawable[],
  central: string,
): Promise<Recorded> {
  const read = async (lengthMs: number): Promise<Recorded & { readonly hasOlder: boolean }> => {
    const found = { enabled: true, hasOlder: false, drawables: [] as Drawable[], current: new Set<string>() };
    for (let start = 0; start < drawables.length; start += MOST_SERIES) {
      const asked = drawables.slice(start, start + MOST_SERIES);
      const { retention, series }: ValueHistory = await gateway.call('readHistory', {
        query: {
          points: asked.map(({ place }) => place).join(),
          central,
          from: new Date(now() - lengthMs).toISOString(),
          max_points: 1,
        },
      });
      found.enabled = retention.enabled;
      found.hasOlder = retention.oldest_at !== undefined;
      found.drawables.push(...asked.filter((_, index) => isThere(series[index])));
      for (const [index, { id }] of asked.entries()) if (series[index]?.recorded) found.current.add(id);
    }
    return found;
  };
  const found = await read(1_000);
  return found.enabled || !found.hasOlder ? found : read(LONGEST_MS);
}

const isThere = (series: ValueHistory['series'][number] | undefined): boolean =>
  series !== undefined && (series.recorded || series.before !== undefined || series.at.length > 0);
