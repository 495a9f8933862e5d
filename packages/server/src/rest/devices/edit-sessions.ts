import { editSession, editState } from '@ccu-gateway/contract';
import { GatewayError } from '@ccu-gateway/gateway-core';
import {
  type EditLock,
  type EditLocks,
  editedByOther,
  type House,
  holderBody,
  lockPlaceOf,
  makeChange,
  principalOf,
  type Recording,
  toTimestamp,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import type { Caller } from '../../operation/caller.js';
import { json, NO_CONTENT, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<Recording & { readonly editLocks: EditLocks; readonly house: House }>();

const tag = 'edit-sessions';

const key = z.string().max(256).describe('`channel:<address>:MASTER`, `channel:<address>:LINK:<peer>` and the like.');
const central = z.string().optional().describe('Needed when several CCUs have the address in the key.');
const keyAndToken = z.strictObject({ key: key.optional(), token: z.string().max(128).optional(), central });

export const editSessionOperations = [
  operation({
    method: 'GET',
    path: '/sessions/edit',
    operationId: 'getEditSession',
    access: 'operator',
    tag,
    summary: 'Which caller is editing something, and since when',
    query: z.object({ key: key.min(1), central }),
    responses: { 200: { description: 'Free or held', schema: editState } },
    problems: ['validation', 'conflict', 'service_unready'],
    handler: async ({ query, caller }, { editLocks, house }) => {
      const holder = await editLocks.holderOf(lockPlaceOf(house, query.key, query.central));
      const own = holder?.principal === principalOf(caller).key;
      return json({ key: query.key, own, ...(holder === undefined ? {} : { holder: holderBody(holder) }) });
    },
  }),
  operation({
    method: 'POST',
    path: '/sessions/edit',
    operationId: 'openEditSession',
    access: 'operator',
    tag,
    summary: 'Lock a paramset, link or schedule for editing, for five minutes',
    description:
      'The caller that holds the lock gets it again, with `held_before`: windows of one user share it. Writes by other callers are refused with 423 meanwhile; `holder` of the problem names the holder and the start.',
    body: z.strictObject({ key: key.optional(), subject: z.string().max(128).optional(), central }),
    responses: { 200: { description: 'The lock', schema: editSession } },
    problems: ['validation', 'conflict', 'locked', 'service_unready'],
    handler: async ({ body, caller }, { editLocks, house }) => {
      const { key: principal, subject } = principalOf(caller);
      const key = required(body.key);
      const by = { principal, subject: body.subject ?? subject };
      const lock = await editLocks.open(lockPlaceOf(house, key, body.central), by);
      if ('heldBy' in lock) throw editedByOther('edit_locked', lock.heldBy);
      const { heldBefore, ...taken } = lock;
      return json({ ...lockBody({ ...taken, key }), held_before: heldBefore });
    },
  }),
  operation({
    method: 'POST',
    path: '/sessions/edit/heartbeat',
    operationId: 'renewEditSession',
    access: 'operator',
    tag,
    summary: 'Keep a lock for five more minutes',
    body: keyAndToken,
    responses: { 200: { description: 'The lock', schema: editSession } },
    problems: ['validation', 'conflict', 'gone', 'service_unready'],
    handler: async ({ body, caller }, { editLocks, house }) => {
      const key = required(body.key);
      const lock = await editLocks.renew(lockPlaceOf(house, key, body.central), proofOf(caller, body.token));
      if (lock === 'gone') throw new GatewayError('gone', 'The lock has ended', { reason: 'edit_lock_ended' });
      return json(lockBody({ ...lock, key }));
    },
  }),
  operation({
    method: 'DELETE',
    path: '/sessions/edit',
    operationId: 'closeEditSession',
    access: 'operator',
    tag,
    summary: 'Free a lock',
    body: keyAndToken,
    responses: { 204: { description: 'Done, also when the caller did not hold it' } },
    problems: ['validation', 'conflict', 'service_unready'],
    handler: async ({ body, caller }, { editLocks, house }) => {
      await editLocks.release(lockPlaceOf(house, required(body.key), body.central), proofOf(caller, body.token));
      return NO_CONTENT;
    },
  }),
  operation({
    method: 'POST',
    path: '/sessions/edit/take-over',
    operationId: 'takeOverEditSession',
    access: 'operator',
    tag,
    summary: 'Free a lock that another caller holds',
    body: z.strictObject({ key: key.min(1), central }),
    problems: ['conflict', 'upstream_unavailable', 'service_unready'],
    responses: { 204: { description: 'The lock is free' } },
    handler: async ({ body, caller }, ports) => {
      const place = lockPlaceOf(ports.house, body.key, body.central);
      const of = body.central === undefined ? {} : { central: body.central };
      const change = { action: 'edit_lock_take_over', note: body.key, ...of };
      await makeChange(ports, caller, change, () => ports.editLocks.takeOver(place));
      return NO_CONTENT;
    },
  }),
];

/** A missing key is refused as unprocessable, as the reference contract has it. */
function required(text: string | undefined): string {
  if (text !== undefined && text !== '') return text;
  throw new GatewayError('unprocessable', 'The key is missing', {
    reason: 'validation_failed',
    errors: [{ field: 'key', reason: 'is required' }],
  });
}

function proofOf(caller: Caller, token: string | undefined) {
  const { key: principal } = principalOf(caller);
  return token === undefined ? { principal } : { principal, token };
}

function lockBody({ since, expiresAt, ...lock }: EditLock) {
  return { ...lock, since: toTimestamp(since), expires: toTimestamp(expiresAt) };
}
