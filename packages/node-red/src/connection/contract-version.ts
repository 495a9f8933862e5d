/** The contract that the nodes were made for. */
const KNOWN = { major: 3, minor: 1 } as const;

/** How the contract of a gateway relates to the one that the nodes know. */
export type VersionFit = 'fits' | 'too_old' | 'too_new';

/** A gateway of the same major version and of this minor version or a later one has all that the nodes call. */
export function fitOf(version: unknown): VersionFit {
  const [, major, minor] = /^(\d{1,6})\.(\d{1,6})(?:\.|$)/.exec(String(version)) ?? [];
  if (major === undefined || Number(major) < KNOWN.major) return 'too_old';
  if (Number(major) > KNOWN.major) return 'too_new';
  return Number(minor) < KNOWN.minor ? 'too_old' : 'fits';
}

/** The contract version that is needed at least, for people. */
export const neededVersion = `${KNOWN.major}.${KNOWN.minor}`;
