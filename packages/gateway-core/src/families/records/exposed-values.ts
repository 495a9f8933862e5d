import type { Caller } from '../../use-case/caller.js';
import { makeChange, type Recording } from '../../use-case/record.js';
import { useCase } from '../../use-case/use-case.js';
import type { ConfigWriting } from '../gateway/config.js';
import type { HistoryReading } from './history.js';
import { bucketPlace } from './history-buckets.js';
import type { RecordedPoint } from './history-recording.js';

/** Ports of the use cases that choose values for scrapers. */
export interface ExposedReading extends Pick<ConfigWriting, 'configControl'> {}

/** Ports of the use case that chooses values for scrapers. */
export interface ExposedChoice extends ExposedReading, Recording, Pick<HistoryReading, 'house'> {}

const SECTION = 'history';

/**
 * The data points that scrapers get without patterns of their own, as `ADDRESS:CHANNEL:PARAMETER`. Role `viewer`.
 *
 * @throws GatewayError `service_unready` without storage
 * @example
 * const { points } = await readExposed(ports);
 */
export async function readExposed({ configControl }: ExposedReading): Promise<{ readonly points: readonly string[] }> {
  return { points: textsOf((await configControl.section(SECTION)).metrics) };
}

/**
 * Shows the present value of a data point to scrapers, or no longer. It is the setting `history.metrics`, and needs no
 * recording. Role `admin`; audited as `config_write`.
 *
 * @throws GatewayError `validation` for an unknown data point or where the setting has no room, `not_found` for an unknown central,
 * `service_unready` where the change cannot take effect
 * @example
 * await core.as(caller).diagnostics.setExposed({ channel: '0001D3C99C0001:1', parameter: 'LEVEL' }, true);
 */
export const setExposed = useCase(
  'admin',
  async (ports: ExposedChoice, caller: Caller, point: RecordedPoint, expose: boolean) => {
    const name = nameOf(ports, point, expose);
    const change = { action: 'config_write', note: `${SECTION}.metrics: ${name}` };
    await makeChange(ports, caller, change, () =>
      ports.configControl.changeSection(SECTION, ({ metrics, ...section }) => {
        const others = textsOf(metrics).filter((each) => each !== name);
        return { ...section, metrics: expose ? [...others, name] : others };
      }),
    );
    return await readExposed(ports);
  },
);

/** A data point that does not exist any more can be taken out by its name alone. */
function nameOf({ house }: Pick<ExposedChoice, 'house'>, point: RecordedPoint, expose: boolean): string {
  if (!expose) return `${point.channel}:${point.parameter}`;
  const { address, channel, parameter } = bucketPlace(house, point);
  return `${address}:${channel}:${parameter}`;
}

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
