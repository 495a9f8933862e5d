import type { InterfaceProfile } from '../model/interfaces.js';
import { int } from '../wire/codecs/index.js';
import { number } from './answers.js';
import { type Caller, unsupported } from './caller.js';
import type { Operations } from './operations.js';

const pairs = ({ installMode }: InterfaceProfile) => installMode !== 'none';

export function pairingOperations({
  ask,
  able,
  link,
}: Caller): Pick<Operations, 'setInstallMode' | 'getInstallMode' | 'searchDevices' | 'addDevice'> {
  return {
    async setInstallMode({ interfaceName: name, active, seconds = 60, deviceAddress, whitelist }) {
      const time = int(Math.min(600, Math.max(1, seconds)));
      const { profile } = able(name, pairs);
      if (whitelist !== undefined) {
        if (profile.installMode !== 'whitelist') throw unsupported(name, 'has no list of devices to pair');
        const entry = { ADDRESS: whitelist.sgtin, KEY_MODE: 'LOCAL', KEY: whitelist.key };
        await link(name).rpc.call('setInstallModeWithWhitelist', [active, time, [entry]]);
        return;
      }
      if (deviceAddress !== undefined) {
        if (profile.installMode !== 'serial') throw unsupported(name, 'cannot pair one device by its serial number');
        await link(name).rpc.call('setInstallMode', [active, time, deviceAddress]);
        return;
      }
      // HmIP refuses the third argument; rfd does without it.
      await link(name).rpc.call('setInstallMode', [active, time]);
    },
    async getInstallMode(name) {
      return Math.max(0, number(await ask(name, pairs, 'getInstallMode')) ?? 0);
    },
    async searchDevices(name) {
      return number(await ask(name, ({ busSearch }) => busSearch, 'searchDevices')) ?? 0;
    },
    async addDevice(name, serial) {
      await ask(name, ({ installMode }) => installMode === 'serial', 'addDevice', [serial]);
    },
  };
}
