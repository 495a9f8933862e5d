import { loadContract } from '../../../../packages/server/test/contract.js';
import type { Frame } from '../socket.js';
import { catalogue } from './catalogue.js';

/** What is heard while people use a house. */
export const EXPECTED_BROADCASTS = [
  'datapoint.value_changed',
  'custom_data_point.state_changed',
  'device.removed',
  'schedules.changed',
  'hub.sysvar_changed',
  'hub.program_executed',
  'hub.install_mode_changed',
  'hub.alarm_message',
  'hub.service_message',
  'hub.inbox_changed',
] as const;

/** Everything in the frames that is not as the reference's schema of their payload says; one example of each kind. */
export function faultsOfBroadcasts(frames: readonly Frame[]): readonly string[] {
  const contract = loadContract();
  const schemas = new Map(catalogue().flatMap(({ name, payload }) => (payload === undefined ? [] : [[name, payload]])));
  const faults = new Map<string, string>();
  for (const { type, payload } of frames) {
    const schema = schemas.get(type);
    if (schema === undefined) continue;
    for (const fault of contract.faultsOfPayload(schema, payload)) {
      faults.set(`${type} ${fault}`, `${type}: ${fault} | ${JSON.stringify(payload)}`);
    }
  }
  return [...faults.values()];
}
