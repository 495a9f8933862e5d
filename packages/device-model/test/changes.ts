import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import type { HouseModel } from '../src/index.js';
import { SWITCH, value } from './house.js';

const CHANNEL = `${SWITCH}:4`;
const AT = { address: SWITCH, channel: 4 } as const;

/** Everything that may change shown data. A new member of `HouseModel` is put into one of the two lists. */
export const CHANGES: Readonly<Record<string, (house: HouseModel) => unknown>> = {
  addCentral: (house) => house.addCentral('second', { host: 'h', interfaces: [factsOf('CUxD')] }),
  removeCentral: (house) => house.removeCentral('ccu1'),
  setLocale: (house) => house.setLocale('de'),
  setBehaviour: (house) =>
    house.setBehaviour('ccu1', {
      resumesLights: false,
      groupCoverState: true,
      listsInternalPrograms: false,
      offersFirmware: true,
      holdsNewDevices: false,
    }),
  apply: (house) => house.apply(value(CHANNEL, 'STATE', true)),
  setCentralInformation: (house) => house.setCentralInformation('ccu1', { model: 'x' }),
  settleIdentity: (house) => {
    house.addCentral('second', { host: 'h', interfaces: [factsOf('CUxD')], ids: 'awaited' });
    return house.settleIdentity('second');
  },
  setHubAway: (house) => house.setHubAway('ccu1', true),
  setGroups: (house) => house.setGroups('ccu1', new Map()),
  setSuccessions: (house) => house.setSuccessions('ccu1', new Map()),
  setWaiting: (house) => house.setWaiting('ccu1', []),
  setHubAbsent: (house) => house.setHubAbsent('ccu1', true),
  setChannelFlags: (house) => house.setChannelFlags(AT, { hidden: true }),
  applyHub: (house) => house.applyHub('ccu1', { at: 1, programs: [] }),
  programExecuted: (house) => house.programExecuted('ccu1', '1', { success: true }),
  markPending: (house) =>
    house.markPending({ central: 'ccu1', channelAddress: CHANNEL, parameter: 'STATE', value: false }),
  applyConfiguration: (house) => house.applyConfiguration({ address: CHANNEL, values: {}, at: 1 }),
  'visibility.set': (house) => house.visibility.set('ccu1', ['LEVEL'], { at: 1 }),
  'state.take': (house) => house.state.take('ccu1', { part: 'descriptions', descriptions: [] }),
  'state.endPending': (house) =>
    house.state.endPending({ central: 'ccu1', channelAddress: CHANNEL, parameter: 'STATE', value: false, mark: 1 }),
  'memory.restoreValues': (house) => house.memory.restoreValues('ccu1', []),
  'memory.restoreChannelFlags': (house) => house.memory.restoreChannelFlags('ccu1', []),
};
