import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backMs, correctRun, stepNames, windowMs } from './correct-run.mjs';
import { judge } from './judge.mjs';
import { parseLines } from './lines.mjs';
import { plants } from './plants.mjs';

const history = fc.array(fc.tuple(fc.constantFrom(...stepNames), fc.nat({ max: 99 }), fc.nat({ max: 99 })), {
  maxLength: 60,
});
const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');

const codesOf = (lines) => judge(lines, { windowMs, backMs }).violations.map(({ code }) => code);

describe('a run in which nothing goes wrong without a report', () => {
  it('has no violation, in any order of its lines', () => {
    fc.assert(
      fc.property(
        history.chain((steps) => {
          const lines = correctRun(steps);
          return fc.shuffledSubarray(lines, { minLength: lines.length });
        }),
        (lines) => {
          expect(codesOf(lines)).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('has figures', () => {
    const { figures } = judge(correctRun([]), { windowMs });
    expect(figures).toMatchObject({ clients: 3, faults: 1, unlogged: 2, writes: 4, latestRequestMs: 0 });
    expect(figures.told).toBeGreaterThan(0);
  });

  it('reports how long a client was away after each fault, and how late a request came', () => {
    const lines = correctRun([]);
    const fault = lines.findLast(({ what }) => what === 'fault_ended');
    const calm = lines.findLast(({ what }) => what === 'calm');
    const held = lines.findLast(({ what }) => what === 'lease_held');
    const { figures, violations } = judge(
      [
        ...lines,
        { what: 'away', t: fault.t + 0.25, client: 'client-1' },
        { what: 'live', t: calm.t + 7.5, client: 'client-1' },
        { what: 'request', t: held.until + windowMs, ccu: held.ccu, gateway: held.gateway },
      ],
      { windowMs },
    );
    expect(violations).toEqual([]);
    const longestBackMs = calm.t + 7.5 - fault.t;
    expect(figures).toMatchObject({
      longestBackMs,
      backMs: { [fault.fault]: longestBackMs },
      latestRequestMs: windowMs,
    });
  });

  it('counts a fault that was still felt when the next one began', () => {
    const lines = correctRun([]);
    const began = lines.find(({ what }) => what === 'fault_began');
    const early = lines.map((line) => (line.what === 'calm' ? { ...line, t: began.t - 1 } : line));
    expect(judge(lines, { windowMs }).figures).toMatchObject({ faults: 1, notOver: 0 });
    expect(judge(early, { windowMs }).figures).toMatchObject({ faults: 1, notOver: 1 });
  });

  it('may have requests that were late by as much as nothing could be written down', () => {
    const lines = correctRun([]);
    const { until, ccu, gateway } = lines.findLast(({ what }) => what === 'lease_held');
    const request = { what: 'request', t: until + windowMs + 20, ccu, gateway };
    expect(codesOf([...lines, request])).toEqual(['request_after_lease']);
    expect(codesOf([...lines, request, { what: 'stalled', t: until, until: until + 20 }])).toEqual([]);
  });
});

describe('a fault in a correct run is found:', () => {
  it.each(Object.entries(plants))('%s', (_, [code, plant]) => {
    fc.assert(
      fc.property(history, fc.nat({ max: 9_999 }), (steps, index) => {
        const lines = correctRun(steps);
        const changed = plant(lines, (places) => places[index % places.length], windowMs);
        expect(changed).not.toEqual(lines);
        expect(codesOf(changed)).toContain(code);
      }),
      { numRuns: 30 },
    );
  });

  it('each code that the description names, and no other', () => {
    const described = [...readme.matchAll(/^\| `([a-z_]+)` \| (?!`|members)/gm)].map(([, code]) => code);
    expect([...new Set(Object.values(plants).map(([code]) => code))].sort()).toEqual(described.sort());
  });
});

describe('lines', () => {
  it('are those of the description', () => {
    const described = [...readme.matchAll(/^\| `(\w+)` \| `([^`]+)` \|/gm)];
    expect(described).toHaveLength(22);
    for (const [, what, members] of described) {
      const numbers = { t: 1, seq: 1, token: 1, sent: 1, until: 2 };
      const values = { ...numbers, reachable: true, hidden: true, outcome: 'refused' };
      const names = members.replaceAll(/[[\]]/g, '').split(' ');
      const line = Object.fromEntries(names.map((name) => [name, values[name] ?? 'x']));
      expect(parseLines(JSON.stringify({ what, ...line }))).toHaveLength(1);
    }
  });

  it.each([
    ['{', /is no JSON/],
    ['{"what":"emited","t":1}', /what is "emited"/],
    ['{"what":"toString"}', /what is "toString"/],
    ['{"what":"settled"}', /settled has no t/],
    ['{"what":"settled","t":"1"}', /t is "1"/],
    ['{"what":"settled","t":1,"tt":1}', /knows no tt/],
    ['{"what":"answered","t":1,"gateway":"a","write":"w","outcome":"fine"}', /outcome is "fine"/],
    ['null', /what is undefined/],
  ])('are refused where they mean nothing: %s', (line, message) => {
    expect(() => parseLines(line)).toThrow(message);
  });

  it.each([
    ...[
      'began',
      'live',
      'frame',
      'emitted',
      'heard',
      'logged',
      'request',
      'lease_held',
      'answered',
      'write_sent',
      'write_ended',
    ],
    ...['write_shown', 'fault_began', 'fault_ended', 'calm', 'settled'],
  ])('without %s are no run', (what) => {
    const lines = correctRun([]).filter((line) => line.what !== what);
    expect(() => judge(lines, { windowMs })).toThrow(/a run/);
  });

  it('are no run where the log names no term, a client begins twice or a fault does not end', () => {
    const lines = correctRun([]);
    const began = lines.findLast(({ what }) => what === 'began');
    const noTokens = lines.map(({ token, ...line }) => (line.what === 'logged' ? line : { token, ...line }));
    const [open] = lines.filter(({ what }) => what === 'fault_ended');
    const defined = (line) => Object.fromEntries(Object.entries(line).filter(([, value]) => value !== undefined));
    expect(() => judge(noTokens.map(defined), { windowMs })).toThrow(/without tokens/);
    expect(() => judge([...lines, { ...began, t: began.t + 1 }], { windowMs })).toThrow(/2 beginnings/);
    expect(() => judge([...lines.filter((line) => line !== open), { ...open, fault: 'x' }], { windowMs })).toThrow(
      /no end/,
    );
  });
});

describe('the command', () => {
  it('ends with 0, 1 or 2', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fleet-'));
    const file = join(folder, 'run.jsonl');
    const command = new URL('check.mjs', import.meta.url).pathname;
    const lines = correctRun([]);
    const write = (list) => writeFileSync(file, list.map((line) => `${JSON.stringify(line)}\n`).join(''));
    try {
      write(lines);
      const out = execFileSync(process.execPath, [command, '--window', '50', file], { encoding: 'utf8' });
      expect(out).toContain('nothing was wrong');
      write(lines.filter((line) => line !== lines.findLast(({ what }) => what === 'frame')));
      const bad = spawnSync(process.execPath, [command, '--window', '50', file], { encoding: 'utf8' });
      expect([bad.status, bad.stdout]).toEqual([1, expect.stringContaining('event_missing_at_end')]);
      expect(spawnSync(process.execPath, [command, file]).status).toBe(2);
      write([{ what: 'nothing' }]);
      expect(spawnSync(process.execPath, [command, '--window', '50', file]).status).toBe(2);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
