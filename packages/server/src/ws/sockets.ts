import type { Logger } from '../ports.js';
import type { Services } from '../rest/families.js';
import type { Admitted } from './endpoint.js';
import { wsCommands } from './families.js';
import { createCommandRegistry } from './registry.js';

export interface Sockets {
  open(admitted: Admitted): void;
  /** Tells every socket 1001. */
  closeAll(): void;
}

export function createSockets(options: {
  readonly services: Services;
  readonly logger: Logger;
  readonly randomHex: (digits: number) => string;
}): Sockets {
  const registry = createCommandRegistry(wsCommands);
  void registry;
  void options;
  return {
    open: ({ socket, release }) => {
      release();
      socket.destroy();
    },
    closeAll: () => {},
  };
}
