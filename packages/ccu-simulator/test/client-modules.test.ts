import { expect, it } from 'vitest';
import { startClientWorld } from './client-world.js';

/** Event of rfd about a radio module, sent every 15 s while one is disconnected. */
function moduleEvent(id: string): string {
  const text = (value: string) => `<param><value>${value}</value></param>`;
  return `<?xml version="1.0" encoding="iso-8859-1"?><methodCall><methodName>event</methodName><params>${text(id)}${text('MEQ0000001')}${text('CONNECTED')}<param><value><boolean>0</boolean></value></param></params></methodCall>`;
}

it('the state of a radio module is no reason to read the list of devices again', async () => {
  await using world = await startClientWorld({ interfaces: ['BidCos-RF'] });
  await world.connected();
  const { url, interfaceId } = world.simulator.registrations()[0]!;
  const read = () => world.simulator.received.of('listDevices', 'BidCos-RF').length;
  const before = read();
  const said = await fetch(url.replace(/^xmlrpc/, 'http'), { method: 'POST', body: moduleEvent(interfaceId) });
  expect(said.status).toBe(200);
  await world.until((event) => event.type === 'value' && event.parameter === 'CONNECTED');
  await world.ccu.rescan('BidCos-RF');
  await world.ccu.rescan('BidCos-RF');
  expect(read()).toBe(before + 2);
});
