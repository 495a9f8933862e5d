import type { Area, DeviceSummary } from '@ccu-gateway/contract/types';
import { GatewayError } from '@ccu-gateway/gateway-core';
import type { Cases } from '../cases/cases.js';
import { OF_CATEGORY } from '../words/concepts.js';
import { countMatches, plain, questionWords, wordsOf } from '../words/match.js';

/** A device with the number of words of the question that it has. */
export interface Found {
  readonly device: DeviceSummary;
  readonly matches: number;
}

export interface Question {
  readonly query?: string | undefined;
  readonly room?: string | undefined;
  readonly area?: string | undefined;
  readonly function?: string | undefined;
  readonly category?: string | undefined;
  readonly central?: string | undefined;
}

type Finding = Cases<'devices.list' | 'customDataPoints.list'>;

/**
 * Devices that have all words of the question, or else those with most of them, the best first. Rooms, areas and
 * functions count as words of their devices, in German and English.
 */
export function findDevices(
  cases: Finding,
  question: Question,
  areas: readonly Area[],
): { readonly found: readonly Found[]; readonly isWhole: boolean } {
  const { query = '', central } = question;
  const words = questionWords(query);
  const scope = central === undefined ? {} : { central };
  const candidates = cases['devices.list'](scope).filter((device) => isWithin(device, question, areas));
  const scored = candidates
    .map((device) => {
      const categories = words.length > 0 || question.category !== undefined ? categoriesOf(cases, device) : [];
      const text = [
        ...textsOf(device, areas).flatMap(wordsOf),
        ...categories.flatMap((each) => OF_CATEGORY[each] ?? []),
      ];
      return { device, categories, matches: countMatches(words, text) };
    })
    .filter(({ categories }) => question.category === undefined || categories.includes(question.category));
  const most = Math.max(0, ...scored.map(({ matches }) => matches));
  const found = scored
    .filter(({ matches }) => words.length === 0 || (matches > 0 && matches === most))
    .sort((one, other) => one.device.name.localeCompare(other.device.name));
  return { found, isWhole: most === words.length };
}

const categoriesOf = (cases: Finding, { address, central }: DeviceSummary): readonly string[] =>
  cases['customDataPoints.list']({ device: address, central }).map(({ category }) => category);

function textsOf(
  { name, model, model_label: label = '', rooms = [], functions = [] }: DeviceSummary,
  areas: readonly Area[],
) {
  return [name, model, label, ...rooms, ...functions, ...areasOf(rooms, areas)];
}

/** Names of the areas of these rooms. */
export const areasOf = (rooms: readonly string[], areas: readonly Area[]): readonly string[] =>
  areas.filter((area) => area.rooms.some((room) => rooms.includes(room))).map(({ name }) => name);

function isWithin({ rooms = [], functions = [] }: DeviceSummary, question: Question, areas: readonly Area[]): boolean {
  return (
    isNamed(question.room, rooms) &&
    isNamed(question.area, areasOf(rooms, areas)) &&
    isNamed(question.function, functions)
  );
}

/** One of the names is the wanted one, or has all its words. */
function isNamed(wanted: string | undefined, names: readonly string[]): boolean {
  if (wanted === undefined) return true;
  const words = questionWords(wanted);
  return names.some((name) => plain(name) === plain(wanted) || countMatches(words, wordsOf(name)) === words.length);
}

/** Candidates that an error names. */
const MOST_NAMED = 10;

/**
 * The one device that an address, a name or words mean.
 *
 * @throws GatewayError `not_found`; `conflict` (reason `ambiguous`) with the candidates where several fit
 */
export function oneDevice(
  cases: Finding,
  { device, central }: { readonly device: string; readonly central?: string | undefined },
): DeviceSummary {
  const all = cases['devices.list'](central === undefined ? {} : { central });
  const wanted = plain(device);
  const byAddress = all.filter(({ address }) => plain(address) === wanted);
  const byName = byAddress.length > 0 ? byAddress : all.filter(({ name }) => plain(name) === wanted);
  const candidates = byName.length > 0 ? byName : byWords(cases, { query: device, central });
  const [only, ...others] = candidates;
  if (only === undefined) {
    throw new GatewayError('not_found', 'No device has this address, this name or these words', {
      reason: 'device_not_found',
    });
  }
  if (others.length === 0) return only;
  throw new GatewayError('conflict', 'Several devices fit: use the address of one of them', {
    reason: 'ambiguous',
    members: {
      candidates: candidates.slice(0, MOST_NAMED).map(({ address, name, rooms = [], central: of }) => {
        return { address, name, rooms, central: of };
      }),
      more: Math.max(0, candidates.length - MOST_NAMED),
    },
  });
}

function byWords(cases: Finding, question: Question): readonly DeviceSummary[] {
  if (questionWords(question.query ?? '').length === 0) return [];
  const { found, isWhole } = findDevices(cases, question, []);
  return isWhole ? found.map(({ device }) => device) : [];
}
