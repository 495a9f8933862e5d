import { useFormats } from '../../context/services.js';
import { sizeOf } from './backup-facts.js';

/** Bytes as people say them. */
export function useSize(): (bytes: number) => string {
  const formats = useFormats();
  return (bytes) => {
    const { amount, unit } = sizeOf(bytes);
    return `${formats.number(amount, 1)}\u202f${unit}`;
  };
}
