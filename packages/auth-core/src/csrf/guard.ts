import { equalText } from '../crypto/hash.js';
import type { CookieJar } from '../http/cookie-jar.js';
import { readCookies } from '../http/cookies.js';
import type { Inspected } from '../inspection/inspect.js';
import type { CsrfContext } from '../model/csrf-context.js';
import type { AuthProblem } from '../model/problem.js';
import { problem, withCookies } from '../model/problems.js';
import type { Settings } from '../settings/settings.js';
import type { CsrfTokens } from './tokens.js';

/** Applies the double submit to requests with a credential that a browser attaches by itself. */
export interface CsrfGuard {
  /** Null when the sent token is the cookie's and belongs to the context. */
  check(
    inspected: Inspected,
    context: CsrfContext,
    formToken?: () => Promise<string | undefined>,
  ): Promise<AuthProblem | null>;
  /** A cookie for a browser that has none yet; empty otherwise. */
  supply(inspected: Inspected, context: CsrfContext): readonly string[];
  /**
   * True when the browser sends the token of a page that is shown before sign-in, so it has loaded one. A page of
   * another site cannot cause the cookie to be sent with embedded requests.
   */
  isVisitor(inspected: Inspected): boolean;
  issue(inspected: Inspected, context: CsrfContext): { readonly token: string; readonly cookies: readonly string[] };
}

export function createCsrfGuard(
  tokens: CsrfTokens,
  cookies: CookieJar,
  settings: Pick<Settings, 'csrfEnabled'>,
): CsrfGuard {
  const carried = ({ headers }: Inspected) => readCookies(headers.cookies, cookies.names.csrf);

  const issue: CsrfGuard['issue'] = ({ facts }, context) => {
    const token = tokens.issue(context);
    return { token, cookies: [cookies.csrf(token, facts.basePath)] };
  };

  return {
    issue,
    isVisitor: (inspected) => carried(inspected).some((value) => tokens.verify(value, { kind: 'anonymous' })),
    check: async (inspected, context, formToken) => {
      if (!settings.csrfEnabled) return null;
      const sent = inspected.headers.get('x-csrf-token') ?? (await formToken?.());
      const valid = carried(inspected).filter((value) => tokens.verify(value, context));
      if (sent !== undefined && valid.some((value) => equalText(value, sent))) return null;
      // A browser with an unusable cookie receives a new one; a foreign page cannot read the answer.
      return withCookies(problem('csrf_invalid'), valid.length > 0 ? [] : issue(inspected, context).cookies);
    },
    supply: (inspected, context) => {
      if (!settings.csrfEnabled) return [];
      const values = carried(inspected);
      // The token of an ingress caller depends on path and user, which change under the same browser.
      const usable =
        context.kind === 'ingress' ? values.some((value) => tokens.verify(value, context)) : values.length > 0;
      return usable ? [] : issue(inspected, context).cookies;
    },
  };
}
