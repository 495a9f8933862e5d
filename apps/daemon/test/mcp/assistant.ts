import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll } from 'vitest';
import { startWorld, type World, type WorldOptions } from '../world.js';

/** A world whose gateway serves assistants. */
export const startMcpWorld = (mcp: object = {}, options: WorldOptions = {}): Promise<World> =>
  startWorld({ ...options, config: { mcp: { enabled: true, ...mcp }, ...options.config } });

/** An assistant with the client of the SDK. */
export interface Assistant {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;
  /** Structured answer of a tool. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  ask(tool: string, args?: Record<string, unknown>): Promise<any>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function connectAssistant(
  { url, tokens }: Pick<World, 'url' | 'tokens'>,
  token: string = tokens.operator,
): Promise<Assistant> {
  const client = new Client({ name: 'test assistant', version: '1.2.3' });
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 1,
      maxReconnectionDelay: 1,
      reconnectionDelayGrowFactor: 1,
    },
  });
  // The declared type of the session id differs under `exactOptionalPropertyTypes`.
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return {
    client,
    transport,
    async ask(name, args = {}) {
      const { structuredContent } = (await client.callTool({ name, arguments: args })) as CallToolResult;
      return structuredContent;
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** One world and one assistant with the rights of an operator for all tests of a file. */
export function useAssistant(mcp: object = {}) {
  const held = {} as { world: World; assistant: Assistant };
  beforeAll(async () => {
    held.world = await startMcpWorld(mcp);
    held.assistant = await connectAssistant(held.world);
  });
  afterAll(async () => {
    await held.assistant[Symbol.asyncDispose]();
    await held.world.close();
  });
  return held;
}
