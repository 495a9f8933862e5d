import { registerConnection } from './nodes/connection.js';
import { registerControl } from './nodes/control.js';
import { registerEvent } from './nodes/event.js';
import { registerHistory } from './nodes/history.js';
import { registerMessage } from './nodes/message.js';
import { registerProgram } from './nodes/program.js';
import { registerStatus } from './nodes/status.js';
import { registerSysvar } from './nodes/sysvar.js';
import { registerValue } from './nodes/value.js';
import { servePicker } from './picker/routes.js';
import type { Red } from './red/red.js';

export type { EventMessage } from './nodes/event-message.js';
export type { HistoryPoint } from './nodes/history.js';
export type { LostMessage } from './nodes/register.js';
export type { Message, Red, RedNode } from './red/red.js';

/**
 * Registers all nodes; Node-RED calls this when it loads the package.
 *
 * @example
 * module.exports = registerNodes;
 */
export function registerNodes(red: Red): void {
  registerConnection(red);
  for (const register of [
    registerEvent,
    registerValue,
    registerControl,
    registerProgram,
    registerSysvar,
    registerMessage,
    registerHistory,
    registerStatus,
  ]) {
    register(red);
  }
  servePicker(red);
}
