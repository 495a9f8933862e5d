import type { ImportReport } from '../../ports/history-import.js';

export const NOTHING_STORED: ImportReport['stored'] = { hours: 0, values: 0, known: 0, too_old: 0 };
