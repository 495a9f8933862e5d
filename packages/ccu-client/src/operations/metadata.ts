import { isCcuError } from '../model/errors.js';
import type { InterfaceProfile } from '../model/interfaces.js';
import type { WireValue } from '../model/model.js';
import { isStruct } from '../rpc/descriptions.js';
import { isGeneralFault, isUnknownMethod } from '../transport/errors.js';
import { int } from '../wire/codecs/index.js';
import { type Caller, withoutMethod } from './caller.js';
import type { Operations } from './operations.js';

/** Metadatum of HmIPServer with the reported use of values. */
const VALUE_USAGE = 'reportValueUsageData';

const metadata = (profile: InterfaceProfile) => profile.metadata;

/** Metadata that the CCU stores for devices and values, and its reads of a single parameter. */
export function metadataOperations({
  ask,
}: Caller): Pick<
  Operations,
  'getMetadata' | 'setMetadata' | 'getAllMetadata' | 'determineParameter' | 'reportValueUsage' | 'valueUsage'
> {
  return {
    getMetadata: (name, address, id) => ask(name, metadata, 'getMetadata', [address, id]),
    async setMetadata(name, address, id, value) {
      await ask(name, metadata, 'setMetadata', [address, id, value]);
    },
    async getAllMetadata(name, address) {
      // rfd refuses the question where it keeps none.
      const answer = await ask(name, metadata, 'getAllMetadata', [address]).catch((error) => {
        if (!isGeneralFault(error)) throw error;
        return '';
      });
      return isStruct(answer) ? answer : {};
    },
    determineParameter: (name, address, paramsetKey, parameter) =>
      ask(name, ({ determine }) => determine, 'determineParameter', [address, paramsetKey, parameter]),
    async reportValueUsage(name, channelAddress, parameter, count) {
      const can = ({ valueUsage }: InterfaceProfile) => valueUsage !== 'none';
      const params = [channelAddress, parameter, int(count)];
      const answer = await ask(name, can, 'reportValueUsage', params).catch(withoutMethod(name, 'reportValueUsage'));
      return answer === true || answer === 1;
    },
    async valueUsage(name, channelAddress) {
      const can = ({ valueUsage }: InterfaceProfile) => valueUsage === 'readable';
      try {
        return readUsage(await ask(name, can, 'getMetadata', [channelAddress, VALUE_USAGE]));
      } catch (error) {
        if (!isCcuError(error) || isUnknownMethod(error)) return withoutMethod(name, 'getMetadata')(error);
        // A metadatum that was never written is refused with the general fault.
        if (isGeneralFault(error)) return undefined;
        throw error;
      }
    },
  };
}

function readUsage(value: WireValue): Readonly<Record<string, number>> | undefined {
  if (!isStruct(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([valueId, count]) => (typeof count === 'number' ? [[valueId, count]] : [])),
  );
}
