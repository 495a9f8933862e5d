import { expect, it } from 'vitest';
import { browserOf } from './browser.js';

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', { browser: 'Firefox', system: 'Linux' }],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
    { browser: 'Edge', system: 'Windows' },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Mobile/15E148 Safari/604.1',
    { browser: 'Safari', system: 'iOS' },
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
    { browser: 'Chrome', system: 'Android' },
  ],
  ['curl/8.5.0', { browser: 'curl' }],
  ['', {}],
])('the browser that calls itself %j', (userAgent, expected) => {
  expect(browserOf(userAgent)).toEqual(expected);
});
