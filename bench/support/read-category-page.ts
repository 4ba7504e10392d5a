/** What a category page tells a visitor, read out of its HTML. */
export type CategoryContent = {
  heading: string;
  /** «1 240 товаров в Вологде». */
  note: string;
  cards: { name: string; price: string }[];
  /** Of every tick, by `name=value`: its words and the count beside it. */
  ticks: Record<string, string>;
  /** Of every field for a bound, by name: the bound that is there. */
  bounds: Record<string, string>;
};

/** For pages that mark up cards and filters as the shop does. */
export function readCategoryPage(html: string): CategoryContent {
  const ticks = all(html, /<label class="tick[^"]*">(.*?)<\/label>/gs).flatMap((label): [string, string][] => {
    const { name, value } = attributesOf(/<input[^>]*>/.exec(label)?.[0] ?? '');
    const count = /<span class="n">(.*?)<\/span>/s.exec(label)?.[1];
    return count === undefined ? [] : [[`${name}=${value}`, textOf(label)]];
  });
  const bounds = all(html, /<input ([^>]*inputmode="decimal"[^>]*)>/gi).flatMap((input): [string, string][] => {
    const { name, placeholder } = attributesOf(input);
    return name && placeholder ? [[name, placeholder]] : [];
  });
  return {
    heading: textOf(/<h1>(.*?)<\/h1>/s.exec(html)?.[1] ?? ''),
    note: textOf(/<h1>.*?<\/h1><span>(.*?)<\/span>/s.exec(html)?.[1] ?? ''),
    cards: all(html, /<article class="card">(.*?)<\/article>/gs).map((card) => ({
      name: textOf(/class="card__name">(.*?)<\/h2>/s.exec(card)?.[1] ?? ''),
      price: textOf(/<b class="price[^"]*">(.*?)<\/b>/s.exec(card)?.[1] ?? ''),
    })),
    ticks: Object.fromEntries(ticks),
    bounds: Object.fromEntries(bounds),
  };
}

/** One sentence for each thing that the two pages do not tell alike. */
export function differencesOf(one: CategoryContent, other: CategoryContent): string[] {
  const pairs = (content: CategoryContent): Record<string, string> => ({
    heading: content.heading,
    note: content.note,
    ...prefixed('card', Object.fromEntries(content.cards.map(({ name, price }, at) => [at + 1, `${name}: ${price}`]))),
    ...prefixed('tick', content.ticks),
    ...prefixed('bound', content.bounds),
  });
  const [own, others] = [pairs(one), pairs(other)];
  return [...new Set([...Object.keys(own), ...Object.keys(others)])]
    .filter((key) => own[key] !== others[key])
    .map((key) => `${key}: «${own[key] ?? 'nothing'}» and «${others[key] ?? 'nothing'}»`);
}

function prefixed(prefix: string, values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [`${prefix} ${key}`, value]));
}

function all(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(([, inside = '']) => inside);
}

function attributesOf(tag: string): Record<string, string> {
  return Object.fromEntries([...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]));
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** The words without tags, their spaces made plain. */
function textOf(html: string): string {
  return html
    .replaceAll('<!-- -->', '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&([#\w]+);/g, (entity, name: string) => entities[name] ?? entity)
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();
}
