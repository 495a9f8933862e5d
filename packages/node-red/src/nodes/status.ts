import type { Red } from '../red/red.js';
import { stateWords } from '../words/state-words.js';
import { textOf } from './fields.js';
import { gatewayOf } from './gateway-of.js';
import { serveInputs } from './inputs.js';
import { lostMessage, registerNode, subscribe } from './register.js';

/** The node that sends changes of the connection and of the interfaces of the CCUs. A message makes it read them all. */
export function registerStatus(red: Red): void {
  registerNode(red, 'ccu-gateway-status', (work) => {
    const { node, config, connection } = work;
    serveInputs(work, async (_, signal) => {
      const gateway = gatewayOf(connection);
      const query = { central: textOf(config, 'central') };
      const [info, health, interfaces] = await Promise.all([
        gateway.call('getInfo', { signal }),
        gateway.call('getHealth', { signal }),
        gateway.call('listInterfaces', { query, signal }),
      ]);
      return { topic: 'gateway', payload: { info, health, interfaces } };
    });
    let last = '';
    const stop = connection?.observe((state) => {
      const text = stateWords(red._, state);
      if (text === last) return;
      last = text;
      node.send({ topic: 'connection', payload: state.is === 'connected', state: state.is, text });
    });
    node.on('close', (_removed, done) => {
      stop?.();
      done();
    });
    subscribe(work, {
      event({ type, payload, seq, ts }, replayed) {
        if (type !== 'connectivity.changed') return;
        const { central, interface_id: id, reachable } = payload;
        node.send({ topic: `interface/${id}`, payload: reachable, central, interface: id, seq, ts, replayed });
      },
      lost: (loss) => node.send(lostMessage(work, loss)),
    });
  });
}
