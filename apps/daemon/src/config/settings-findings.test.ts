import { GatewayError } from '@ccu-gateway/gateway-core';
import { expect, it } from 'vitest';
import { settingsFindings } from './settings-findings.js';

it('names each section that is not in force here and why, and quotes nothing but refusals', () => {
  const field = 'mqtt.brokers.house.ca_file';
  const refusal = new GatewayError('validation', 'Not here', {
    reason: 'validation_failed',
    errors: [{ field, reason: 'cannot be read (ENOENT)' }],
  });
  const found = settingsFindings([
    { section: 'mqtt', error: refusal },
    { section: 'webhooks', error: new Error('whsec_geheim is no secret') },
  ]);
  expect(found).toMatchObject([
    { name: 'mqtt', status: 'degraded', note: expect.stringContaining(`${field} cannot be read (ENOENT)`) },
    { name: 'webhooks', status: 'degraded', note: expect.stringContaining('the log has the reason') },
  ]);
  expect(JSON.stringify(found)).not.toContain('geheim');
});
