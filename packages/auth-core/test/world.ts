import { expect, onTestFinished } from 'vitest';
import type { Access, Actor, AuthProblem, CheckOptions, Principal, SignedIn } from '../src/index.js';
import {
  type AuthWorld,
  type BrowserSession,
  browserWith,
  describeRequest,
  type RequestInput,
  startAuthWorld,
  type WorldOptions,
} from '../src/testing/index.js';
import { statusOf } from './statuses.js';

export const cli: Actor = { subject: 'cli', scheme: 'cli', peer: 'local' };

export interface Outcome {
  readonly status: number;
  readonly reason: string;
  readonly principal: Principal | null;
  readonly headers: readonly (readonly [string, string])[];
  readonly problem: AuthProblem | null;
  readonly cookies: readonly string[];
}

export interface TestWorld extends AuthWorld {
  /** Answer of the pipeline; 200 stands for "goes on to the handler". */
  call(input: RequestInput, need?: Access, options?: CheckOptions): Promise<Outcome>;
  login(
    username: unknown,
    password: unknown,
    input?: RequestInput,
  ): Promise<Outcome & { readonly browser: BrowserSession }>;
  header(outcome: Outcome, name: string): string | undefined;
}

/** A world that is searched for leaked secrets when its test ends. */
export async function startWorld(options: WorldOptions = {}): Promise<TestWorld> {
  const world = await startAuthWorld(options);
  const bodies: unknown[] = [];
  onTestFinished(() => {
    world.auth.close();
    expect(world.canary.findLeaks({ log: world.log, audit: world.audit, bodies })).toEqual([]);
  });

  const refused = (problem: AuthProblem): Outcome => {
    bodies.push({ ...problem, headers: problem.headers.filter(([name]) => name !== 'Set-Cookie') });
    const cookies = problem.headers.filter(([name]) => name === 'Set-Cookie').map(([, value]) => value);
    return {
      status: statusOf(problem),
      reason: problem.reason,
      principal: null,
      headers: problem.headers,
      problem,
      cookies,
    };
  };
  const passed = (value: { readonly principal: Principal | null; readonly cookies: readonly string[] }): Outcome => {
    bodies.push(value.principal);
    return { status: 200, reason: '', headers: [], problem: null, ...value };
  };

  return {
    ...world,
    call: async (input, need = 'viewer', checks) => {
      const verdict = await world.auth.check(describeRequest(input), need, checks);
      return verdict.ok ? passed(verdict) : refused(verdict.problem);
    },
    login: async (username, password, input = {}) => {
      const request = describeRequest({ method: 'POST', target: '/api/v1/auth/login', ...input });
      const answer = await world.auth.login(request, { username, password });
      const outcome = answer.ok ? passed(answer.value satisfies SignedIn) : refused(answer.problem);
      const browser = browserWith(outcome.cookies);
      if (browser.id !== '') world.canary.plant(browser.id);
      return { ...outcome, browser };
    },
    header: (outcome, name) => outcome.headers.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1],
  };
}
