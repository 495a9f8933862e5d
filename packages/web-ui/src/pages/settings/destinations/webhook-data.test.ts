import { expect, it } from 'vitest';
import { inputOf, newSecret, webhookOf } from './webhook-data.js';

const STORED = {
  ...{ enabled: true, url: 'http://127.0.0.1:9/hook', secret: '***', topics: ['device.*', 'hub.*'] },
  ...{ timeout: '5s', allow_networks: ['169.254.0.0/16', '127.0.0.0/8'] },
};

it('stores an entry that was only shown as it was', () => {
  expect(webhookOf(inputOf(STORED), STORED)).toEqual(STORED);
});

it('lets requests to this machine through only where that was chosen, and keeps other networks', () => {
  const input = inputOf(STORED);
  expect(webhookOf({ ...input, local: false }, STORED)).toMatchObject({ allow_networks: ['169.254.0.0/16'] });
  expect(webhookOf({ ...inputOf(undefined), local: true })).toMatchObject({
    allow_networks: ['127.0.0.1/32', '::1/128'],
  });
});

it('drops empty lines of the filters, and takes a new secret in place of the stored one', () => {
  const input = { ...inputOf(STORED), topics: ' device.* \n\n', secret: 'whsec_new' };
  expect(webhookOf(input, STORED)).toMatchObject({ topics: ['device.*'], secret: 'whsec_new' });
});

it('makes secrets of 32 random bytes', () => {
  const secret = newSecret((bytes) => bytes.fill(255));
  expect(secret).toBe(`whsec_${Buffer.alloc(32, 255).toString('base64')}`);
});
