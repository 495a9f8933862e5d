import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Caller } from './caller.js';
import { centralArgs, scopeOf } from './central-arg.js';
import type { WsCommand } from './command.js';
import { family } from './family.js';
import { accepted, json, NO_CONTENT, type Operation, operationsWith } from './operation.js';

const operation = operationsWith<unknown>();
const head = { method: 'GET', path: '/x', operationId: 'x', access: 'operator', tag: 'x', summary: 'Do x' } as const;
const caller = {} as Caller;
const shown = z.object({ asked: z.unknown() });
const responses = { 200: { description: 'x', schema: shown } } as const;

function commandOf<Ports>(made: Operation<Ports>): WsCommand<Ports> {
  const command = made.ws?.[0];
  if (command === undefined) throw new Error('It has no twin');
  return command;
}

// The types of arguments are lost in a list of commands.
const run = (command: WsCommand<unknown>, args: object, asking = caller) =>
  command.handler(args as never, {}, asking) as Promise<unknown>;

it('makes a twin with the role, the tag and the summary of its operation', () => {
  const { name, access, category, description } = commandOf(
    operation({ ...head, responses, handler: () => json({ asked: 1 }), ws: (twin) => twin({ name: 'x.do' }) }),
  );
  expect({ name, access, category, description }).toEqual({
    name: 'x.do',
    access: 'operator',
    category: 'x',
    description: 'Do x.',
  });
});

it('gives a twin without arguments of its own those of the request, and runs the handler with them', async () => {
  const command = commandOf(
    operation({
      ...head,
      params: z.object({ id: z.string() }),
      query: z.object({ central: z.string().optional() }),
      body: z.strictObject({ value: z.int(), note: z.string().optional() }),
      responses,
      handler: ({ params, query, body }) => json({ asked: { params, query, body } }),
      ws: (twin) => twin({ name: 'x.do' }),
    }),
  );
  expect(Object.keys(command.args?.shape ?? {})).toEqual(['central_name', 'central', 'id', 'value', 'note']);
  expect(command.result).toBe(shown);
  expect(await run(command, { central_name: 'home', id: 'a', value: 1 })).toEqual({
    asked: { params: { id: 'a' }, query: { central: 'home' }, body: { value: 1 } },
  });
  expect(await run(command, { id: 'a', value: 1 })).toEqual({
    asked: { params: { id: 'a' }, query: {}, body: { value: 1 } },
  });
});

it('gives a twin of an operation that is asked for nothing no arguments', () => {
  const made = operation({
    ...head,
    responses: { 204: { description: 'x' } },
    handler: () => NO_CONTENT,
    ws: (twin) => twin({ name: 'x.do' }),
  });
  expect(commandOf(made)).not.toHaveProperty('args');
  expect(commandOf(made)).not.toHaveProperty('result');
});

it("turns other arguments into the request, and the handler's answer into the result", async () => {
  const command = commandOf(
    operation({
      ...head,
      params: z.object({ id: z.string() }),
      query: z.object({ central: z.string().optional() }),
      responses,
      handler: ({ params, query, caller: { editToken } }) => json({ asked: [params.id, query.central, editToken] }),
      ws: (twin) =>
        twin({
          name: 'x.do',
          args: z.object({ ...centralArgs, address: z.string(), edit_token: z.string().optional() }),
          input: ({ address, edit_token: editToken, ...scope }) => ({
            params: { id: address },
            query: scopeOf(scope),
            editToken,
          }),
          result: z.object({ address: z.string(), told: z.unknown() }),
          answer: ({ asked }, { address }) => ({ address, told: asked }),
        }),
    }),
  );
  const args = { address: 'a', central: 'home' };
  expect(await run(command, { ...args, edit_token: 't' })).toEqual({ address: 'a', told: ['a', 'home', 't'] });
  const holding = { ...caller, editToken: 'of the socket' };
  expect(await run(command, args, holding)).toEqual({ address: 'a', told: ['a', 'home', 'of the socket'] });
});

it('hands a twin the outcome if the answer has no body', async () => {
  const command = commandOf(
    operation({
      ...head,
      responses: { 204: { description: 'x' } },
      handler: async () => ({ ...NO_CONTENT, outcome: { written: 3 } }),
      ws: (twin) =>
        twin({ name: 'x.do', result: z.object({ written: z.int() }), answer: ({ written }) => ({ written }) }),
    }),
  );
  expect(await run(command, {})).toEqual({ written: 3 });
});

it('asks the check of a twin before the handler', async () => {
  let ran = false;
  const command = commandOf(
    operation({
      ...head,
      responses,
      handler: () => {
        ran = true;
        return json({ asked: 1 });
      },
      ws: (twin) =>
        twin({
          name: 'x.do',
          check: () => {
            throw new Error('not read');
          },
        }),
    }),
  );
  await expect(run(command, {})).rejects.toThrow('not read');
  expect(ran).toBe(false);
});

it('takes no twin of an operation that every caller may use', () => {
  expect(() =>
    operation({
      ...head,
      access: 'public',
      responses,
      handler: () => json({ asked: 1 }),
      ws: (twin) => twin({ name: 'x.do' }),
    }),
  ).toThrow('x.do has no role');
});

it('lets the types of an operation hold its twins', () => {
  const made = {
    ...head,
    params: z.object({ id: z.string() }),
    responses: { 202: { description: 'x', schema: z.object({ done: z.boolean() }) } },
    handler: () => accepted({ done: true }),
  } as const;
  const args = z.object({ address: z.string() });
  operation({
    ...made,
    ws: (twin) => twin({ name: 'x', args, input: ({ address }) => ({ params: { id: address } }) }),
  });
  // @ts-expect-error a parameter is missing
  operation({ ...made, ws: (twin) => twin({ name: 'x', args, input: () => ({}) }) });
  // @ts-expect-error a parameter has another type
  operation({ ...made, ws: (twin) => twin({ name: 'x', args, input: () => ({ params: { id: 1 } }) }) });
  // @ts-expect-error what the arguments mean is missing
  operation({ ...made, ws: (twin) => twin({ name: 'x', args }) });
  const result = z.object({ id: z.string() });
  operation({ ...made, ws: (twin) => twin({ name: 'x', result, answer: (_, { id }) => ({ id }) }) });
  // @ts-expect-error a required member is missing
  operation({ ...made, ws: (twin) => twin({ name: 'x', result, answer: () => ({}) }) });
  // @ts-expect-error the result is of another type than the answer of the operation
  expect(() => operation({ ...made, ws: (twin) => twin({ name: 'x', result }) })).not.toThrow();
});

const needing = operationsWith<{ readonly port: { readonly value: number } }>();

it('registers operations and their twins at once: without a port of the family neither is there', async () => {
  const { operations, commands } = family({
    operations: [
      needing({
        ...head,
        responses,
        handler: (_, { port }) => json({ asked: port.value }),
        ws: (twin) => twin({ name: 'x.do' }),
      }),
    ],
    ports: ['port'],
  });
  const [command] = commands;
  expect(operations.map(({ mounted }) => [mounted?.({}), mounted?.({ port: { value: 1 } })])).toEqual([[false, true]]);
  expect(await command?.handler({} as never, { port: { value: 1 } }, caller)).toEqual({ asked: 1 });
  expect(() => command?.handler({} as never, {}, caller)).toThrow('x.do is not available here');
});
