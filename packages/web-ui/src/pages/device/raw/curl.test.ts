import { expect, it } from 'vitest';
import { curlLines } from './curl.js';

it('the curl lines are safe words for a shell, for any name of a device', () => {
  const lines = curlLines({
    api: 'http://127.0.0.1:1/gw/api/v1/',
    central: "it's $(home)",
    address: '00A`1',
    channel: 4,
    settable: { parameter: 'TEXT', value: "don't", type: 'STRING' },
  });
  expect(lines.map(({ what }) => what)).toEqual(['readDevice', 'readPoints', 'readMaster', 'write', 'follow']);
  expect(lines[3]!.line).toBe(
    `curl -X PUT -H "Authorization: Bearer $CCU_GATEWAY_TOKEN" -H 'Content-Type: application/json' ` +
      `-d '{"value":"don'\\''t"}' 'http://127.0.0.1:1/gw/api/v1/devices/00A%601/channels/4/data-points/TEXT/value` +
      `?central=it'\\''s%20%24(home)'`,
  );
});
