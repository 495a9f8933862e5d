import { describe, expect, it } from 'vitest';
import { asText, byHop, type DoctorFinding } from './report.js';

const finding = (id: string, area: DoctorFinding['area'], severity: DoctorFinding['severity']): DoctorFinding => ({
  id,
  area,
  severity,
  what: `about ${id}`,
  facts: {},
});

const findings = [
  finding('config.accepted', 'config', 'ok'),
  finding('radio.carrier_sense', 'radio', 'warning'),
  finding('radio.duty_cycle_low', 'radio', 'ok'),
  finding('radio.module_gone', 'radio', 'problem'),
];

describe('a report of the doctor', () => {
  it('is shown hop by hop in order, problems before warnings, and good findings apart', () => {
    const hops = byHop(findings).map(({ hop, wrong, fine }) => [hop, wrong.map(({ id }) => id), fine.length]);
    expect(hops).toEqual([
      ['config', [], 1],
      ['radio', ['radio.module_gone', 'radio.carrier_sense'], 1],
    ]);
  });

  it('can be exported as text, one finding a line, with its remedy', () => {
    const fix = { text: 'Set it.', setting: 'centrals.home.host', command: 'ccu-gateway doctor' };
    const text = asText({
      version: '1.2.3',
      running: true,
      examined_at: '2026-01-01T00:00:00Z',
      problems: 1,
      warnings: 0,
      findings: [{ ...findings[3]!, central: 'home', interface: 'BidCos-RF', fix }],
    });
    expect(text.split('\n')).toEqual([
      'ccu-gateway 1.2.3, 2026-01-01T00:00:00Z: 1 problems, 0 warnings',
      'problem\tradio.module_gone\thome BidCos-RF\tabout radio.module_gone\tSet it. | centrals.home.host | ccu-gateway doctor',
      '',
    ]);
  });
});
