import type { DataPointSummary } from '@ccu-gateway/contract/types';
import { glob } from '@ccu-gateway/device-model';
import type { House } from '../../ports/house.js';
import { knownScope } from '../../use-case/choose.js';
import { invalid } from '../../use-case/errors.js';
import { type ExposedReading, readExposed } from './exposed-values.js';

/** Request for values as figures of Prometheus. */
export interface ValueMetricsRequest {
  readonly central?: string | undefined;
  /**
   * Patterns as in the settings of the history: `PARAMETER` or `ADDRESS:CHANNEL:PARAMETER`; `*` stands for any text. Default: the
   * data points that an administrator chose.
   */
  readonly points?: readonly string[] | undefined;
}

/** Ports of the use case that shows values to scrapers. */
export interface ValueMetricsReading {
  readonly house: House;
  /** Without it no data point is chosen. */
  readonly configControl?: ExposedReading['configControl'];
}

/** Most patterns of a request. */
const MAX_METRIC_PATTERNS = 100;
/** Most figures of an answer: a scraper keeps each as a series of its own. */
export const MAX_VALUE_METRICS = 2_000;
const NAME = 'ccu_gateway_value';

type Placed = DataPointSummary & {
  readonly central: string;
  readonly device_address: string;
  readonly channel: number;
};

/**
 * Present values of chosen data points in the text format of Prometheus, line by line: booleans are 0 and 1, enumerations their
 * position; a value that is unknown has no line. Further data points than `MAX_VALUE_METRICS` are left out, and a figure counts them.
 * Role `viewer`.
 *
 * @throws GatewayError `validation` with an empty list of patterns or too many, `not_found` for an unknown central
 * @example
 * for (const line of await valueMetrics(ports, { points: ['ACTUAL_TEMPERATURE'] })) send(line);
 */
export async function valueMetrics(
  { house, configControl }: ValueMetricsReading,
  { central, points }: ValueMetricsRequest,
): Promise<Generator<string, void, void>> {
  const scope = knownScope(house, { central });
  if (points === undefined) {
    const chosen = new Set(configControl === undefined ? [] : (await readExposed({ configControl })).points);
    return lines(house, scope, ({ place }) => chosen.has(place));
  }
  if (points.length === 0 || points.length > MAX_METRIC_PATTERNS) {
    const reason = `needs 1 to ${MAX_METRIC_PATTERNS} patterns: PARAMETER or ADDRESS:CHANNEL:PARAMETER`;
    throw invalid([{ field: 'points', reason, max: MAX_METRIC_PATTERNS }]);
  }
  const patterns = points.map((text) => ({ isPlace: text.includes(':'), fits: glob(text) }));
  return lines(house, scope, ({ place, parameter }) =>
    patterns.some((each) => each.fits(each.isPlace ? place : parameter)),
  );
}

function* lines(
  house: House,
  { central }: { readonly central?: string | undefined },
  isChosen: (point: { readonly place: string; readonly parameter: string }) => boolean,
): Generator<string, void, void> {
  yield `# HELP ${NAME} Present value of a data point; booleans are 0 and 1.\n# TYPE ${NAME} gauge\n`;
  let [count, leftOut] = [0, 0];
  for (const { kind, data } of house.snapshotLines({ include: ['data_points'], ...(central && { central }) })) {
    if (kind !== 'data_point') {
      yield '';
      continue;
    }
    // The kind of a line determines its data.
    const { central: home, device_address: device, channel, parameter, value, unit = '' } = data as Placed;
    const place = `${device}:${channel}:${parameter}`;
    const number = typeof value === 'boolean' ? Number(value) : value;
    if (!isChosen({ place, parameter }) || typeof number !== 'number' || !Number.isFinite(number)) {
      yield '';
      continue;
    }
    count += 1;
    if (count > MAX_VALUE_METRICS) {
      leftOut += 1;
      yield '';
      continue;
    }
    const found = house.device(device, { central: home });
    const name = found.ok ? found.value.name : '';
    const labels = { central: home, channel: String(channel), device, name, parameter, unit };
    yield `${NAME}{${labelled(labels)}} ${number}\n`;
  }
  const help = 'Data points that were chosen and had no room; choose fewer.';
  yield `# HELP ${NAME}s_left_out ${help}\n# TYPE ${NAME}s_left_out gauge\n${NAME}s_left_out ${leftOut}\n`;
}

const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' };

const labelled = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels)
    .map(([name, text]) => `${name}="${text.replaceAll(/[\\"\n]/g, (each) => ESCAPED[each] ?? each)}"`)
    .join(',');
