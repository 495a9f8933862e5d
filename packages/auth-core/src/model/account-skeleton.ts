import unhomoglyph from 'unhomoglyph';

/**
 * The visual form of a name (the skeleton of UTS 39): two accounts with one skeleton look the same on a screen. Sign-in
 * never checks it, so that an existing account keeps working.
 */
export function accountSkeleton(account: string): string {
  return unhomoglyph(account.normalize('NFD').replace(/\p{Default_Ignorable_Code_Point}/gu, '')).normalize('NFD');
}
