import type { WireValue } from '../model/model.js';

export function number(value: WireValue): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

export function text(value: WireValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

export function texts(value: WireValue): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}
