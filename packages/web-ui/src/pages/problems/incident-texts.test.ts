import { INCIDENT_SUMMARIES } from '@ccu-gateway/gateway-core/parts';
import { expect, it } from 'vitest';
import { incidentTexts } from './incident-texts.js';

it('the English of every incident is the summary that the gateway writes, and each has its German', () => {
  const english = Object.entries(incidentTexts).map(([code, { en }]) => [code, en]);
  expect(Object.fromEntries(english)).toEqual(INCIDENT_SUMMARIES);
  expect(Object.values(incidentTexts).filter(({ en, de }) => de.trim() === '' || en === (de as string))).toEqual([]);
});
