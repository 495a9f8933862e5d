import { GatewayError } from '@ccu-gateway/gateway-core';
import type { Finding, SectionNotInForce } from '@ccu-gateway/gateway-core/parts';

/** Reports why each stored section is not in force here. */
export function settingsFindings(left: readonly SectionNotInForce[]): readonly (Finding & { readonly name: string })[] {
  return left.map(({ section, error }) => ({
    name: section,
    status: 'degraded',
    reason: 'setting_not_in_force',
    note: `the settings that another gateway has stored for ${section} is not in force at this one: ${refusalWords(error)}`,
  }));
}

/** The reason for refusing a setting, in words that may be shown: an error that is no refusal may quote anything. */
export function refusalWords(error: unknown): string {
  if (!(error instanceof GatewayError)) return 'the log has the reason';
  const fields = error.details.errors?.map(({ field, reason }) => `${field} ${reason}`);
  return fields === undefined || fields.length === 0 ? error.message : fields.join('; ');
}
