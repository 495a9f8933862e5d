import type { AuthProblem } from '../model/problem.js';
import { problem } from '../model/problems.js';
import type { HeaderView } from './headers.js';

export interface ChallengeSettings {
  readonly realm: string;
  readonly basicEnabled: boolean;
}

export interface ChallengeContext {
  readonly headers: HeaderView;
  readonly isUpgrade: boolean;
  /** The request presented a bearer credential. */
  readonly bearerPresented: boolean;
}

/**
 * A 401. Browsers answer a Basic challenge with their own password window, also for calls of a script; such callers get
 * a Bearer challenge, which no browser reacts to.
 */
export function unauthenticated(settings: ChallengeSettings, context: ChallengeContext): AuthProblem {
  const { realm, basicEnabled } = settings;
  const error = context.bearerPresented ? ', error="invalid_token"' : '';
  const offersBasic = basicEnabled && !context.bearerPresented && !isScriptCall(context);
  const challenge = offersBasic ? `Basic realm="${realm}", charset="UTF-8"` : `Bearer realm="${realm}"${error}`;
  return problem('unauthenticated', [
    ['WWW-Authenticate', challenge],
    ['Vary', 'Cookie, Authorization, Sec-Fetch-Mode'],
  ]);
}

function isScriptCall({ headers, isUpgrade }: ChallengeContext): boolean {
  if (headers.get('x-requested-with') !== undefined) return true;
  if (headers.get('sec-fetch-site') !== undefined && headers.get('sec-fetch-mode') !== 'navigate') return true;
  return isUpgrade && headers.get('origin') !== undefined;
}
