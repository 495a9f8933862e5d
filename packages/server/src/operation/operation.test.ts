import { channelFlags, linkableChannel, snapshot } from '@ccu-gateway/contract';
import type { ChannelFlags, LinkableChannel } from '@ccu-gateway/contract/types';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { commandsWith } from './command.js';
import { accepted, json, NO_CONTENT, operationsWith } from './operation.js';

// This tests the compiler: an expected error that does not occur is an error.

const operation = operationsWith<unknown>();
const command = commandsWith<unknown>();
const head = { method: 'GET', path: '/x', operationId: 'x', access: 'viewer', tag: 'x', summary: 'x' } as const;
const name = { name: 'x', category: 'x', alone: 'x', description: 'x', access: 'viewer' } as const;
const flags: ChannelFlags = { hidden: true, locked: false };
const { locked: _locked, ...incomplete } = flags;
const channel: LinkableChannel = { address: 'A:1', device_address: 'A' };

it('lets a handler answer the type of its response schema, and nothing less', () => {
  const responses = { 200: { description: 'x', schema: channelFlags } } as const;
  operation({ ...head, responses, handler: () => json(flags) });
  operation({ ...head, responses, handler: async () => json({ ...flags, more: 1 }) });
  // @ts-expect-error a required member is missing
  operation({ ...head, responses, handler: () => json(incomplete) });
  // @ts-expect-error a member has another type
  operation({ ...head, responses, handler: () => json({ ...flags, locked: 'yes' }) });
  // @ts-expect-error this status answers nothing
  operation({ ...head, responses, handler: () => accepted(flags) });
  // @ts-expect-error there is a body to answer
  operation({ ...head, responses, handler: () => ({ status: 200 as const }) });
});

it('lets a handler answer JSON only if a response has a schema for it', () => {
  const responses = { 200: { description: 'x', schema: z.array(linkableChannel) }, 204: { description: 'x' } } as const;
  operation({ ...head, responses, handler: () => json([channel]) });
  operation({ ...head, responses, handler: () => NO_CONTENT });
  // @ts-expect-error one instead of many
  operation({ ...head, responses, handler: () => json(channel) });
  // @ts-expect-error no response says anything of JSON
  operation({ ...head, responses: { 200: { description: 'x' } }, handler: () => json(channel) });
});

it('takes a long text in pieces, and in no other form where there may be a list', () => {
  const responses = { 200: { description: 'x', schema: snapshot } } as const;
  const pieces = () => ['{}'].values();
  const sliced = operation({
    ...head,
    responses,
    handler: () => ({ status: 200, pieces: pieces(), contentType: 'x' }),
  });
  expect(sliced.responses[200]?.schema).toBe(snapshot);
  // @ts-expect-error a whole text may be long, and would be written in one turn
  operation({ ...head, responses, handler: () => ({ status: 200, raw: '{}', contentType: 'x' }) });
});

it('lets a command answer the type of its result, and nothing less', () => {
  command({ ...name, result: channelFlags, handler: () => flags });
  command({ ...name, result: channelFlags, handler: async () => flags });
  // @ts-expect-error a required member is missing
  command({ ...name, result: channelFlags, handler: () => incomplete });
  const { alone: _alone, ...unexplained } = name;
  // @ts-expect-error it does not say why no operation does the same
  command({ ...unexplained, result: channelFlags, handler: () => flags });
  // @ts-expect-error a required member is missing, later
  command({ ...name, result: channelFlags, handler: async () => incomplete });
});

it('checks the path before the handler runs, and not for the twin', async () => {
  const ran: string[] = [];
  const made = operation({
    ...head,
    params: z.object({ id: z.string() }),
    responses: { 204: { description: 'x' } },
    checkPath: ({ params }) => {
      throw new Error(`no ${params.id}`);
    },
    handler: ({ params }) => {
      ran.push(params.id);
      return NO_CONTENT;
    },
    ws: (twin) => twin({ name: 'x.do' }),
  });
  // Inputs and callers reduced to the members that the handler reads.
  expect(() => made.handler({ params: { id: 'rest' } } as never, {})).toThrow('no rest');
  await made.ws?.[0]?.handler({ id: 'twin' } as never, {}, {} as never);
  expect(ran).toEqual(['twin']);
});
