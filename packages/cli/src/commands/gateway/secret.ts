import { group } from '../../context/context.js';
import { daemonCommand } from './run.js';

export const secretCommands = group('ccu-gateway secret', 'Secrets at rest.', {
  rotate: daemonCommand('secret rotate', 'Seal every stored secret under a new key; the gateway must be stopped.', {
    stored: true,
  }),
});
