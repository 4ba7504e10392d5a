import { wordsOf } from '#modules/search/words.ts';

/** Words that say nothing of what a thing is. */
const idle =
  /^(?:для|под|на|по|с|со|из|или|и|в|во|от|до|шт|уп|меш|цвет|размер|марка|тип|серия|артикул|арт|гост|ту|аналог|типа|мм|см|м|м2|кг|г|л|мл|вт|рул|лист|компл)$/;

/** Words of a folded text that say what the thing is: neither numbers with their units nor idle ones. */
export function sayingWords(text: string): string[] {
  return wordsOf(text).filter((word) => !idle.test(word) && !/^[\d.,/xх×*-]+\p{L}{0,3}$/u.test(word));
}
