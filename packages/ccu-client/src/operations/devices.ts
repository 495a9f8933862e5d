import type { InterfaceProfile } from '../model/interfaces.js';
import type { WireValue } from '../model/model.js';
import { isStruct } from '../rpc/descriptions.js';
import { int } from '../wire/codecs/index.js';
import type { Caller } from './caller.js';
import type { Operations } from './operations.js';

const deletable = (profile: InterfaceProfile) => profile.deletable;

export function deviceOperations({
  ask,
  able,
  link,
}: Caller): Pick<
  Operations,
  | 'deleteDevice'
  | 'replaceDevice'
  | 'listReplaceableDevices'
  | 'restoreConfig'
  | 'setTeam'
  | 'clearConfigCache'
  | 'updateFirmware'
  | 'refreshFirmwareList'
  | 'rescan'
> {
  return {
    async deleteDevice(name, address, { reset = false, force = false, defer = false } = {}) {
      const flags = (reset ? 1 : 0) | (force ? 2 : 0) | (defer ? 4 : 0);
      await ask(name, deletable, 'deleteDevice', [address, int(flags)]);
    },
    async replaceDevice(name, oldAddress, newAddress, onDone) {
      await link(name).holdingDevices(async () => {
        await ask(name, deletable, 'replaceDevice', [oldAddress, newAddress]);
        await onDone();
      });
    },
    async listReplaceableDevices(name, newAddress) {
      const answer = await ask(name, deletable, 'listReplaceableDevices', [newAddress]);
      const list = Array.isArray(answer) ? (answer as readonly WireValue[]) : [];
      return list.flatMap((item) => {
        const address = isStruct(item) ? item.ADDRESS : item;
        return typeof address === 'string' ? [address] : [];
      });
    },
    async restoreConfig(name, address) {
      await ask(name, ({ restorable }) => restorable, 'restoreConfigToDevice', [address]);
    },
    async setTeam(name, channelAddress, team) {
      await ask(name, ({ teams }) => teams, 'setTeam', [channelAddress, team]);
    },
    async clearConfigCache(name, address) {
      await ask(name, deletable, 'clearConfigCache', [address]);
    },
    async updateFirmware(name, address) {
      const { profile, rpc } = able(name, ({ firmware }) => firmware !== 'none');
      await rpc.call(profile.firmware === 'update' ? 'updateFirmware' : 'installFirmware', [address]);
    },
    async refreshFirmwareList(name) {
      await ask(name, ({ firmware }) => firmware === 'install', 'refreshDeployedDeviceFirmwareList');
    },
    async rescan(name) {
      await link(name).rescan();
    },
  };
}
