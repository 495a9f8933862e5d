import { connectionOf } from '../nodes/gateway-of.js';
import type { AdminRequest, AdminResponse, Red } from '../red/red.js';
import { failureWords, RefusedMessage } from '../words/failure-words.js';
import { PICKER_LISTS } from './lists.js';
import { type PickerAnswer, search } from './search.js';

/** Serves the lists of the editor's picker to people who may read flows. */
export function servePicker(red: Red): void {
  const permitted = red.auth.needsPermission('ccu-gateway.read');
  red.httpAdmin.get('/ccu-gateway/:connection/:list', permitted, async (request, response: AdminResponse) => {
    try {
      response.json(await answer(red, request));
    } catch (error) {
      response.status(503).json({ error: failureWords(red._, error) });
    }
  });
}

async function answer(red: Red, { params, query }: AdminRequest): Promise<PickerAnswer> {
  const { list = '', connection: id } = params;
  const connection = connectionOf(red, { connection: id });
  if (connection === undefined) throw new RefusedMessage('not_deployed');
  const read = Object.hasOwn(PICKER_LISTS, list) ? PICKER_LISTS[list] : undefined;
  if (read === undefined) return { items: [], total: 0 };
  const device = typeof query.device === 'string' ? query.device : '';
  const central = typeof query.central === 'string' && query.central !== '' ? query.central : undefined;
  return search(await read({ connection, device, central }), query.q);
}
