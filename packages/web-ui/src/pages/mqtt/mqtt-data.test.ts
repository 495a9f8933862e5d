import { expect, it } from 'vitest';
import { platformName, topicsBelow } from './mqtt-data.js';

const topic = (name: string) => ({ topic: name, payload: '1' });

it('names the common levels of all topics once', () => {
  expect(topicsBelow([topic('ccu/home/device/0001'), topic('ccu/home/status/0001/3/STATE')])).toEqual({
    start: 'ccu/home/',
    rows: [
      { rest: 'device/0001', payload: '1' },
      { rest: 'status/0001/3/STATE', payload: '1' },
    ],
  });
});

it('leaves the only topic its last level, and topics that share nothing as they are', () => {
  expect(topicsBelow([topic('ccu/home/device/0001')]).rows).toEqual([{ rest: '0001', payload: '1' }]);
  expect(topicsBelow([topic('a/b'), topic('c/b')])).toEqual({
    start: '',
    rows: [
      { rest: 'a/b', payload: '1' },
      { rest: 'c/b', payload: '1' },
    ],
  });
  expect(topicsBelow([])).toEqual({ start: '', rows: [] });
});

it('writes a platform as a word', () => {
  expect(platformName('binary_sensor')).toBe('Binary sensor');
});
