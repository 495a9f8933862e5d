import { askHidden, askLine } from '../../terminal/ask.js';
import type { CliIo } from '../../terminal/io.js';
import { daemonCommand, hasOption } from './run.js';

/**
 * The environment for `compat`, with the login of the CCU, which a terminal asks for where it is missing. The daemon
 * gets it as its environment, so that it is never an argument. A CCU of the configuration has its own.
 */
export async function askForCcuLogin(args: readonly string[], io: CliIo): Promise<CliIo['env']> {
  const { CCU_GATEWAY_CCU_USERNAME: username, CCU_GATEWAY_CCU_PASSWORD: password } = io.env;
  const needsNone = args.some((argument) => ['--no-login', '--help', '-h'].includes(argument));
  if (needsNone || hasOption(args, '--central') || !io.stdin.isTTY) return io.env;
  const isNamed = hasOption(args, '--username') || Boolean(username);
  return {
    ...io.env,
    ...(isNamed ? {} : { CCU_GATEWAY_CCU_USERNAME: await askLine(io, 'User name at the CCU: ') }),
    ...(password === undefined ? { CCU_GATEWAY_CCU_PASSWORD: await askHidden(io, 'Password at the CCU: ') } : {}),
  };
}

export const compatCommand = daemonCommand('compat', 'Check a live CCU against everything the gateway assumes.', {
  prepare: askForCcuLogin,
});
