import type { Red } from '../red/red.js';
import { createChangeFilter, createFilter } from './event-filter.js';
import { eventMessage, isDeviceEvent } from './event-message.js';
import { lostMessage, registerNode, subscribe } from './register.js';

/** The node that sends values, key presses and states of devices. Its second output sends losses. */
export function registerEvent(red: Red): void {
  registerNode(red, 'ccu-gateway-event', (work) => {
    const { node, config, connection, line } = work;
    const fits = createFilter(config);
    const isChange = config.onlyChanges === true ? createChangeFilter() : () => true;
    const replays = config.replay !== false;
    let skipped = 0;
    subscribe(work, {
      event(event, replayed) {
        if (!isDeviceEvent(event)) return;
        const message = eventMessage(event, connection?.directory, replayed);
        if (!fits(message) || !isChange(message)) return;
        if (replayed && !replays) {
          skipped += 1;
          line.note(red._('ccu-gateway.event.skipped', { count: skipped }));
          return;
        }
        node.send([message, null]);
      },
      lost: (loss) => node.send([null, lostMessage(work, loss)]),
    });
  });
}
