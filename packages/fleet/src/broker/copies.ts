/**
 * Returns true when servers of a version keep copies of a stream with the same content. Those of 2.9 were seen to give
 * one event another number at each copy, and to lose records that they had taken, once two of three had been killed.
 * Those before 2.10.23 take entries of a leader that another one has followed, so that both can have the others agree.
 */
export function keepsCopies(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.-]/).map(Number);
  return major > 2 || (major === 2 && (minor > 10 || (minor === 10 && patch >= 23)));
}
