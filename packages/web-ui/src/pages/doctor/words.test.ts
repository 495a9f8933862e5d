import { diagnose } from '@ccu-gateway/gateway-core/parts';
import { doctorCases } from '@ccu-gateway/gateway-core/testing';
import { describe, expect, it } from 'vitest';
import type { DoctorFinding } from './report.js';
import { findingSentences } from './sentences/index.js';
import { wordsOf } from './words.js';

const findings = doctorCases().flatMap((facts): readonly DoctorFinding[] => diagnose(facts).findings);

/** What another part of the gateway wrote, inserted whole. */
const WRITTEN_ELSEWHERE = new Set(['{where}: {message}', '{remedy}', '{part}: {note}']);

describe('the German of findings', () => {
  it('is there for every sentence that the doctor can say', () => {
    const english = findings.flatMap((finding) => {
      const { what, why, fix } = wordsOf(finding, 'de');
      const missing = [what, why, fix].filter((said) => said?.language === 'en');
      return missing.map((said) => `${finding.id}: ${said?.text}`);
    });
    expect([...new Set(english)].sort()).toEqual([
      'config.invalid: config.yaml:3 north: expected an object',
      'config.unreadable: config.yaml:3 north: expected an object',
      'health.history: history: the file is full',
      'matter.matter_port_taken: Choose another one',
    ]);
  });

  it('has no sentence that the doctor does not say any more', () => {
    const said = new Set(findings.flatMap(({ what, why, fix }) => [what, why, fix?.text]));
    const shown = (id: string, template: string) =>
      findings
        .filter((finding) => finding.id === id || id === `${finding.id.split('.')[0]}.*`)
        .some(({ facts, interface: name }) => said.has(filled(template, { ...facts, interface: name })));
    const unsaid = Object.entries(findingSentences).flatMap(([id, sentences]) =>
      sentences.filter(([english]) => !shown(id, english)).map(([english]) => `${id}: ${english}`),
    );
    expect(unsaid).toEqual([]);
  });

  it('inserts the same facts as the English, and is another text', () => {
    const odd = Object.values(findingSentences)
      .flat()
      .filter(([english, german]) => {
        const isSame = english === german && !WRITTEN_ELSEWHERE.has(english);
        return isSame || german.trim() === '' || facts(english).join() !== facts(german).join();
      });
    expect(odd).toEqual([]);
  });
});

describe('the words of a finding', () => {
  const finding: DoctorFinding = {
    id: 'devices.unreachable',
    area: 'devices',
    severity: 'warning',
    interface: 'HmIP-RF',
    what: '2 of the devices of HmIP-RF cannot be reached: A, B',
    why: 'a sentence of a newer gateway',
    facts: { devices: 2, first: 'A, B' },
  };

  it('are those of the gateway in English', () => {
    const { what, why } = wordsOf(finding, 'en');
    expect([what.text, why]).toEqual([finding.what, { text: finding.why, language: 'en' }]);
  });

  it('are German where the sentence is known, and stay English where it is not', () => {
    const { what, why, fix } = wordsOf(finding, 'de');
    expect(what).toEqual({ text: '2 der Geräte von HmIP-RF sind nicht erreichbar: A, B', language: 'de' });
    expect([why?.language, fix]).toEqual(['en', undefined]);
  });

  it('stay English for ids that are not known', () => {
    expect(wordsOf({ ...finding, id: 'new.trouble' }, 'de').what.language).toBe('en');
  });
});

const facts = (template: string) => [...new Set(template.match(/\{\w+\}/g))].sort();

function filled(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (whole, key: string) => String(values[key] ?? whole));
}
