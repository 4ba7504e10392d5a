const letters: Record<string, string> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'e', ж: 'zh', з: 'z', и: 'i', й: 'y', к: 'k', л: 'l', м: 'm' },
  ...{ н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'h', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'sch' },
  ...{ ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya', '²': '2', '³': '3', '½': '1-2', '№': 'n' },
};

/** «Смесь М-150, 30 кг» → 'smes-m-150-30-kg': the part of an address made from a name (S7-10). At most 120 letters; '' when nothing is left. */
export function slugify(text: string): string {
  const latin = text.normalize('NFC').toLowerCase().replace(/[а-яё²³½№]/g, (letter) => letters[letter] ?? '');
  const slug = latin.normalize('NFD').replace(/\p{M}/gu, '').replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return slug.length <= 120 ? slug : slug.slice(0, 120).replace(/-[^-]*$/, '');
}
