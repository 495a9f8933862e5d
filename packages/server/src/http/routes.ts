import { isAccess } from '@ccu-gateway/auth-core';
import { GatewayError } from '../errors.js';
import type { Operation } from '../rest/operation.js';
import { createRouter, type Router } from './router.js';

export const API_PREFIX = '/api/v1';

/**
 * The routes of the operations. An operation that does not say who may call it stops the start, as do two of one method
 * and path and two of one id. What is not mounted has its gate all the same, and nothing behind it.
 */
export function createOperationRouter<Needs>(
  operations: readonly Operation<Needs>[],
  needs: Needs,
): Router<Operation<Needs>> {
  const router = createRouter<Operation<Needs>>();
  const ids = new Set<string>();
  for (const operation of operations) {
    const name = `${operation.method} ${operation.path}`;
    if (!isAccess(operation.access)) throw new Error(`The operation ${name} does not say who may call it`);
    if (ids.has(operation.operationId)) throw new Error(`Two operations are called ${operation.operationId}`);
    ids.add(operation.operationId);
    const path = operation.mount === 'api' ? API_PREFIX + operation.path : operation.path;
    const mounted = operation.mounted === undefined || operation.mounted(needs);
    router.add(operation.method, path, mounted ? operation : absent(operation));
  }
  return router;
}

function absent<Needs>({ method, path, operationId, access, tag, summary, mount }: Operation<Needs>): Operation<Needs> {
  const handler = () => {
    throw new GatewayError('not_found', 'This gateway is not set up for that', { reason: 'not_configured' });
  };
  return { method, path, operationId, access, tag, summary, mount, responses: {}, handler };
}
