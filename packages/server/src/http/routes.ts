import { isAccess } from '@ccu-gateway/auth-core';
import type { Operation } from '../operation/operation.js';
import { createRouter, type Router } from './router.js';

export const API_PREFIX = '/api/v1';

/**
 * The routes of the operations. An operation that has no role stops the start, as do two of one method
 * and path and two of one id.
 */
export function createOperationRouter<Ports>(operations: readonly Operation<Ports>[]): Router<Operation<Ports>> {
  const router = createRouter<Operation<Ports>>();
  const ids = new Set<string>();
  for (const operation of operations) {
    const name = `${operation.method} ${operation.path}`;
    if (!isAccess(operation.access)) throw new Error(`The operation ${name} has no role`);
    if (ids.has(operation.operationId)) throw new Error(`Two operations are called ${operation.operationId}`);
    ids.add(operation.operationId);
    const path = operation.mount === 'api' ? API_PREFIX + operation.path : operation.path;
    router.add(operation.method, path, operation);
  }
  return router;
}
