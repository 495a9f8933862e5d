import { health, role } from '@ccu-gateway/contract';
import { type HealthSource, healthReport, principalOf, useCases } from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import type { CommandList } from '../operation/command.js';
import { commandsWith } from '../operation/command.js';

const command = commandsWith<{ readonly health: HealthSource; readonly commands: CommandList }>();

export const systemCommands = [
  command({
    name: 'system.commands',
    category: 'system',
    alone: 'is about the WebSocket',
    description: 'List the commands and broadcasts that this build has.',
    access: 'viewer',
    result: z.object({ commands: z.array(z.object({ name: z.string(), category: z.string(), kind: z.string() })) }),
    handler: (_args, { commands }) => ({ commands: commands.list() }),
  }),
  command({
    name: 'system.health',
    category: 'system',
    alone: 'its REST operation is public, a socket is not',
    description: 'Say how well this gateway is, part by part.',
    access: useCases.diagnostics.health.role,
    result: health,
    handler: (_args, ports) => healthReport(ports.health),
  }),
  command({
    name: 'system.user_permissions',
    category: 'system',
    alone: 'describes the socket, as `me` describes a request',
    description: 'Show the caller and its role.',
    access: 'viewer',
    result: z.object({ subject: z.string(), role, scheme: z.string() }),
    handler: (_args, _needs, caller) => {
      const { subject, role, scheme } = principalOf(caller);
      return { subject, role, scheme };
    },
  }),
];
