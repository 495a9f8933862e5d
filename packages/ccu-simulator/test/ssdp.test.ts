import { createSocket, type Socket } from 'node:dgram';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSimulator } from '../src/index.js';

const question = (target: string, man = '"ssdp:discover"') =>
  `M-SEARCH * HTTP/1.1\r\nHOST: 239.255.255.250:1900\r\nMAN: ${man}\r\nMX: 1\r\nST: ${target}\r\n\r\n`;

describe('a search for CCUs', () => {
  let socket: Socket;
  const heard: string[] = [];
  beforeEach(() => {
    heard.length = 0;
    socket = createSocket('udp4').on('message', (message) => heard.push(message.toString('latin1')));
  });
  afterEach(() => socket.close());

  it('is answered with an address that describes the CCU, and only for a root device', async () => {
    const simulator = await startSimulator({ interfaces: ['CUxD'], ports: { ssdp: 0 }, serial: 'SIM0000042' });
    const ask = (text: string) => socket.send(text, simulator.ports.ssdp, simulator.host);
    for (const text of ['', 'x', question('urn:tv'), question('upnp:rootdevice', 'x'), question('upnp:rootdevice')])
      ask(text);
    await expect.poll(() => heard.length).toBe(1);
    expect(heard[0]).toContain('USN: uuid:upnp-BasicDevice-1_0-3014F711A00000SIM0000042::upnp:rootdevice\r\n');
    const location = /^LOCATION: (\S+)/m.exec(heard[0] ?? '')?.[1] ?? '';
    expect(await (await fetch(location)).text()).toContain('<serialNumber>3014F711A00000SIM0000042</serialNumber>');
    await simulator.close();
  });

  it('gets no answer from a CCU that boots, and one on the same port when it has restarted', async () => {
    const simulator = await startSimulator({ interfaces: ['CUxD'], ports: { ssdp: 0 } });
    const port = simulator.ports.ssdp;
    const ask = () => socket.send(question('ssdp:all'), simulator.ports.ssdp, simulator.host);
    simulator.faults.boot(3_600);
    ask();
    await simulator.faults.restart({ downMs: 1 });
    simulator.faults.clear();
    expect(heard).toEqual([]);
    expect(simulator.ports.ssdp).toBe(port);
    ask();
    await expect.poll(() => heard.length).toBe(1);
    await simulator.close();
  });

  it('finds no port where none was asked for', async () => {
    const simulator = await startSimulator({ interfaces: ['CUxD'] });
    expect(simulator.ports.ssdp).toBeUndefined();
    await simulator.close();
  });
});
