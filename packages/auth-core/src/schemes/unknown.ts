import { type AuthorizationRules, type Challenge, type CredentialReader, readAuthorization } from './scheme.js';

/** An `Authorization` header of any other scheme: present and wrong, with any content. */
export function createUnknownAuthorization(challenge: Challenge): CredentialReader {
  const rules: AuthorizationRules = { scheme: 'other', find: () => null, refusal: challenge };
  return { read: (inspected) => readAuthorization(rules, inspected) };
}
