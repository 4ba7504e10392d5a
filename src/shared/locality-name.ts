/** Inside a name these stay small: «Ростов-на-Дону». */
const joining = /^(?:на|под|над|и|в|у|при)$/;
/** What kind of locality it is: «п Молочное». */
const kinds = /^(?:г|гор|город|пгт|рп|п|пос|поселок|с|село|д|дер|деревня|х|хутор|ст|станица|мкр)$/;

/** Delivery zones keep localities in lower case: «великий устюг» → «Великий Устюг». */
export function localityName(place: string): string {
  return place.replace(/(^|[\s-])(\p{L}+)/gu, (_, before: string, word: string) => {
    const isSmall = kinds.test(word) || (before !== '' && joining.test(word));
    return isSmall ? before + word : `${before}${word.charAt(0).toUpperCase()}${word.slice(1)}`;
  });
}
