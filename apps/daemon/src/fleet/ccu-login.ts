import type { CcuLoginResult } from '@ccu-gateway/auth-core';
import type { SecretBox } from '@ccu-gateway/auth-core/secrets';
import { CallError, type CallHandler } from '@ccu-gateway/fleet';
import { type LoginElsewhere, verifyAt } from '../access/ccu-login.js';
import type { Centrals } from '../centrals/centrals.js';
import type { Remote } from './ports/remote-ports.js';
import { createQuestionOpener, sealQuestion } from './ports/sealed-questions.js';

interface Parts {
  /** With the key that all gateways of the fleet have. */
  readonly box: SecretBox;
  readonly randomHex: (digits: number) => string;
}

const METHOD = 'ccuLogin.verify';
/** A sealed text that opens belongs to this CCU: an account of another one proves nothing here. */
const aboutOf = (central: string) => `ccu_login.${central}`;
/** Longer than a CCU may take to sign in and out. */
const CALL_MS = 30_000;
/** Users try again, and local accounts wait for the answer. */
const FIND_MS = 300;

/**
 * Asks the gateway that is connected with the CCU to check a password; where none was heard of, nothing is waited for.
 * Question and answer are sealed with the key of the fleet for this CCU: other users of its NATS servers learn no
 * password, and let no account in. Gateways that have no key in common cannot be asked.
 *
 * @example
 * const elsewhere = createLoginElsewhere(fleetPart.remote, { box, randomHex });
 */
export function createLoginElsewhere(
  remote: Pick<Remote, 'isLocal' | 'holderOf' | 'call'>,
  { box, randomHex }: Parts,
): LoginElsewhere {
  return async (central, { username, password }, signal) => {
    // Its own connection is being renewed.
    if (remote.isLocal(central) || remote.holderOf(central) === undefined) return UNREACHABLE;
    const sealing = { box, about: aboutOf(central) };
    const { asked, answerIn } = sealQuestion({ username, password }, randomHex(32), sealing);
    try {
      const options = { timeoutMs: CALL_MS, findMs: FIND_MS, signal };
      const answer = await remote.call(central, METHOD, { central, asked }, options);
      // Every gateway answers with such a result.
      return (answerIn(String(answer)) as CcuLoginResult | undefined) ?? UNREACHABLE;
    } catch {
      return UNREACHABLE;
    }
  };
}

/** Answers questions of other gateways about passwords of the CCUs that this one is connected with. */
export function answerLogin(
  centrals: Pick<Centrals, 'get'>,
  box: SecretBox,
  mayAct: (central: string) => boolean,
): Readonly<Record<string, CallHandler>> {
  const open = createQuestionOpener();
  return {
    [METHOD]: async (args, { signal }) => {
      const text = (member: string, of: unknown = args) => String(Reflect.get(Object(of), member));
      const central = text('central');
      const ccu = mayAct(central) ? centrals.get(central) : undefined;
      if (ccu === undefined) throw new CallError('not_holder', 'this gateway is not connected with the CCU');
      const { question, answer } = open(text('asked'), { box, about: aboutOf(central) });
      const login = { username: text('username', question), password: text('password', question) };
      return answer(await verifyAt(ccu, login, signal));
    },
  };
}

const UNREACHABLE: CcuLoginResult = { ok: false, cause: 'unreachable' };
