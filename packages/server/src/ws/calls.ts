import { type Auth, addressesOf, type Principal, roleCovers } from '@ccu-gateway/auth-core';
import { type CommandCall, writtenJson } from '@ccu-gateway/event-stream';
import { GatewayError } from '@ccu-gateway/gateway-core';
import type { AuditLog, Clock, Logger } from '@ccu-gateway/gateway-core/use-cases';
import { validate } from '../http/body/validate.js';
import { commandCodeOf, isUnforeseen, problemOf } from '../http/problems/error-table.js';
import { actingPrincipal, type Caller } from '../operation/caller.js';
import { isLong, jsonSteps } from '../turns/long-json.js';
import type { NextTurn } from '../turns/next-turn.js';
import type { Shares } from '../turns/shares.js';
import { finishInTurns } from '../turns/steps.js';
import type { CommandRegistry } from './catalogue/registry.js';

/** Longer commands are answered with an error; the CCU may still execute them. */
const COMMAND_TIMEOUT_MS = 10_000;

export interface CallContext<Ports> {
  readonly auth: Pick<Auth, 'currentRole' | 'rolesEnforced'>;
  readonly registry: CommandRegistry<Ports>;
  readonly shares: Shares;
  readonly nextTurn: NextTurn;
  readonly ports: Ports;
  readonly audit: Pick<AuditLog, 'record'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly randomHex: (digits: number) => string;
}

/** Failed answer of a call: the same code, reason and fields as its REST twin's problem. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  constructor(
    readonly code: string,
    message: string,
    /** `reason`, `errors` and further members of the problem. */
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }
}

/** Runs one call with the role its caller has now, not the one it had when the socket was opened. */
export async function runCall<Ports>(
  context: CallContext<Ports>,
  caller: Omit<Caller, 'signal' | 'closing' | 'requestId' | 'principal'> & { readonly principal: Principal },
  call: CommandCall,
): Promise<unknown> {
  const command = context.registry.find(call.command);
  if (command === undefined) throw new CallFailure('unknown_command', `There is no command ${call.command}`);
  const requestId = context.randomHex(32);
  try {
    const role = await context.auth.currentRole(caller.principal);
    if (role === null) throw new GatewayError('unauthorized', 'The credential ended', { reason: 'unauthenticated' });
    if (context.auth.rolesEnforced && !roleCovers(role, command.access)) {
      const { subject: user, scheme } = caller.principal;
      const at = context.clock.now();
      context.audit.record({
        at,
        action: 'ws.command',
        outcome: 'refused',
        user,
        scheme,
        ...addressesOf(caller.facts),
        requestId,
        note: command.name,
      });
      throw new GatewayError('forbidden', `The command needs the role ${command.access}`, { reason: 'forbidden_role' });
    }
    const args = command.args === undefined ? {} : validate(command.args, call.args, 'args');
    const signal = AbortSignal.any([call.signal, AbortSignal.timeout(COMMAND_TIMEOUT_MS)]);
    const principal = actingPrincipal(context.auth, { ...caller.principal, role });
    const asked: Caller = { ...caller, principal, requestId, signal, closing: signal };
    // Checked by the schema of this very command; a list of commands loses its type.
    const run = async () => (await command.handler(args as never, context.ports, asked)) ?? {};
    const answer =
      command.heavy === true ? await context.shares.run(`principal ${principal.key}`, signal, run) : await run();
    return isLong(answer) ? writtenJson(await finishInTurns(jsonSteps(answer), context.nextTurn)) : answer;
  } catch (error) {
    if (isUnforeseen(error)) {
      const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
      context.logger.error('ws.command_failed', { command: call.command, request_id: requestId, error: cause });
    }
    const problem = problemOf(error);
    const { reason, errors, members } = problem;
    throw new CallFailure(commandCodeOf(error), problem.detail ?? problem.code, { ...members, reason, errors });
  }
}
