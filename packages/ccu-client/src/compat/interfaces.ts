import { isCcuError } from '../model/errors.js';
import type { DeviceDescription, InterfaceName } from '../model/model.js';
import { absent, explain, failed, type Recorder, type Verdict } from './recorder.js';
import { judge, listOf } from './shape.js';
import type { InterfaceWire, Wires } from './wires.js';

/** An interface that answers, with its device list. */
export interface ServedInterface {
  readonly wire: InterfaceWire;
  readonly devices: readonly Partial<DeviceDescription>[];
}

/** Which interfaces answer. One behind which no process runs is absent, which is no fault of the CCU. */
export async function checkInterfaces(wires: Wires, recorder: Recorder): Promise<readonly ServedInterface[]> {
  const served: ServedInterface[] = [];
  for (const wire of wires.interfaces) {
    await recorder.check('interfaces', wire.name, async () => {
      try {
        const answer = await wire.call('listDevices', [], wires.timings.longRpcTimeoutMs);
        served.push({ wire, devices: Array.isArray(answer) ? (answer as readonly Partial<DeviceDescription>[]) : [] });
        return judge(answer, listOf('ADDRESS', 'TYPE', 'PARENT', 'PARAMSETS', 'VERSION'));
      } catch (error) {
        return whyNotServed(error);
      }
    });
  }
  return served;
}

const NOT_THERE: ReadonlySet<string> = new Set(['unreachable', 'booting']);

function whyNotServed(error: unknown): Verdict {
  if (isCcuError(error) && NOT_THERE.has(error.code)) return absent(explain(error));
  return failed(explain(error));
}

/** A channel with that paramset: one of the CCU's own keys where there is one, because those are no radio. */
export function channelWith(paramset: 'VALUES' | 'MASTER', { devices }: ServedInterface): string | undefined {
  const channels = devices.filter(
    ({ ADDRESS, PARENT, PARAMSETS }) =>
      typeof ADDRESS === 'string' &&
      typeof PARENT === 'string' &&
      PARENT !== '' &&
      Array.isArray(PARAMSETS) &&
      PARAMSETS.includes(paramset),
  );
  const own = channels.find(({ ADDRESS }) => VIRTUAL_KEYS.test(ADDRESS ?? ''));
  return (own ?? channels[0])?.ADDRESS;
}

const VIRTUAL_KEYS = /^(?:BidCoS-(?:RF|Wir)|HmIP-RCV-\d+):/;

export function firstDevice({ devices }: ServedInterface): string | undefined {
  return devices.find(({ ADDRESS, PARENT }) => typeof ADDRESS === 'string' && (PARENT ?? '') === '')?.ADDRESS;
}

export const servedNames = (served: readonly ServedInterface[]): readonly InterfaceName[] =>
  served.map(({ wire }) => wire.name);
