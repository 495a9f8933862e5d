import { deviceScripts } from './devices.js';
import { jobScripts } from './jobs.js';
import { messageScripts } from './messages.js';
import { nameScripts } from './names.js';
import { programScripts } from './programs.js';
import { systemScripts } from './system.js';
import { valueScripts } from './values.js';
import { variableScripts } from './variables.js';

/**
 * Every script of this client, by its name. Each has `source(args)` (the text to send), `decode(output)` (the parser of its
 * answer) and `encode(rows)` (the answer of a simulator). The columns of its definition are the members of a row. See
 * `output.ts` for the answer's form and `script.ts` for the header. Refusals are `@error CODE`, see `output.ts`.
 */
export const REGA_SCRIPTS = {
  ...nameScripts,
  ...valueScripts,
  ...programScripts,
  ...variableScripts,
  ...messageScripts,
  ...deviceScripts,
  ...systemScripts,
  ...jobScripts,
} as const;

/** Name of a script that this client sends: a key of `REGA_SCRIPTS`. */
export type ReGaScriptName = keyof typeof REGA_SCRIPTS;
/** The arguments of the script of that name. */
export type ReGaScriptArgs<N extends ReGaScriptName> = Parameters<(typeof REGA_SCRIPTS)[N]['source']>[0];
/** One row of the answer of the script of that name. */
export type ReGaScriptRow<N extends ReGaScriptName> = Parameters<(typeof REGA_SCRIPTS)[N]['encode']>[0][number];
