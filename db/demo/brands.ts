import { ensure } from '#shared/ensure.ts';
import { slugOf } from '#shared/transliterate.ts';
import { brandTexts } from './brand-texts.ts';

export type DemoBrand = {
  slug: string;
  name: string;
  country: string;
  description: string;
  colours: string[];
  layout: number;
};

const pine = '#0f5a47';
const brick = '#b5401f';
const ochre = '#e2a12a';
const blue = '#2b5d8f';
const ink = '#2f3437';
const berry = '#a3283a';
const plum = '#6b3f6e';
const leaf = '#4d8a3f';
const teal = '#2a7f86';
const brown = '#8a5a2b';
const sky = '#5a8fb0';
const orange = '#d9752b';

/** Invented makers: name, colours of the packaging, layout of the label. */
const makers: [name: string, colours: string[], layout: number][] = [
  ['СУХОНА', [pine, ink, brick], 0],
  ['ГИПСАР', [blue, ochre, teal], 2],
  ['ШЕКСНА', [brick, plum, leaf], 3],
  ['ПЛИТА', [blue, teal, ink], 1],
  ['ТЕПЛЯК', ['#c2562f', ochre, brick], 1],
  ['РОВНИЦА', [teal, blue, ink], 3],
  ['КЛАДЕНЬ', [ink, brick, brown], 2],
  ['БЕЛОЯР', [blue, pine, brick], 1],
  ['ЯРЬ', [berry, brown, leaf], 0],
  ['КОЛЕРНАЯ', [plum, teal, orange], 3],
  ['ЛЕСОВЕД', [leaf, brown, pine], 2],
  ['ШОВ', [teal, blue, orange], 0],
  ['МАЗОК', [brick, ochre, leaf], 1],
  ['ГЛАЗУРЬ', [teal, plum, blue], 0],
  ['ИЗРАЗЕЦ', [ink, brown, brick], 3],
  ['УЗОРОЧЬЕ', [plum, teal, ochre], 1],
  ['ПОЛЕ', [ink, pine, brown], 0],
  ['НАСТИЛ', [brown, teal, ink], 2],
  ['ЛАДОГА', [brick, blue, ochre], 0],
  ['СВИТЬ', ['#3f7d5c', blue, berry], 0],
  ['КАРКАС', [blue, ink, orange], 2],
  ['ОБЖИГ', [brick, ink, brown], 0],
  ['КРЯЖ', [brown, leaf, ink], 3],
  ['МАСТАК', [pine, ochre, ink], 0],
  ['РАЗМАХ', [ochre, blue, brick], 1],
  ['ХВАТ', [brick, ink, teal], 2],
  ['ВЕРШОК', [ochre, blue, leaf], 3],
  ['СТУПЕНЬ', [brick, blue, ink], 0],
  ['РЕЗЕЦ', [ink, berry, orange], 1],
  ['РУКАВИЦА', [orange, blue, leaf], 2],
  ['КРЕПЬ', [ochre, blue, ink], 0],
  ['СКОБА', [ink, brick, teal], 2],
  ['ТОК', ['#55606a', orange, blue], 0],
  ['ФАЗА', [teal, ink, brick], 1],
  ['ЗАРЯ', [ochre, blue, pine], 0],
  ['ЛУЧИНА', [pine, ink, brick], 3],
  ['СВЕТЁЛКА', [sky, plum, ochre], 2],
  ['РОДНИК', [brick, blue, ink], 0],
  ['СТРУЯ', [blue, teal, ink], 1],
  ['КУПЕЛЬ', [sky, ink, teal], 0],
  ['ПОТОК', [leaf, blue, ink], 2],
  ['ЗНОЙ', [orange, berry, ink], 1],
  ['ГРЯДКА', [leaf, brick, plum], 0],
  ['ДОБРОЗЁМ', [brown, leaf, ink], 3],
  ['МЕЖА', [pine, orange, brick], 2],
  ['РОСА', [leaf, teal, blue], 1],
  ['ЖАР', ['#4a4744', brick, orange], 2],
  ['ЗИМОВЬЕ', [blue, orange, ink], 3],
  ['ЧУГУНОК', [ink, brick, plum], 0],
  ['УТВАРЬ', ['#b8402c', teal, blue], 1],
  ['БЛЮДЦЕ', [sky, berry, leaf], 2],
  ['СТЕКЛЯРУС', [teal, plum, sky], 3],
  ['КЛАДОВКА', [blue, leaf, brick], 0],
  ['ЧИСТО', [teal, orange, plum], 1],
  ['ПЕНКА', [sky, berry, leaf], 3],
  ['ПОРОГ', [brown, ink, pine], 0],
  ['ЩЕКОЛДА', [ink, brown, teal], 1],
  ['ШПАЛЕРА', ['#7fa08a', plum, sky], 2],
  ['ХВОЯ', ['#2f7350', pine, leaf], 0],
  ['ОГОНЬКИ', [berry, ochre, blue], 1],
  ['УЗОРЬЕ', [berry, blue, ochre], 3],
];

export const brands: DemoBrand[] = makers.map(([name, colours, layout], index) => ({
  slug: slugOf(name),
  name,
  country: index % 9 === 4 ? 'Беларусь' : 'Россия',
  description: ensure(brandTexts[name]),
  colours,
  layout,
}));

const byName = new Map(brands.map((brand) => [brand.name, brand]));

export function brandOf(name: string): DemoBrand {
  const brand = byName.get(name);
  if (!brand) throw new Error(`Нет бренда ${name}`);
  return brand;
}
