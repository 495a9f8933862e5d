import type { CommunicationTest } from '@ccu-gateway/contract/types';
import type { Caller } from '../../use-case/caller.js';
import { GatewayError } from '../../use-case/errors.js';
import { makeChange } from '../../use-case/record.js';
import { found } from '../../use-case/refusal.js';
import { toTimestamp } from '../../use-case/timestamp.js';
import { useCase } from '../../use-case/use-case.js';
import type { DeviceAdministering, DeviceTarget } from './device-admin.js';
import { placeOf } from './paramsets.js';

/** More of them show nothing new. */
const MAX_RECEIVED = 20;

/**
 * Tests whether a device answers: its CCU calls it over the air. Resolves with the answer and the values that arrived
 * meanwhile, or after a quarter of a minute without an answer. A sleeping device answers only after it woke up. Role
 * `operator`; audited as `device_test` with its outcome.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`), `unsupported` for a device without such a
 * test, `upstream_unavailable`, `service_unready`
 * @example
 * const { passed, duration_ms } = await core.as(caller).devices.test({ address: '0001D3C99C0001' });
 */
export const testDevice = useCase(
  'operator',
  async (ports: DeviceAdministering, caller: Caller, at: DeviceTarget): Promise<CommunicationTest> => {
    const place = placeOf(ports.house, at);
    const { central, address } = place;
    if (found(ports.house.device(address, { central })).communication_test_supported !== true) {
      throw new GatewayError('unsupported', `${place.interfaceName} cannot test ${address}`, { reason: 'unsupported' });
    }
    const change = { action: 'device_test', central, deviceAddress: address };
    const test = () => ports.deviceControl.test(place);
    const { startedAt, answeredAt, endedAt } = await makeChange(ports, caller, change, test, (answer) =>
      answer.answeredAt === undefined ? 'no answer' : `answered after ${answer.answeredAt - answer.startedAt} ms`,
    );
    return {
      passed: answeredAt !== undefined,
      started_at: toTimestamp(startedAt),
      ...(answeredAt === undefined ? {} : { completed_at: toTimestamp(answeredAt) }),
      duration_ms: (answeredAt ?? endedAt) - startedAt,
      timed_out: answeredAt === undefined,
      received: receivedSince(ports, { central, address, startedAt }),
    };
  },
);

/** Values of the device that arrived since then. */
function receivedSince(
  { house }: Pick<DeviceAdministering, 'house'>,
  { central, address, startedAt }: { readonly central: string; readonly address: string; readonly startedAt: number },
): CommunicationTest['received'] {
  const channels = found(house.channels(address, { central }));
  const points = channels.flatMap(({ number: channel }) =>
    found(house.dataPoints({ address, channel, central })).map((point) => ({ ...point, channel })),
  );
  return points
    .filter(({ last_seen_at: seen }) => seen !== undefined && Date.parse(seen) >= startedAt)
    .slice(0, MAX_RECEIVED)
    .map(({ channel, parameter, value, last_seen_at: seen }) => ({
      channel,
      parameter,
      value,
      received_at: seen ?? toTimestamp(startedAt),
    }));
}
