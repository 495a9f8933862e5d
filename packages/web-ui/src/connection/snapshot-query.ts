import type { Language } from '../i18n/languages.js';

/** What this app does not look at. */
const UNUSED =
  'additional_information,data_point_type,default,last_changed_at,last_seen_at,translated_name,value_age_seconds';

/** What this app asks for when it asks for the house. */
export function snapshotQuery(locale: Language) {
  return { include: 'data_points', shared: true, omit: UNUSED, locale };
}
