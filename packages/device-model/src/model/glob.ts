/**
 * Makes the test for a pattern in which `*` stands for any text, also for none. It checks each piece between two stars
 * once and never goes back, so the time grows with the length of the text, for any pattern.
 *
 * @example
 * const fits = glob('*TEMPERATURE*');
 * fits('ACTUAL_TEMPERATURE'); // true
 */
export function glob(pattern: string): (text: string) => boolean {
  const [begin = '', ...rest] = pattern.split('*');
  const end = rest.pop();
  if (end === undefined) return (text) => text === begin;
  const middle = rest.filter((piece) => piece !== '');
  return (text) => {
    if (text.length < begin.length + end.length || !text.startsWith(begin) || !text.endsWith(end)) return false;
    const limit = text.length - end.length;
    let at = begin.length;
    for (const piece of middle) {
      const found = text.indexOf(piece, at);
      if (found < 0 || found + piece.length > limit) return false;
      at = found + piece.length;
    }
    return true;
  };
}
