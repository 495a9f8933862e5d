/** Without case and accents: "Küche" is found by "kuche", "Straße" by "strasse". */
export function plain(text: string): string {
  return text.toLowerCase().replaceAll('ß', 'ss').normalize('NFD').replaceAll(/\p{M}/gu, '');
}
