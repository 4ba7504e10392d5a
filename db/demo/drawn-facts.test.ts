import sharp from 'sharp';
import { expect, test } from 'vitest';
import { formatOf } from './illustrations/textures-made.ts';
import { mainView } from './illustrations/views.ts';
import { type DemoProduct, productsOf } from './products.ts';
import { viewDataOf } from './view-data.ts';

const catalogue = [...productsOf(3_000)];
const parts = (svg: string, name: string): number => svg.split(`<g class="${name}"`).length - 1;
const countIn = (words: string): number => Number(/\d+/.exec(words)?.[0] ?? 0);

type Goods = Pick<DemoProduct, 'name'> & { specs: DemoProduct['subject']['specs'] };
type Fact = [drawing: string, part: string, count: (goods: Goods) => number, ofCategory?: RegExp];
const one = (isThere: boolean): number => (isThere ? 1 : 0);
const said =
  (words: RegExp) =>
  ({ name }: Goods): number =>
    one(words.test(name));
const spec =
  (code: string, otherwise = 1) =>
  ({ specs }: Goods): number =>
    Number(specs[code] ?? otherwise);
const material =
  (word: string) =>
  ({ specs }: Goods): number =>
    one(specs.material === word);

/** What a drawing has so many of, by what the product says of itself. */
const facts: Fact[] = [
  ['tree', 'pot', ({ specs }) => one(Number(specs.vysota) < 100)],
  ['tree', 'stand', ({ specs }) => one(Number(specs.vysota) > 100)],
  ['tree', 'garland', said(/гирляндой/)],
  ['tree', 'snow', said(/заснеж/)],
  ['bauble', 'ball', spec('predmetov')],
  ['toyBox', 'toy', spec('predmetov')],
  ['snowflake', 'flake', spec('predmetov')],
  ['star', 'glow', said(/с подсветкой/)],
  ['wreath', 'twigs', said(/^Гирлянда из хвои/)],
  ['wreath', 'tinsel', said(/^Мишура/)],
  ['shovel', 'blade-pointed', said(/штыковая/)],
  ['shovel', 'blade-scoop', said(/совковая/)],
  ['shovel', 'blade-sapper', said(/сапёрная/)],
  ['shovel', 'shaft-of-steel', said(/стальной черенок/)],
  ['shovel', 'scoop-for-snow', said(/снега/)],
  ['shovel', 'metal-edge', said(/алюминиевой кромкой|стальной кромкой/)],
  ['plantPot', 'ceramic', material('Керамика')],
  ['plantPot', 'plastic', material('Пластик')],
  ['wateringCan', 'hoops', material('Оцинкованная сталь')],
  ['rake', 'tooth', spec('sekciy')],
  ['grill', 'skewer', spec('sekciy')],
  ['grill', 'roof', said(/с крышей/)],
  ['grill', 'cover', said(/в чехле/)],
  ['hammer', 'ash', said(/из ясеня/)],
  ['hammer', 'fibreglass', said(/из стекловолокна/)],
  ['screwdriver', 'flat-tip', said(/SL\d/)],
  ['screwdriver', 'cross-tip', said(/PH\d/)],
  ['screwdriver', 'insulation', said(/диэлектр/)],
  ['saw', 'jab-blade', said(/гипсокартон/)],
  ['drill', 'battery', ({ name }) => (/без АКБ/.test(name) ? 0 : countIn(/\d АКБ/.exec(name)?.[0] ?? ''))],
  ...['drill', 'rotary', 'grinder', 'jigsaw'].map((tool): Fact => [tool, 'case', said(/кейс/)]),
  ['drillBit', 'bit', spec('v_upakovke'), /^bity$/],
  ['drillBit', 'carbide', said(/бетон|^Бур/), /^sverla/],
  ['drillBit', 'centre-point', said(/по дереву/), /^sverla/],
  ['drillBit', 'drill-point', said(/по металлу/), /^sverla/],
  ['drillBit', 'spear', said(/по плитке/), /^sverla/],
  ['disc', 'diamond-rim', said(/алмазный/)],
  ['wheelbarrow', 'wheel', ({ name }) => (/двухколёсная/.test(name) ? 2 : 1)],
  ['ladder', 'step', spec('stupeney')],
  ['earmuffs', 'ear-cup', () => 2],
  ['brush', 'round-ferrule', said(/филёночная|круглая/)],
  ['brush', 'block', said(/макловица/)],
  ['brush', 'bent-neck', said(/радиаторная/)],
  ['cable', 'core', ({ specs }) => countIn(String(specs.sechenie))],
  ['breaker', 'pole', spec('polyusov')],
  ['extension', 'outlet', spec('gnezd')],
  ['extension', 'switch', said(/с выключателем/)],
  ['bulb', 'filament', said(/филаментная/)],
  ['bulb', 'diffuser', said(/светодиодная/)],
  ['ledPanel', 'square-panel', said(/квадратная/)],
  ['ledPanel', 'round-panel', said(/круглая/)],
  ['pendant', 'wooden-neck', said(/с деревом/)],
  ['pendant', 'loft', said(/лофт/)],
  ['deskLamp', 'clamp', said(/на струбцине/)],
  ['sink', 'pedestal', said(/с пьедесталом/)],
  ['sink', 'counter', said(/накладная/)],
  ['pot', 'glass-lid', said(/стеклянная крышка/)],
  ['pot', 'metal-lid', said(/металлическая крышка/)],
  ['glass', 'goblet', ({ name, specs }) => (/для вина/.test(name) ? Number(specs.predmetov) : 0)],
  ['glass', 'flute', ({ name, specs }) => (/шампанского/.test(name) ? Number(specs.predmetov) : 0)],
  ['glass', 'faceted', ({ name, specs }) => (/гранёные/.test(name) ? Number(specs.predmetov) : 0)],
  ['glass', 'tumbler', ({ name, specs }) => (/для воды/.test(name) ? Number(specs.predmetov) : 0)],
  ['container', 'glass', material('Стекло')],
  ['jar', 'twist-lid', said(/твист-офф/)],
  ['jar', 'bail', said(/бугельный/)],
  ['jar', 'tin-lid', said(/под закатку/)],
  ['knife', 'wave', said(/хлебный/)],
  ['cuttingBoard', 'groove', said(/с желобком/)],
  ['plate', 'dish', spec('predmetov')],
  ['mug', 'mug', spec('predmetov')],
  ['cloth', 'sponge', ({ name, specs }) => (/^Губки/.test(name) ? Number(specs.v_upakovke) : 0)],
  ['cloth', 'cloth', ({ name, specs }) => (/^Салфетки/.test(name) ? Number(specs.v_upakovke) : 0)],
  ['crate', 'wheel', ({ name }) => (/на колёсах/.test(name) ? 3 : 0)],
  ['lock', 'key', ({ specs }) => countIn(String(specs.komplekt))],
  ['handle', 'square-rose', said(/на квадратной розетке/)],
  ['handle', 'round-rose', said(/на круглой розетке/)],
  ['foamCan', 'lever-and-tube', said(/бытовая/)],
  ['foamCan', 'gun-collar', said(/профессиональная|огнестойкая/)],
  ['slab', 'board', spec('v_upakovke'), /^ekstruzionnyy/],
  [
    'fastenerPack',
    'fastener',
    ({ specs }) => (Number(specs.v_upakovke) === 1 ? 1 : Number(specs.v_upakovke) <= 20 ? 2 : 4),
  ],
];

test('a drawing has what the product says of itself: its kind, its material, and as many as the pack holds', () => {
  const wrong: string[] = [];
  const met = new Set<string>();
  for (const { name, category, subject } of catalogue) {
    const own = facts.filter(([drawing, , , where]) => drawing === subject.drawing && (where?.test(category) ?? true));
    if (own.length === 0) continue;
    const svg = mainView(viewDataOf(subject));
    for (const [drawing, part, count] of own) {
      const wanted = count({ name: name.replace(subject.brand, ''), specs: subject.specs });
      if (wanted > 0) met.add(`${drawing} ${part}`);
      if (parts(svg, part) !== wanted) wrong.push(`${name}: ${part} ${parts(svg, part)}, not ${wanted}`);
    }
  }
  expect(wrong).toEqual([]);
  // Every fact is one that some goods have.
  expect(facts.map(([drawing, part]) => `${drawing} ${part}`).filter((fact) => !met.has(fact))).toEqual([]);
});

test('the higher a tree, the more tiers it has; beside the ruler it is as high as it says', () => {
  const trees = catalogue.filter(({ subject }) => subject.drawing === 'tree');
  const tiers = new Map(
    trees.map(({ subject }) => [Number(subject.specs.vysota), parts(mainView(viewDataOf(subject)), 'tier')]),
  );
  const heights = [...tiers].sort(([a], [b]) => a - b);
  expect(heights.length).toBeGreaterThan(5);
  for (const [index, [, count]] of heights.entries())
    expect(count).toBeGreaterThanOrEqual(heights[index - 1]?.[1] ?? 0);
  expect(heights.at(-1)![1]).toBeGreaterThan(heights[0]![1]);
  for (const { subject } of trees) expect(viewDataOf(subject).centimetres.height).toBe(subject.specs.vysota);
});

test('a side that is written beside a drawing is one that the product states', () => {
  const wrong: string[] = [];
  for (const { name, subject } of catalogue) {
    const { centimetres } = viewDataOf(subject);
    const stated = Object.values(subject.specs)
      .flatMap((value) => String(value).match(/\d+(?:[.,]\d+)?/g) ?? [])
      .map((value) => Number(value.replace(',', '.')))
      .flatMap((value) => [value, value * 100, value / 10])
      .map((value) => Math.round(value * 10));
    for (const side of centimetres.named)
      if (!stated.includes(Math.round(centimetres[side] * 10))) wrong.push(`${name}: ${side} ${centimetres[side]}`);
  }
  expect(wrong).toEqual([]);
});

test('a tile is drawn in the format of its name', () => {
  const wrong: string[] = [];
  for (const { name, subject } of catalogue.filter(({ subject }) => subject.drawing === 'tile')) {
    const [short = 0, long = 0] = formatOf(name) ?? [];
    const lying =
      /<g class="tile"><g transform="[^"]*"><rect [^>]*\/>(?:<rect [^>]*\/>)*<\/g>.*?<rect x="0" y="0" width="(\d+)" height="(\d+)"/.exec(
        mainView(viewDataOf(subject)),
      );
    const [w, d] = [Number(lying?.[1]), Number(lying?.[2])];
    if (!(Math.abs(Math.min(w, d) / Math.max(w, d) - short / long) <= 0.03)) wrong.push(`${name}: ${w} × ${d}`);
  }
  expect(wrong).toEqual([]);
});

test('a label names no gloss and no binder but the product’s own', () => {
  const wrong: string[] = [];
  for (const { name, subject } of catalogue) {
    const words = String(viewDataOf(subject).thing.params.title).toLowerCase();
    for (const [code, stems] of [
      ['blesk', ['глянцев', 'полуматов']],
      ['osnova', ['акрилов', 'силиконов', 'алкидн', 'гипсов', 'цементн', 'полимерн']],
    ] as const) {
      const own = subject.specs[code];
      const named = stems.filter((stem) => words.includes(stem));
      if (own !== undefined && named.length > 0 && !named.some((stem) => String(own).toLowerCase().includes(stem)))
        wrong.push(`${name}: «${words}», ${own}`);
    }
  }
  expect(wrong).toEqual([]);
});

/** Where the hue of a named colour lies, in degrees; greys by their lightness from 0 to 1. */
const hues: [word: RegExp, from: number, to: number][] = [
  [/^(?:зелён|изумруд)/, 75, 180],
  [/^заснежен/, 100, 200],
  [/^бирюзов/, 165, 200],
  [/^(?:голуб|син)/, 175, 235],
  [/^фиолетов/, 270, 325],
  [/^(?:красн|вишня)/, 340, 380],
  [/^розов/, 330, 385],
  [/^(?:терракот|медь|шоколад|коричнев|орех|венге|дуб|оранжев)/, 5, 45],
  [/^(?:жёлт|золот|соломен|бронз|бежев)/, 25, 60],
];
const greys: [word: RegExp, from: number, to: number][] = [
  [/^(?:бел|прозрачн)/, 0.72, 1],
  [/^(?:сер|сталь|хром)/, 0.45, 0.95],
  [/^(?:чёрн|графит)/, 0, 0.5],
];

/** The share of what is drawn that `fits`, of a picture as a card of a list shows it. */
async function share(svg: string, fits: (hue: number, saturation: number, light: number) => boolean): Promise<number> {
  const { data } = await sharp(Buffer.from(svg))
    .resize(72, 72)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let [drawn, fitting] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3]! < 200) continue;
    const [red, green, blue] = [data[at]! / 255, data[at + 1]! / 255, data[at + 2]! / 255];
    const [high, low] = [Math.max(red, green, blue), Math.min(red, green, blue)];
    const range = high - low;
    const sector =
      high === red ? (green - blue) / range : high === green ? 2 + (blue - red) / range : 4 + (red - green) / range;
    drawn++;
    if (fits(range === 0 ? 0 : (sector * 60 + 360) % 360, high === 0 ? 0 : range / high, (high + low) / 2)) fitting++;
  }
  return fitting / drawn;
}

test('the colour that a product states is the main one of its picture', { timeout: 120_000 }, async () => {
  const coloured = new Map<string, DemoProduct>();
  for (const product of catalogue) {
    const { category, subject } = product;
    // A cartridge is white whatever is in it, a light has the colour of its lamps.
    if (subject.specs.cvet && !/tubeGun|garland|curtain/.test(subject.drawing))
      coloured.set([category, subject.specs.cvet, subject.drawing].join(' '), product);
  }
  expect(coloured.size).toBeGreaterThan(120);
  const wrong: string[] = [];
  for (const { name, subject } of coloured.values()) {
    const word = String(subject.specs.cvet).toLowerCase();
    const hue = hues.find(([stem]) => stem.test(word));
    const grey = greys.find(([stem]) => stem.test(word));
    if (!hue && !grey) continue;
    const found = await share(mainView(viewDataOf(subject)), (degrees, saturation, light) =>
      hue
        ? saturation > 0.06 && [degrees, degrees + 360].some((at) => at >= hue[1] && at <= hue[2])
        : saturation < 0.35 && light >= grey![1] && light <= grey![2],
    );
    if (found < 0.2) wrong.push(`${name}: ${word} ${Math.round(found * 100)} %`);
  }
  expect(wrong).toEqual([]);
});
