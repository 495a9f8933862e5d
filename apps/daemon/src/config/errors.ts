import type { SITE_UNAVAILABLE } from '../site/settings/settings.js';

export type ConfigIssue = {
  /** Dotted path of the key, empty for the whole document. */
  readonly path: string;
  /** The fault and the allowed values. Never contains a secret. */
  readonly message: string;
  /** The file, or the environment variable, flag or database section the value came from. */
  readonly origin: string;
  /** 1-based; absent when the value did not come from a file. */
  readonly line?: number;
  /** Code of the operating system, where there is one. */
  readonly code?: string;
};

export type ConfigErrorCode =
  | 'config_invalid'
  | 'config_unreadable'
  | 'config_usage'
  | 'address_unavailable'
  | typeof SITE_UNAVAILABLE;

/** The configuration stops the start: every problem that was found, not only the first. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly code: ConfigErrorCode;
  readonly issues: readonly ConfigIssue[];

  constructor(code: ConfigErrorCode, issues: readonly ConfigIssue[]) {
    super(issues.map(formatIssue).join('\n'));
    this.code = code;
    this.issues = issues;
  }
}

/** `config.yaml:12: north.rest.listn: unknown key; allowed: …` */
export function formatIssue(issue: ConfigIssue): string {
  const where = issue.line === undefined ? issue.origin : `${issue.origin}:${issue.line}`;
  return [where, issue.path, issue.message].filter((part) => part !== '').join(': ');
}
