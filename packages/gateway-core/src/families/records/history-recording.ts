import type { Caller } from '../../use-case/caller.js';
import { makeChange, type Recording } from '../../use-case/record.js';
import type { PointPlace } from '../../use-case/series.js';
import { useCase } from '../../use-case/use-case.js';
import type { ConfigWriting } from '../gateway/config.js';
import type { HistoryReading } from './history.js';
import { type BucketRequest, bucketPlace } from './history-buckets.js';

/** A data point, as `readHistoryBuckets` names it. */
export type RecordedPoint = Pick<BucketRequest, 'central' | 'interfaceId' | 'channel' | 'parameter'>;

/** Ports of the use case that chooses recorded data points. */
export interface RecordingChoice extends HistoryReading, Recording, Pick<ConfigWriting, 'configControl'> {}

/** State of the recording of a data point. */
export interface RecordingState {
  readonly record: boolean;
  /** `override`: the settings name this data point; `policy`: a pattern of theirs decides. */
  readonly source: 'override' | 'policy';
}

const SECTION = 'history';

/**
 * Whether values of a data point are recorded at the moment, and the cause. Role `viewer`.
 *
 * @throws GatewayError `validation`, `not_found` for an unknown central or data point, `service_unready` without a store
 * @example
 * const { record } = await readRecording(ports, { channel: '0001D3C99C0001:1', parameter: 'LEVEL' });
 */
export async function readRecording(
  ports: Pick<RecordingChoice, 'house' | 'history' | 'configControl'>,
  point: RecordedPoint,
): Promise<RecordingState> {
  const place = bucketPlace(ports.house, point);
  // Refuses where there is no history.
  await ports.history.extent();
  const { include, exclude } = await chosen(ports);
  const name = nameOf(place);
  const isNamed = include.includes(name) || exclude.includes(name);
  return { record: ports.history.isRecorded(place), source: isNamed ? 'override' : 'policy' };
}

/**
 * Records a data point from now on, or no longer, whichever pattern fits it; null leaves it to the patterns again. It is a
 * setting, `history.include` or `history.exclude`. Role `admin`; audited as `config_write`.
 *
 * @throws GatewayError as `readRecording`; `validation` where the settings have no room, `service_unready` where the change
 * cannot take effect
 * @example
 * await core.as(caller).history.setRecording({ channel: '0001D3C99C0001:1', parameter: 'LEVEL' }, true);
 */
export const setRecording = useCase(
  'admin',
  async (ports: RecordingChoice, caller: Caller, point: RecordedPoint, record: boolean | null) => {
    const name = nameOf(bucketPlace(ports.house, point));
    await ports.history.extent();
    const without = (list: unknown) => texts(list).filter((each) => each !== name);
    const change = { action: 'config_write', note: `${SECTION}: ${name}` };
    await makeChange(ports, caller, change, () =>
      ports.configControl.changeSection(SECTION, ({ include, exclude, ...section }) => ({
        ...section,
        include: [...without(include), ...(record === true ? [name] : [])],
        exclude: [...without(exclude), ...(record === false ? [name] : [])],
      })),
    );
    return await readRecording(ports, point);
  },
);

const nameOf = ({ address, channel, parameter }: PointPlace) => `${address}:${channel}:${parameter}`;

async function chosen({ configControl }: Pick<RecordingChoice, 'configControl'>) {
  const { include, exclude } = await configControl.section(SECTION);
  return { include: texts(include), exclude: texts(exclude) };
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
