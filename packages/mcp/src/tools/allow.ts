import { covers, type Role } from '../cases/cases.js';
import type { Level, Tool } from './tool.js';

/** Settings of people for assistants. */
export interface Allowance {
  readonly allow: Level;
  /** Permits locks, doors and gates, rights of access and disarming, each after a confirmation. */
  readonly locks: boolean;
}

const ASCENDING: readonly Level[] = ['read', 'everyday', 'everything'];

/** The setting or role that keeps a tool from a caller; undefined where it is permitted. */
export function obstacleOf(
  { level, role, isGuarded }: Pick<Tool, 'level' | 'role' | 'isGuarded'>,
  { allow, locks }: Allowance,
  of: Role,
): 'mcp.allow' | 'mcp.locks' | 'role' | undefined {
  if (ASCENDING.indexOf(allow) < ASCENDING.indexOf(level)) return 'mcp.allow';
  if (isGuarded === true && !locks) return 'mcp.locks';
  return covers(of, role) ? undefined : 'role';
}
