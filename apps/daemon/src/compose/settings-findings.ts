import { GatewayError } from '@ccu-gateway/gateway-core';
import type { Finding, SectionNotInForce } from '@ccu-gateway/gateway-core/parts';

/** Says of each section that is kept why it is not in force here. */
export function settingsFindings(left: readonly SectionNotInForce[]): readonly (Finding & { readonly name: string })[] {
  return left.map(({ section, error }) => ({
    name: section,
    status: 'degraded',
    reason: 'setting_not_in_force',
    note: `the settings that another gateway has stored for ${section} is not in force at this one: ${refusalWords(error)}`,
  }));
}

/** Why a setting was refused, in words that may be shown: what is no refusal may quote anything. */
export function refusalWords(error: unknown): string {
  if (!(error instanceof GatewayError)) return 'the log has the reason';
  const fields = error.details.errors?.map(({ field, reason }) => `${field} ${reason}`);
  return fields === undefined || fields.length === 0 ? error.message : fields.join('; ');
}
