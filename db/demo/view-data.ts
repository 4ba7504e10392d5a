import { ensure } from '#shared/ensure.ts';
import { attributes } from './attributes.ts';
import { articleOf, barcodeOf } from './barcodes.ts';
import { brandOf } from './brands.ts';
import { lightness } from './illustrations/colour.ts';
import type { Params } from './illustrations/form.ts';
import { extentOf, share, type Thing } from './illustrations/thing.ts';
import type { ViewData } from './illustrations/views.ts';
import type { Look } from './looks/look.ts';
import { lookOf } from './looks.ts';

/** What the drawings of a product follow: all that is known of it. */
export type PictureSubject = {
  number: number;
  name: string;
  brand: string;
  /** Its line, its sort and its size in the words of its name. */
  series: string;
  note: string;
  size: string;
  /** 1 for the largest of a model, less for smaller ones. */
  share: number;
  category: string;
  drawing: string;
  params: Record<string, string | number>;
  specs: Record<string, string | number | boolean>;
  texts: string[];
};

const attributeOf = new Map(attributes.map((attribute) => [attribute.code, attribute]));
/** Said elsewhere on the picture, or nothing to look at. */
const unsaid = new Set(['strana', 'seriya', 'vid']);

function factsOf(subject: PictureSubject): [string, string][] {
  return Object.entries(subject.specs).flatMap(([code, value]): [string, string][] => {
    const attribute = ensure(attributeOf.get(code));
    if (unsaid.has(code) || value === false) return [];
    const words = value === true ? 'да' : String(value).replace('.', ',');
    return [[attribute.name, attribute.unit && typeof value !== 'boolean' ? `${words} ${attribute.unit}` : words]];
  });
}

const countOf = (specs: PictureSubject['specs']): number =>
  Number(specs.gnezd ?? specs.polyusov ?? specs.stupeney ?? specs.sekciy ?? specs.predmetov ?? specs.v_upakovke ?? 0);

/** A brand tells its lines apart by its colours. */
function lineColour(brand: string, series: string): string {
  const { colours } = brandOf(brand);
  return ensure(colours[Math.floor(share(series) * colours.length)]);
}

function thingOf(subject: PictureSubject): Thing {
  const { brand, series, note, size, specs, drawing } = subject;
  const kind = String(specs.vid ?? note).toLowerCase();
  const given = Object.fromEntries(Object.entries(subject.params).filter(([, value]) => value !== ''));
  const params: Partial<Params> = {
    brand,
    series,
    note,
    size,
    kind,
    count: countOf(specs),
    accent: ensure(brandOf(brand).colours[0]),
    ...given,
    seed: String(subject.number),
  };
  // Insulated to 1000 V: red, whoever makes it.
  if (/^диэлектр/i.test(note)) params.accent = '#c8372d';
  if (drawing === 'fastenerPack') params.accent = lineColour(brand, series);
  const key = `${brand} ${series} ${note}`;
  return { drawing, params, stretch: [0.92 + 0.16 * share(`${key} w`), 0.92 + 0.16 * share(`h ${key}`)] };
}

/** The colour of headings: the thing's own, or the brand's where that would not be read on paper. */
const inkOf = (colour: string, brand: string): string =>
  lightness(colour) > 0.6 ? ensure(brandOf(brand).colours[0]) : colour;

/** A product as its pictures are drawn. */
export function viewDataOf(subject: PictureSubject): ViewData & { look: Look } {
  const look = lookOf(subject.category);
  const thing = thingOf(subject);
  const [left, top, right, bottom] = extentOf(thing);
  const [sx, sy] = thing.stretch ?? [1, 1];
  const ratio = ((right - left) * sx) / ((bottom - top) * sy);
  const size = look.size(subject);
  const width = size.w ?? ensure(size.h) * ratio;
  return {
    look,
    thing,
    number: subject.number,
    share: subject.share,
    data: {
      brand: subject.brand,
      series: subject.series,
      name: subject.name,
      facts: factsOf(subject),
      texts: subject.texts,
      accent: inkOf(String(thing.params.accent), subject.brand),
      article: articleOf(subject.number),
      barcode: barcodeOf(subject.number),
      country: String(subject.specs.strana ?? ''),
    },
    pack: look.pack ? { form: look.pack, paper: String(thing.params.paper ?? look.paper ?? '#f1eee6') } : null,
    material: {
      texture: look.texture,
      colour: look.colour(subject),
      words: `${subject.name} ${Object.values(subject.specs).join(' ')}`,
    },
    surface: look.surface ?? look.texture,
    caption: look.caption(subject),
    centimetres: { width, height: size.h ?? width / ratio, named: size.named ?? [] },
    room: look.room,
  };
}
