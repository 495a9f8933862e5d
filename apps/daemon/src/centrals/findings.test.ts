import { describe, expect, it } from 'vitest';
import { ccuFindings } from './findings.js';

const interfaces = [
  { id: 'home-HmIP-RF', connected: true },
  { id: 'home-CUxD', connected: false, note: 'Nobody answers.' },
];
const home = { interfaces: () => interfaces as never };

describe('the health of CCUs', () => {
  it('is that of their interfaces', () => {
    expect(ccuFindings(home, [{ name: 'home', scriptAccess: () => 'granted' }])).toEqual([
      { name: 'home-HmIP-RF', status: 'healthy' },
      { name: 'home-CUxD', status: 'degraded', note: 'Nobody answers.' },
    ]);
  });

  it('names a CCU that refuses scripts, and what is missing for that', () => {
    const findings = ccuFindings(home, [
      { name: 'home', scriptAccess: () => 'refused' },
      { name: 'cabin', scriptAccess: () => 'unknown' },
    ]);
    expect(findings.slice(2)).toEqual([
      { name: 'home.scripts', status: 'degraded', note: expect.stringMatching(/administrator rights/) },
    ]);
  });
});
