import { type ImportPoint, type LineReader, type LineResult, refused } from './reader.js';

type Json = Readonly<Record<string, unknown>>;

/**
 * Answers of `getTimeSeries` and `getTimeSeriesRaw` of CCU-Historian, each on a line of its own or several in a list. The `id`
 * of the answer is that of the request, and names the data point.
 */
export function historianAnswers(point: string | undefined): LineReader {
  return (line) => {
    if (line.trim() === '') return [];
    let parsed: unknown;
    try {
      parsed = JSON.parse(line);
    } catch {
      return refused('is no JSON: an answer stands on one line');
    }
    const points: ImportPoint[] = [];
    for (const each of Array.isArray(parsed) ? parsed : [parsed]) {
      const result = pointsOf(each, point);
      if ('refused' in result) return result;
      for (const one of result) points.push(one);
    }
    return points;
  };
}

function pointsOf(answer: unknown, point: string | undefined): LineResult {
  if (!isObject(answer)) return refused('is no answer of CCU-Historian');
  const series = isObject(answer.result) ? answer.result : answer;
  const { timestamps, values } = series;
  if (!Array.isArray(timestamps) || !Array.isArray(values) || timestamps.length !== values.length) {
    return refused('has no `timestamps` and `values` of equal length');
  }
  const id = point ?? textOf(answer.id) ?? textOf(series.id);
  if (id === undefined) return refused('names no data point: give its id to the request, or `point` to the import');
  const points: ImportPoint[] = [];
  for (const [index, at] of timestamps.entries()) {
    const value = typeof values[index] === 'boolean' ? Number(values[index]) : values[index];
    if (value === null) continue;
    if (!Number.isSafeInteger(at) || typeof value !== 'number' || !Number.isFinite(value)) {
      return refused(`has no time with a number at position ${index}`);
    }
    points.push({ id, at, value });
  }
  return points;
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
