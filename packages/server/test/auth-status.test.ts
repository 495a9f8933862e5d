import { expect, it } from 'vitest';
import { startWorld } from './world.js';

it('refusals of members of accounts and passwords answer 400, those of tokens and names 422', async () => {
  const world = await startWorld();
  const ask = async (method: string, target: string, json: unknown) => {
    const response = await world.request({ method, target: `/api/v1${target}`, as: 'admin', json });
    const { status, reason } = (await response.json()) as { status: number; reason: string };
    return [response.status, status, reason];
  };
  const user = { username: 'new', password: 'long-enough-1', role: 'viewer' };
  expect(await ask('POST', '/users', { ...user, password: 'short' })).toEqual([400, 400, 'validation_failed']);
  expect(await ask('POST', '/users', { ...user, role: 'root' })).toEqual([400, 400, 'invalid_role']);
  expect(await ask('POST', '/users', { ...user, more: true })).toEqual([400, 400, 'validation_failed']);
  expect(await ask('POST', '/users', { ...user, username: '..' })).toEqual([422, 422, 'username_invalid']);
  expect(await ask('POST', '/users', { ...user, username: 'op' })).toEqual([409, 409, 'user_exists']);
  expect(await ask('PATCH', '/users/op', { role: 'root' })).toEqual([400, 400, 'invalid_role']);
  expect(await ask('PATCH', '/users/op', { password: 7 })).toEqual([400, 400, 'validation_failed']);
  expect(await ask('POST', '/auth/tokens/v2', { subject: 'a', role: 'root' })).toEqual([422, 422, 'invalid_role']);
  expect(await ask('POST', '/auth/tokens/v2', { subject: '', role: 'viewer' })).toEqual([
    422,
    422,
    'validation_failed',
  ]);
  await world.close();
});
