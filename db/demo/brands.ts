import { slugOf } from '#shared/transliterate.ts';

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

/** Invented makers: name, what they make (after «Делает»), colours of the packaging, layout of the label. */
const makers: [name: string, makes: string, colours: string[], layout: number][] = [
  ['СУХОНА', 'гипсовые и цементные смеси, грунтовки и шпатлёвки', [pine, ink, brick], 0],
  ['ГИПСАР', 'смеси на гипсовом вяжущем: штукатурки, шпатлёвки, монтажный клей', [blue, ochre, teal], 2],
  ['ШЕКСНА', 'цемент, пескобетон, фасадные и декоративные штукатурки', [brick, plum, leaf], 3],
  ['ПЛИТА', 'плиточные клеи, затирки и гидроизоляцию', [blue, teal, ink], 1],
  ['ТЕПЛЯК', 'тёплые штукатурки, клеи для утеплителя и утеплители', ['#c2562f', ochre, brick], 1],
  ['РОВНИЦА', 'стяжки, наливные полы и ремонтные смеси', [teal, blue, ink], 3],
  ['КЛАДЕНЬ', 'кладочные и печные смеси, клей для газобетона', [ink, brick, brown], 2],
  ['БЕЛОЯР', 'краски для стен, потолков и фасадов', [blue, pine, brick], 1],
  ['ЯРЬ', 'эмали и лаки', [berry, brown, leaf], 0],
  ['КОЛЕРНАЯ', 'краски под колеровку и грунт-краски', [plum, teal, orange], 3],
  ['ЛЕСОВЕД', 'антисептики, лазури и масла для дерева', [leaf, brown, pine], 2],
  ['ШОВ', 'герметики, монтажную пену и клеи', [teal, blue, orange], 0],
  ['МАЗОК', 'валики, кисти и малярные ленты', [brick, ochre, leaf], 1],
  ['ГЛАЗУРЬ', 'настенную плитку', [teal, plum, blue], 0],
  ['ИЗРАЗЕЦ', 'керамогранит и ступени', [ink, brown, brick], 3],
  ['УЗОРОЧЬЕ', 'мозаику и декоры', [plum, teal, ochre], 1],
  ['ПОЛЕ', 'ламинат и подложку', [ink, pine, brown], 0],
  ['НАСТИЛ', 'кварцвинил, линолеум и плинтус', [brown, teal, ink], 2],
  ['ЛАДОГА', 'минеральную вату и плиты утепления', [brick, blue, ochre], 0],
  ['СВИТЬ', 'гипсокартон и листовые материалы', ['#3f7d5c', blue, berry], 0],
  ['КАРКАС', 'профили, маяки, уголки и сетки', [blue, ink, orange], 2],
  ['ОБЖИГ', 'кирпич и блоки', [brick, ink, brown], 0],
  ['КРЯЖ', 'доску, брус, вагонку, фанеру и OSB', [brown, leaf, ink], 3],
  ['МАСТАК', 'электроинструмент и уровни', [pine, ochre, ink], 0],
  ['РАЗМАХ', 'электроинструмент для мастерской', [ochre, blue, brick], 1],
  ['ХВАТ', 'ручной инструмент', [brick, ink, teal], 2],
  ['ВЕРШОК', 'рулетки, уровни и угольники', [ochre, blue, leaf], 3],
  ['СТУПЕНЬ', 'лестницы и стремянки', [brick, blue, ink], 0],
  ['РЕЗЕЦ', 'свёрла, круги, биты и полотна', [ink, berry, orange], 1],
  ['РУКАВИЦА', 'перчатки, очки и рабочую одежду', [orange, blue, leaf], 2],
  ['КРЕПЬ', 'саморезы, дюбели и анкеры', [ochre, blue, ink], 0],
  ['СКОБА', 'гвозди, метизы и перфорированный крепёж', [ink, brick, teal], 2],
  ['ТОК', 'кабель, провод и удлинители', ['#55606a', orange, blue], 0],
  ['ФАЗА', 'розетки, выключатели и автоматы', [teal, ink, brick], 1],
  ['ЗАРЯ', 'светодиодные лампы', [ochre, blue, pine], 0],
  ['ЛУЧИНА', 'светильники', [pine, ink, brick], 3],
  ['СВЕТЁЛКА', 'панели и настольные лампы', [sky, plum, ochre], 2],
  ['РОДНИК', 'смесители и подводку', [brick, blue, ink], 0],
  ['СТРУЯ', 'смесители и душевые наборы', [blue, teal, ink], 1],
  ['КУПЕЛЬ', 'раковины и унитазы', [sky, ink, teal], 0],
  ['ПОТОК', 'трубы, фитинги и запорную арматуру', [leaf, blue, ink], 2],
  ['ЗНОЙ', 'радиаторы, конвекторы и водонагреватели', [orange, berry, ink], 1],
  ['ГРЯДКА', 'семена, грунты и удобрения', [leaf, brick, plum], 0],
  ['ДОБРОЗЁМ', 'грунты и органические удобрения', [brown, leaf, ink], 3],
  ['МЕЖА', 'садовый инструмент и тачки', [pine, orange, brick], 2],
  ['РОСА', 'шланги, лейки и всё для полива', [leaf, teal, blue], 1],
  ['ЖАР', 'мангалы, уголь и розжиг', ['#4a4744', brick, orange], 2],
  ['ЗИМОВЬЕ', 'лопаты и средства для снега и льда', [blue, orange, ink], 3],
  ['ЧУГУНОК', 'чугунную и стальную посуду', [ink, brick, plum], 0],
  ['УТВАРЬ', 'кастрюли, чайники и кухонные ножи', ['#b8402c', teal, blue], 1],
  ['БЛЮДЦЕ', 'тарелки и кружки', [sky, berry, leaf], 2],
  ['СТЕКЛЯРУС', 'бокалы, банки и контейнеры', [teal, plum, sky], 3],
  ['КЛАДОВКА', 'ящики, корзины и мешки', [blue, leaf, brick], 0],
  ['ЧИСТО', 'швабры, щётки и салфетки', [teal, orange, plum], 1],
  ['ПЕНКА', 'средства для стирки и мытья', [sky, berry, leaf], 3],
  ['ПОРОГ', 'межкомнатные и входные двери', [brown, ink, pine], 0],
  ['ЩЕКОЛДА', 'ручки, замки и петли', [ink, brown, teal], 1],
  ['ШПАЛЕРА', 'обои, клей и потолочный плинтус', ['#7fa08a', plum, sky], 2],
  ['ХВОЯ', 'искусственные ели и венки', ['#2f7350', pine, leaf], 0],
  ['ОГОНЬКИ', 'гирлянды и световые фигуры', [berry, ochre, blue], 1],
  ['УЗОРЬЕ', 'ёлочные игрушки и подарочные наборы', [berry, blue, ochre], 3],
];

export const brands: DemoBrand[] = makers.map(([name, makes, colours, layout], index) => ({
  slug: slugOf(name),
  name,
  country: index % 9 === 4 ? 'Беларусь' : 'Россия',
  description: `${name} делает ${makes}. Паспорта и сертификаты лежат на страницах товаров; гарантийные вопросы принимает любой пункт выдачи.`,
  colours,
  layout,
}));

const byName = new Map(brands.map((brand) => [brand.name, brand]));

export function brandOf(name: string): DemoBrand {
  const brand = byName.get(name);
  if (!brand) throw new Error(`Нет бренда ${name}`);
  return brand;
}
