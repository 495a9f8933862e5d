import { expect } from 'vitest';
import type { WriteRow } from './row.js';

const tariffs = [
  { kind: 'electricity', name: 'Strom', valid_from: '2026-01-01', price: { type: 'fixed', price_mct: 32_750 } },
];

/** Tariffs of energy: the gateway keeps them, and no CCU learns of them. */
export const ENERGY_ROWS: readonly WriteRow[] = [
  {
    of: 'PUT /energy/tariffs',
    title: 'stores tariffs with the next revision',
    as: 'admin',
    wire: [],
    stream: [],
    ask: { body: { revision: 0, tariffs } },
    answer: [200, expect.objectContaining({ revision: 1, currency: 'EUR', tariffs, meters: [] })],
    audit: [{ action: 'energy_tariffs', note: 'revision 1' }],
  },
];
