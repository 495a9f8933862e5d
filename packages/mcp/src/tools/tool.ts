import type { Caller, GatewayCore, ReadingName, UseCaseName } from '@ccu-gateway/gateway-core';
import { z } from 'zod';
import { type Cases, casesOf, highestRole, type Role } from '../cases/cases.js';
import type { Outcome } from '../house/outcome.js';

/** How far assistants may go: only read, also operate devices each day, or change the installation too. */
export type Level = 'read' | 'everyday' | 'everything';

/** Reason for a confirmation, or `program`: its effects are known to its CCU alone. */
export type Reason = 'unlock' | 'open' | 'alarm' | 'water' | 'access' | 'program';

/** Effect of a call. Texts of the CCU stand in members of their own. */
export interface Plan {
  /** Members for the assistant: the things, their values before, and the values after. */
  readonly will: Readonly<Record<string, unknown>>;
  /** Why a person has to agree first. */
  readonly confirm?: Reason | undefined;
  /** It moves a lock, a door or a gate, changes rights of access or disarms the alarm: a setting has to allow that. */
  readonly isGuarded?: boolean;
}

/** Services for the tools of one call. */
export interface ToolContext {
  readonly signal: AbortSignal;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Makes a change and waits a while until the CCU has confirmed it. */
  readonly confirmed: (device: { readonly address: string }, change: () => Promise<void>) => Promise<Outcome>;
}

export type Body = Readonly<Record<string, unknown>>;

/** A tool for a caller: its use cases are bound and its arguments are checked. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly level: Level;
  /** True where all that it does needs the setting for locks and alarms. */
  readonly isGuarded?: true;
  /** That of its use cases. */
  readonly role: Role;
  readonly uses: readonly UseCaseName[];
  readonly input: z.ZodObject;
  /** Undefined for a tool that changes nothing. */
  readonly plan?: (core: Pick<GatewayCore, 'as'>, caller: Caller, input: never) => Plan | Promise<Plan>;
  readonly run: (
    core: Pick<GatewayCore, 'as'>,
    caller: Caller,
    input: never,
    context: ToolContext,
  ) => Body | Promise<Body>;
}

interface Described<Input extends z.ZodRawShape> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
}

type InputOf<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

/** A tool that changes nothing: the compiler accepts use cases that read, and no others. */
export function readTool<const Name extends ReadingName, Shape extends z.ZodRawShape>({
  uses,
  run,
  input,
  ...described
}: Described<Shape> & {
  readonly uses: readonly Name[];
  readonly run: (cases: Cases<Name>, input: InputOf<Shape>, context: ToolContext) => Body | Promise<Body>;
}): Tool {
  return {
    ...described,
    level: 'read',
    role: highestRole(uses),
    uses,
    input: z.strictObject(input),
    run: (core, caller, given, context) => run(casesOf(core, caller, uses), given, context),
  };
}

const CONFIRM = z
  .boolean()
  .optional()
  .describe('True once the person has agreed to this very change. Needed where the answer asks for it.');
const PREVIEW = z.boolean().optional().describe('True to learn the effect, without a change.');

/** A tool that changes something. Its plan is made before each change, also for the preview. */
export function writeTool<const Name extends UseCaseName, Shape extends z.ZodRawShape>({
  uses,
  plan,
  run,
  input,
  ...described
}: Described<Shape> & {
  readonly level: Exclude<Level, 'read'>;
  readonly isGuarded?: true;
  readonly uses: readonly Name[];
  readonly plan: (cases: Cases<Name>, input: InputOf<Shape>) => Plan | Promise<Plan>;
  readonly run: (
    cases: Cases<Name>,
    input: InputOf<Shape> & { readonly confirm?: boolean },
    context: ToolContext,
  ) => Body | Promise<Body>;
}): Tool {
  return {
    ...described,
    role: highestRole(uses),
    uses,
    input: z.strictObject({ ...input, confirm: CONFIRM, preview: PREVIEW }),
    plan: (core, caller, given) => plan(casesOf(core, caller, uses), given),
    run: (core, caller, given, context) => run(casesOf(core, caller, uses), given, context),
  };
}
