import { refuse } from '../model/problem.js';
import { type Challenge, type CredentialReader, readAuthorization } from './scheme.js';

/** An `Authorization` header of any other scheme: present and wrong, whatever it says. */
export function createUnknownAuthorization(challenge: Challenge): CredentialReader {
  return { read: (inspected) => readAuthorization('other', inspected, async () => refuse(challenge(inspected))) };
}
