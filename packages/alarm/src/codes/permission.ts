import type { Plan } from '../config/plan.js';
import type { CodeConfig, CodeVerb, ZoneConfig } from '../model/config.js';
import type { Actor } from '../model/input.js';
import type { AlarmState } from '../model/state.js';

/** True for a code that was made for `verb` in a zone, also while it may not be used. */
const concerns = ({ perms, zones }: CodeConfig, { verb, zone }: Omit<CodeUse, 'state'>): boolean =>
  perms[verb] && (zones.length === 0 || zones.includes(zone));

/** True for a code that may do `verb` in a zone at the time of the state. */
function permits(code: CodeConfig, { verb, zone, state }: CodeUse): boolean {
  return (
    code.isEnabled &&
    concerns(code, { verb, zone }) &&
    (code.validFrom === undefined || state.at >= code.validFrom) &&
    (code.validUntil === undefined || state.latestAt < code.validUntil) &&
    !(code.isOneTime && state.usedCodes.includes(code.id))
  );
}

export interface CodeUse {
  readonly verb: CodeVerb;
  readonly zone: string;
  readonly state: AlarmState;
}

/**
 * True where a command needs a code: the zone asks for one, and a PIN exists for it. A PIN that is used up, disabled or
 * not valid now counts too: its end does not open the zone to accounts without a code.
 * @example
 * const isKeypadShown = requiresCode(plan, zone, 'disarm');
 */
export function requiresCode(plan: Plan, zone: ZoneConfig, verb: CodeVerb): boolean {
  if (verb === 'silence' || !zone.needsCode[verb]) return false;
  return plan.config.codes.some((code) => code.kind === 'pin' && concerns(code, { verb, zone: zone.id }));
}

/** True where the actor may give the command to each of the zones. */
export function isAuthorised(
  plan: Plan,
  state: AlarmState,
  {
    by: { authority },
    verb,
    zones,
  }: { readonly by: Actor; readonly verb: CodeVerb; readonly zones: readonly ZoneConfig[] },
): boolean {
  if (authority.kind === 'code') {
    const code = plan.codes.get(authority.code);
    return code !== undefined && zones.every(({ id }) => permits(code, { verb, zone: id, state }));
  }
  return authority.kind === 'admin' || !zones.some((zone) => requiresCode(plan, zone, verb));
}

/**
 * PINs to compare with an entered one, for a command in some zones. Empty: the command needs another authority.
 * @example
 * for (const { id, hash } of pinsFor(plan, state, { verb: 'disarm', zones })) if (await verify(pin, hash)) return id;
 */
export function pinsFor(
  plan: Plan,
  state: AlarmState,
  { verb, zones }: { readonly verb: CodeVerb; readonly zones: readonly ZoneConfig[] },
): readonly CodeConfig[] {
  return plan.config.codes.filter(
    (code) => code.kind === 'pin' && zones.every(({ id }) => permits(code, { verb, zone: id, state })),
  );
}
