import type { Red } from '../red/red.js';
import { centralOf, neededField, operationOf, textOf } from './fields.js';
import { gatewayOf } from './gateway-of.js';
import { serveInputs } from './inputs.js';
import { lostMessage, registerNode, subscribe } from './register.js';

/** The node that runs a program of the CCU and switches it on or off. It sends when the program ran. */
export function registerProgram(red: Red): void {
  registerNode(red, 'ccu-gateway-program', (work) => {
    const { node, config, connection } = work;
    serveInputs(work, async (message, signal) => {
      const operation = operationOf(message, config, ['run', 'enable', 'disable']);
      const id = neededField(message, config, 'program');
      const at = { path: { id }, query: { central: centralOf(message, config, 'program') }, signal };
      const gateway = gatewayOf(connection);
      const { executed } =
        operation === 'run'
          ? await gateway.call('executeProgram', at)
          : await gateway.call('patchProgram', { ...at, body: { active: operation === 'enable' } });
      return { topic: `program/${id}`, operation, program: id, payload: executed };
    });
    if (config.changes !== true) return;
    subscribe(work, {
      event(event, replayed) {
        if (event.type !== 'hub.program_executed') return;
        const { central, program_id: program, success, trigger } = event.payload;
        if (program !== textOf(config, 'program') || central !== (textOf(config, 'central') ?? central)) return;
        const topic = `program/${program}`;
        node.send({ topic, payload: success, program, central, trigger, seq: event.seq, ts: event.ts, replayed });
      },
      lost: (loss) => node.send([null, lostMessage(work, loss)]),
    });
  });
}
