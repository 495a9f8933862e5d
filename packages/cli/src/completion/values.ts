import type { Rest } from '../gateway/rest.js';
import type { Candidate } from './complete.js';

type Ask = (rest: Rest) => Promise<readonly Candidate[]>;

const devices: Ask = async (rest) => {
  // One page is as much as a person looks through.
  const { items = [] } = await rest.call('listDevices');
  return items.map(({ address, name, model }) => ({ value: address, description: name || model || '' }));
};

/** Requests for values at the gateway, by argument. */
export const ASKED: Readonly<Record<string, Ask>> = {
  address: devices,
  addresses: devices,
  device: devices,
  sender: devices,
  receiver: devices,
  sysvar: async (rest) =>
    (await rest.call('listSysvars')).map(({ name, value_type }) => ({ value: name, description: value_type })),
  program: async (rest) =>
    (await rest.call('listPrograms')).map(({ name, central = '' }) => ({ value: name, description: central })),
  central: async (rest) => (await rest.call('listCentrals')).map(({ name }) => ({ value: name, description: '' })),
  ccu: async (rest) => (await rest.call('listCentrals')).map(({ name }) => ({ value: name, description: '' })),
  room: async (rest) => (await rest.call('listRooms')).map(({ name }) => ({ value: name, description: '' })),
  'interfaces id': async (rest) =>
    (await rest.call('listInterfaces')).map(({ id, host = '' }) => ({ value: id, description: host })),
  setting: async (rest) =>
    (await rest.call('getConfigSchema')).fields.map(({ path, allowed = '' }) => ({
      value: path,
      description: allowed,
    })),
};
