import type { HouseModel } from '@ccu-gateway/device-model';
import { CallError, type CallHandler } from '@ccu-gateway/fleet';
import { pack, unpack } from './carry.js';
import { type CallPorts, type Directory, locatedMethods } from './places.js';

/**
 * Answers calls of other gateways about CCUs that this one is connected with, by the name of the call. `mayAct` is
 * asked before anything is done.
 */
export function answerPorts(
  ports: CallPorts,
  house: Directory & Pick<HouseModel, 'setChannelFlags'>,
  mayAct: (central: string) => boolean,
): Readonly<Record<string, CallHandler>> {
  const flags = { ...ports.flags, saveFlags: savingFlags(ports, house) };
  const own: CallPorts = { ...ports, flags };
  return Object.fromEntries(
    locatedMethods(own).map(({ name, call, locate }): readonly [string, CallHandler] => [
      name,
      async (packed, { signal }) => {
        const args = argumentsOf(packed, signal);
        const central = located(() => locate(house, ...args));
        if (central === undefined || !mayAct(central)) {
          throw new CallError('not_holder', 'this gateway is not connected with the CCU');
        }
        return pack(await call(...args));
      },
    ]),
  );
}

/** The gateway that the client called has changed its copy; this one has the model that counts. */
function savingFlags(
  { flags }: CallPorts,
  house: Pick<HouseModel, 'setChannelFlags'>,
): CallPorts['flags']['saveFlags'] {
  return async (central, channelAddress, wanted) => {
    await flags.saveFlags(central, channelAddress, wanted);
    const [address = '', channel] = channelAddress.split(':');
    house.setChannelFlags({ central, address, channel: Number(channel) }, wanted);
  };
}

function argumentsOf(packed: unknown, signal: AbortSignal): readonly unknown[] {
  if (!Array.isArray(packed)) throw new CallError('not_holder', 'a call has a list of arguments');
  return packed.map((each) => unpack(each, signal));
}

/** Arguments come from another process: where they are of another shape they name no CCU. */
function located(locate: () => string | undefined): string | undefined {
  try {
    return text(locate());
  } catch {
    return undefined;
  }
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
