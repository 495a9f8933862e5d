import type { Red } from '../red/red.js';
import { centralOf, neededField, operationOf, textOf, writableOf } from './fields.js';
import { gatewayOf } from './gateway-of.js';
import { serveInputs } from './inputs.js';
import { lostMessage, registerNode, subscribe } from './register.js';

/** The node that reads and sets a system variable. It sends each change of it. */
export function registerSysvar(red: Red): void {
  registerNode(red, 'ccu-gateway-sysvar', (work) => {
    const { node, config, connection } = work;
    serveInputs(work, async (message, signal) => {
      const operation = operationOf(message, config, ['get', 'set']);
      const name = neededField(message, config, 'sysvar');
      const at = { path: { name }, query: { central: centralOf(message, config, 'sysvar') }, signal };
      const gateway = gatewayOf(connection);
      const answer = { topic: `sysvar/${name}`, operation, sysvar: name };
      if (operation === 'set') {
        await gateway.call('setSysvar', { ...at, body: { value: writableOf(message) } });
        return answer;
      }
      const { value, value_list: texts, unit } = await gateway.call('getSysvar', at);
      return { ...answer, payload: value, text: texts?.[Number(value)], unit };
    });
    if (config.changes !== true) return;
    subscribe(work, {
      event(event, replayed) {
        if (event.type !== 'hub.sysvar_changed') return;
        const { central, name, value, previous } = event.payload;
        if (name !== textOf(config, 'sysvar') || central !== (textOf(config, 'central') ?? central)) return;
        const topic = `sysvar/${name}`;
        node.send({ topic, payload: value, previous, sysvar: name, central, seq: event.seq, ts: event.ts, replayed });
      },
      lost: (loss) => node.send([null, lostMessage(work, loss)]),
    });
  });
}
