// Open windows and empty batteries, straight from a CCU. Prints them once all values were read, and each change after that.
import { pathToFileURL } from 'node:url';
import { connectCcu, openCallbackServer } from '@ccu-gateway/ccu-client';

/** A line for a value that a household wants to hear of; undefined for any other. `kind` is the type of the channel. */
export function lineOf({ channelAddress, parameter, value }, kind = '') {
  const isContact = parameter === 'STATE' && /SHUTTER_CONTACT|ROTARY_HANDLE/.test(kind);
  if (isContact && (value === true || value > 0)) return `${channelAddress} is open`;
  return /^LOW_?BAT$/.test(parameter) && value === true ? `${channelAddress}: the battery is empty` : undefined;
}

/** Follows a CCU until it is closed. `onConnected` is called for each interface with a proven round trip. */
export async function report({ callback, print, onConnected = () => {}, ...central }) {
  const callbacks = await openCallbackServer(callback);
  const ccu = connectCcu({ name: 'ccu', instance: 'report', callbacks, ...central });
  const kinds = new Map();
  ccu.on((event) => {
    if (event.type === 'devices_described') for (const { ADDRESS, TYPE } of event.devices) kinds.set(ADDRESS, TYPE);
    const values = event.type === 'value' ? [event] : event.type === 'values_loaded' ? event.values : [];
    for (const each of values) {
      const line = lineOf(each, kinds.get(each.channelAddress));
      if (line !== undefined) print(line);
    }
    if (event.type === 'link_state' && event.status.state === 'connected') onConnected(event.status.interfaceName);
  });
  return async function close() {
    await ccu.close();
    await callbacks.close();
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { CCU_HOST: host, CCU_USER: username, CCU_PASSWORD: password } = process.env;
  if (host === undefined) throw new Error('Set CCU_HOST to the address of the CCU');
  const login = username === undefined ? {} : { username, password };
  const callback = { host: '0.0.0.0', port: 8120, binPort: 8129 };
  const close = await report({ host, ...login, interfaces: ['HmIP-RF', 'BidCos-RF'], callback, print: console.log });
  process.once('SIGINT', close);
}
