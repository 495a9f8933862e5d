import type { Reply } from '../../operation/operation.js';
import { type ProblemDescription, problemBody } from './problem.js';

/** The answer that a problem is. */
export function problemReply(problem: ProblemDescription, requestId: string, instance: string): Reply {
  const cookies = (problem.headers ?? []).filter(([name]) => name.toLowerCase() === 'set-cookie');
  return {
    status: problem.status,
    raw: JSON.stringify(problemBody(problem, requestId, instance)),
    contentType: 'application/problem+json',
    headers: { 'x-problem-code': problem.code, ...joined(problem.headers ?? []) },
    cookies: cookies.map(([, value]) => value),
  };
}

/** Headers of one name become one comma-separated line, the form of a list of challenges. */
function joined(headers: readonly (readonly [string, string])[]): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    if (key === 'set-cookie') continue;
    const before = result[key];
    result[key] = before === undefined ? value : `${before}, ${value}`;
  }
  return result;
}
