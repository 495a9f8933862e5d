import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRedirect, type Redirect } from '../src/index.js';
import { rawExchange } from './socket.js';

let redirect: Redirect;
beforeAll(async () => {
  const own = new Map([
    ['gateway.lan', 'https://gateway.lan:8119'],
    ['192.168.1.20', 'https://192.168.1.20:8119'],
    ['fd00::20', 'https://[fd00::20]:8119'],
    ['house.example', 'https://house.example'],
  ]);
  redirect = await openRedirect({ host: '127.0.0.1', port: 0, originFor: (name) => own.get(name) });
});
afterAll(() => redirect.close());

async function ask(line: string, host: string) {
  const answer = await rawExchange(redirect.port, `${line} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]),
    location: /^location: (.*)\r$/im.exec(answer)?.[1],
    closed: /^connection: close\r$/im.test(answer),
  };
}

it.each([
  ['GET /', 'gateway.lan', 'https://gateway.lan:8119/'],
  ['GET /devices?room=1', 'Gateway.LAN:80', 'https://gateway.lan:8119/devices?room=1'],
  ['POST /api/v1/auth/login', '192.168.1.20', 'https://192.168.1.20:8119/api/v1/auth/login'],
  ['GET /', '[fd00::20]:8080', 'https://[fd00::20]:8119/'],
  ['GET /', 'house.example', 'https://house.example/'],
  ['GET //evil.example/x', 'gateway.lan', 'https://gateway.lan:8119//evil.example/x'],
  ['GET /\\evil.example', 'gateway.lan', 'https://gateway.lan:8119/\\evil.example'],
])('leads %s at %s to %s, with the same method', async (line, host, location) => {
  expect(await ask(line, host)).toEqual({ status: 308, location, closed: true });
});

it.each([
  ['GET /', 'evil.example'],
  ['GET /', 'gateway.lan.evil.example'],
  ['GET /', 'gateway.lan@evil.example'],
  ['GET /', 'gateway.lan:80:80'],
  ['GET /', 'gateway.lan/evil.example'],
  ['GET /', '[gateway.lan]'],
  ['GET /', ''],
  ['GET http://evil.example/', 'gateway.lan'],
  ['GET evil.example', 'gateway.lan'],
  ['OPTIONS *', 'gateway.lan'],
])('leads %s at %j nowhere [M04]', async (line, host) => {
  expect(await ask(line, host)).toMatchObject({ status: expect.toBeOneOf([400, 421]), location: undefined });
});
