import type { Caller } from '../../use-case/caller.js';
import { type Recording, recordChange } from '../../use-case/record.js';
import { useCase } from '../../use-case/use-case.js';

/** A call of a tool by an assistant. */
export interface McpCall {
  readonly tool: string;
  /** Name and version that the assistant gave itself; at most 80 characters. */
  readonly client: string;
  /** `done`, or the code of the refusal. */
  readonly outcome: string;
}

/**
 * Records that an assistant called a tool. Changes of the tool have entries of their own, with the same request id. Role
 * `viewer`; audited as `mcp_call`.
 *
 * @example
 * core.as(caller).mcp.record({ tool: 'find_devices', client: 'Desktop 1.0', outcome: 'done' });
 */
export const recordMcpCall = useCase(
  'viewer',
  (ports: Recording, caller: Caller, { tool, client, outcome }: McpCall): void =>
    recordChange(ports, caller, { action: 'mcp_call', outcome, note: `${client}: ${tool}` }),
);

/** Use cases of the family `mcp`, by their names for a caller of the core. */
export const mcpUseCases = { record: recordMcpCall } as const;
