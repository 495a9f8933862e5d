import type { Message, Red } from '../red/red.js';
import { RefusedMessage } from '../words/failure-words.js';
import { fieldOf, pointOf } from './fields.js';
import { gatewayOf } from './gateway-of.js';
import { serveInputs } from './inputs.js';
import { registerNode } from './register.js';

const HOUR_MS = 3_600_000;
const DEFAULT_HOURS = 24;

/** A point of a recorded series. */
export type HistoryPoint = {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly value: number;
  /** Only where a point stands for several values. */
  readonly min?: number;
  readonly max?: number;
};

/** The node that reads the recorded values of one data point. */
export function registerHistory(red: Red): void {
  registerNode(red, 'ccu-gateway-history', (work) => {
    const { config, connection } = work;
    serveInputs(work, async (message, signal) => {
      const { central, device, channel, parameter } = pointOf(message, config);
      const to = timeOf(message, 'to') ?? Date.now();
      const hours = Number(fieldOf(message, config, 'hours') ?? DEFAULT_HOURS);
      if (!(hours > 0)) throw new RefusedMessage('hours');
      const from = timeOf(message, 'from') ?? to - hours * HOUR_MS;
      const points = `${device}:${channel}:${parameter}`;
      const [fromText, toText] = [from, to].map((ms) => new Date(ms).toISOString());
      const maxPoints = fieldOf(message, config, 'maxPoints');
      const answer = await gatewayOf(connection).call('readHistory', {
        query: {
          central,
          points,
          from: fromText,
          to: toText,
          max_points: maxPoints === undefined ? undefined : Number(maxPoints),
        },
        signal,
      });
      const series = 'series' in answer ? answer.series[0] : undefined;
      if (series?.error !== undefined) throw new RefusedMessage('history', { reason: series.error });
      const { at = [], values = [], min, max, unit, recorded } = series ?? {};
      const payload = at.map((ms, index): HistoryPoint => {
        const [lowest, highest] = [min?.[index], max?.[index]];
        return {
          at: ms,
          value: values[index] ?? Number.NaN,
          ...(lowest !== undefined && { min: lowest }),
          ...(highest !== undefined && { max: highest }),
        };
      });
      return {
        topic: points,
        payload,
        unit,
        recorded,
        from: fromText,
        to: toText,
        gaps: 'gaps' in answer ? answer.gaps : [],
      };
    });
  });
}

/** A time of the message: milliseconds since the Unix epoch, or a text that JavaScript reads as a time. */
function timeOf(message: Message, name: 'from' | 'to'): number | undefined {
  const value = message[name];
  if (value === undefined || value === null || value === '') return undefined;
  const ms = new Date(value as string | number).getTime();
  if (Number.isNaN(ms)) throw new RefusedMessage('time', { field: name });
  return ms;
}
