import { type Caller, type GatewayCore, GatewayError } from '@ccu-gateway/gateway-core';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { errorBodyOf, invalidArguments, refusalOf, resultOf } from '../answers/result.js';
import { changeConfirmed } from '../house/outcome.js';
import { type Allowance, obstacleOf } from '../tools/allow.js';
import type { Plan, Tool, ToolContext } from '../tools/tool.js';
import type { McpDeps } from './deps.js';

/** Longest time in which a CCU confirms a value before the answer goes out without it. */
const CONFIRM_MS = 5_000;
const GRACE_MS = 1_500;

/** A tool with its arguments, as an assistant sent them. */
export interface ToolCall {
  readonly tool: Tool;
  readonly args: unknown;
  readonly caller: Caller;
  readonly allowance: Allowance;
}

/** Calls a tool. Refusals are answers: an assistant can act on them. */
export async function callTool(deps: McpDeps, call: ToolCall): Promise<CallToolResult> {
  try {
    return await permitted(deps, call);
  } catch (error) {
    const body = errorBodyOf(error);
    if (body !== undefined) return refusalOf(body);
    deps.log.error('a tool failed', { tool: call.tool.name, error });
    return refusalOf({ code: 'internal', message: 'The gateway failed; its log has the reason' });
  }
}

async function permitted(deps: McpDeps, { tool, args, caller, allowance }: ToolCall): Promise<CallToolResult> {
  const obstacle = obstacleOf(tool, allowance, caller.principal?.role ?? 'viewer');
  if (obstacle !== undefined) return refusalOf(forbiddenBy(obstacle, tool));
  const parsed = tool.input.safeParse(args ?? {});
  if (!parsed.success) return invalidArguments(parsed.error);
  const { confirm, preview } = parsed.data as { readonly confirm?: boolean; readonly preview?: boolean };
  const input = parsed.data as never;
  if (tool.plan !== undefined) {
    const plan = await tool.plan(deps.core, caller, input);
    const isRefused = plan.isGuarded === true && !allowance.locks;
    if (preview === true) return resultOf(previewOf(plan, isRefused));
    if (isRefused) return refusalOf({ ...forbiddenBy('mcp.locks', tool), will: plan.will });
    if (plan.confirm !== undefined && confirm !== true) return refusalOf(questionOf(plan));
  }
  return resultOf(await tool.run(deps.core, caller, input, contextOf(deps, caller)));
}

const previewOf = ({ will, confirm }: Plan, isRefused: boolean) => ({
  preview: true,
  will,
  ...(confirm === undefined ? {} : { confirm }),
  ...(isRefused && { needs_setting: 'mcp.locks' }),
});

const questionOf = ({ will, confirm }: Plan) => ({
  code: 'validation',
  reason: 'confirm_required',
  message: 'Ask the person about this change, and call again with `confirm: true` once the person has agreed',
  confirm,
  will,
});

function forbiddenBy(obstacle: NonNullable<ReturnType<typeof obstacleOf>>, { level, role }: Tool) {
  const code = 'forbidden';
  switch (obstacle) {
    case 'mcp.allow':
      return {
        code,
        reason: 'mcp_allow',
        message: `The setting "mcp.allow" is below "${level}": an administrator can raise it`,
      };
    case 'mcp.locks':
      return {
        code,
        reason: 'mcp_locks',
        message: 'Locks, doors, gates, access and disarming need the setting "mcp.locks": an administrator can set it',
      };
    case 'role':
      return { code, reason: 'forbidden_role', message: `This tool needs a token of the role ${role}` };
  }
}

function contextOf({ core, clock }: McpDeps, caller: Caller): ToolContext {
  return {
    signal: caller.signal,
    now: () => clock.now(),
    confirmed: (device, change) =>
      changeConfirmed({ core, caller, after: clock.after, waitMs: CONFIRM_MS, graceMs: GRACE_MS }, device, change),
  };
}

/** Outcome of a call for its record: `done`, or the word for the refusal. */
export function outcomeOf({ isError, structuredContent }: CallToolResult): string {
  if (isError !== true) return 'done';
  const { code, reason } = (structuredContent as { readonly error: { code?: string; reason?: string } }).error;
  return reason ?? code ?? 'failed';
}

/** Records a call under its caller. A record that fails keeps no answer back. */
export function record(
  { core, log }: Pick<McpDeps, 'log'> & { readonly core: Pick<GatewayCore, 'as'> },
  caller: Caller,
  entry: { readonly tool: string; readonly client: string; readonly outcome: string },
): void {
  try {
    core.as(caller).mcp.record(entry);
  } catch (error) {
    if (!(error instanceof GatewayError)) log.warn('a call could not be recorded', { error });
  }
}
