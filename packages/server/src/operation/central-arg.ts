import { z } from 'zod';

/** Commands spell the CCU in two ways; both mean the same. */
export const centralArgs = {
  central_name: z.string().min(1).optional().describe('Name of the CCU. Needed only where it is not clear.'),
  central: z.string().min(1).optional().describe('The same.'),
} as const;

/** The scope that the arguments name. */
export function scopeOf(args: { readonly central_name?: string | undefined; readonly central?: string | undefined }): {
  readonly central?: string;
} {
  const central = args.central_name ?? args.central;
  return central === undefined ? {} : { central };
}
