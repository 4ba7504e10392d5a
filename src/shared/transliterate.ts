const latin: Record<string, string> = Object.fromEntries(
  [
    'а=a б=b в=v г=g д=d е=e ё=e ж=zh з=z и=i й=y к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=h ц=c ч=ch ш=sh щ=shch',
    'ъ= ы=y ь= э=e ю=yu я=ya ²=2 ³=3 ½=1-2',
  ].flatMap((letters) => letters.split(' ').map((pair) => pair.split('='))),
);

/**
 * «Штукатурка гипсовая, 30 кг» → 'shtukaturka-gipsovaya-30-kg': the slug of a product, category or brand (S7-10). May
 * be empty.
 */
export function slugOf(name: string): string {
  return [...name.toLowerCase()]
    .map((letter) => latin[letter] ?? letter)
    .join('')
    .replace(/(\d)[.,](\d)/g, '$1-$2')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}
