/** Whose masculine form is stressed at its end. */
const stressed = /(?:голуб|золот|стальн)$/i;

/** A colour as filters name it, for goods of every gender: «голубая» → «голубой», «синяя с медью» → «синий с медью». */
export function masculine(colour: string): string {
  return colour.replace(/^([\p{L}-]+?)(ая|яя)(?!\p{L})/u, (_, stem: string, ending: string) => {
    const isSoft = ending === 'яя' || /[гкхжчшщ]$/.test(stem);
    return stem + (stressed.test(stem) ? 'ой' : isSoft ? 'ий' : 'ый');
  });
}
