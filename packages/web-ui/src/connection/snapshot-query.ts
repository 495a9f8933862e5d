import type { Language } from '../i18n/languages.js';

/** Members that this app does not use. */
const UNUSED =
  'additional_information,data_point_type,default,last_changed_at,last_seen_at,translated_name,value_age_seconds';

/** Query of the request for the snapshot. */
export function snapshotQuery(locale: Language) {
  return { include: 'data_points', shared: true, omit: UNUSED, locale };
}
