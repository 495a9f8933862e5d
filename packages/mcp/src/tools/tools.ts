import { alarmTools } from './alarm.js';
import { findingTools } from './finding.js';
import { linkTools } from './links.js';
import { planTools } from './plan.js';
import { problemTools } from './problems.js';
import { programTools } from './programs.js';
import { recordTools } from './records.js';
import { scheduleTools } from './schedules.js';
import { switchingTools } from './switching.js';
import type { Tool } from './tool.js';
import { valueTools } from './values.js';

/** Every tool, in the order of the list for assistants. */
export const TOOLS: readonly Tool[] = [
  ...findingTools,
  ...switchingTools,
  ...recordTools,
  ...problemTools,
  ...programTools,
  ...scheduleTools,
  ...linkTools,
  ...planTools,
  ...alarmTools,
  ...valueTools,
];
