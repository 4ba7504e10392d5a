import { bathroom, cleanFloor, festive, kitchen, pantry, table, terrace } from '../illustrations/rooms-home.ts';
import { bristles, glass, glaze, metal, nap, plastic } from '../illustrations/textures-made.ts';
import { planks } from '../illustrations/textures-mineral.ts';
import { bubbles, edge, lights, needles, ornament } from '../illustrations/textures-of-use.ts';
import type { PictureSubject } from '../view-data.ts';
import { accent, body, type Look, type LookInput, look, number } from './look.ts';

const ware = (input: Pick<LookInput, 'size'> & Partial<LookInput>): Look =>
  look({
    texture: glaze,
    colour: accent,
    caption: ({ specs }) => String(specs.material),
    room: kitchen,
    where: 'на кухне',
    ...input,
  });
const detergent = (room: Look['room'], where: string): Look =>
  look({
    texture: bubbles,
    colour: accent,
    caption: ({ specs }) => `Аромат: ${String(specs.aromat).toLowerCase()}`,
    size: ({ specs }) => ({ h: 25 * Math.cbrt(number(specs.obem)) }),
    pack: 'round',
    room,
    where,
  });
const tree = look({
  texture: needles,
  colour: accent,
  caption: ({ specs }) => `Хвоя: ${String(specs.vid).toLowerCase()}, ${String(specs.cvet).toLowerCase()}`,
  size: ({ specs }) => ({ h: number(specs.vysota), named: ['height'] }),
  room: festive,
  where: 'в комнате под Новый год',
});
const light = (size: LookInput['size']): Look =>
  look({
    texture: lights,
    colour: '#fff2c8',
    caption: ({ specs }) => String(specs.cvet),
    size,
    room: festive,
    where: 'в комнате под Новый год',
  });
/** One of them is named by its width; a set takes so many of them side by side. */
const across =
  (columns: number) =>
  ({ specs }: PictureSubject) => {
    const width = number(specs.diametr_cm);
    return number(specs.predmetov) > 1 ? { w: width * columns } : { w: width, named: ['width' as const] };
  };
const litres =
  (k: number) =>
  ({ specs }: PictureSubject) => ({ w: k * Math.cbrt(number(specs.obem)) });

export const home: Record<string, Look> = {
  kastryuli: ware({ size: litres(19) }),
  skovorody: ware({
    size: ({ specs }) => ({ w: number(specs.diametr_cm) * 1.85 }),
    texture: metal,
    caption: ({ specs }) => String(specs.material),
  }),
  chayniki: ware({ size: litres(19) }),
  tarelki: ware({ size: across(1.2), room: table, where: 'на столе' }),
  kruzhki: ware({
    // Six stand in two rows.
    size: ({ specs }) => ({ h: (number(specs.predmetov) > 1 ? 18 : 10) * Math.cbrt(number(specs.obem_ml) / 350) }),
    room: table,
    where: 'на столе',
  }),
  'bokaly-i-stakany': ware({
    size: ({ name }) => ({ h: /вин|шамп/.test(name) ? 21 : 12 }),
    texture: glass,
    colour: '#bcd3d6',
    room: table,
    where: 'на столе',
  }),
  'konteynery-dlya-produktov': ware({
    size: litres(17),
    texture: glass,
    colour: body,
    room: pantry,
    where: 'на полке',
  }),
  'banki-steklyannye': ware({
    size: ({ specs }) => ({ h: 15 * Math.cbrt(number(specs.obem) / 0.5) }),
    texture: glass,
    colour: '#bcd3d6',
    room: pantry,
    where: 'на полке',
  }),
  'nozhi-kuhonnye': ware({
    size: ({ specs }) => ({ w: number(specs.dlina_mm) / 10 + 12 }),
    texture: edge,
    caption: ({ specs }) => `Клинок: ${String(specs.material)}`,
  }),
  'doski-razdelochnye': ware({
    size: ({ specs }) => ({ h: Math.max(...(String(specs.razmer).match(/\d+/g)?.map(Number) ?? [30])) }),
    texture: (c, random) => planks(c, random, ''),
    colour: body,
  }),
  'shvabry-i-vedra': ware({
    size: ({ name }) => ({ h: /едро/.test(name) && !/Набор/.test(name) ? 30 : 125 }),
    texture: nap,
    caption: 'Микрофибра насадки',
    room: cleanFloor,
    where: 'в комнате',
  }),
  'salfetki-i-gubki': ware({ size: { w: 24 }, texture: nap, room: pantry, where: 'на полке', pack: 'carton' }),
  'shchetki-i-metly': ware({
    size: ({ specs, name }) => (/совк/.test(name) ? { w: 34 } : { h: number(specs.dlina) * 100, named: ['height'] }),
    texture: bristles,
    caption: 'Щетина',
    room: cleanFloor,
    where: 'в комнате',
  }),
  'dlya-mytya-posudy': detergent(kitchen, 'на кухне'),
  'dlya-stirki': detergent(pantry, 'на полке'),
  'dlya-vannoy-i-kuhni': detergent(bathroom, 'в ванной'),
  'yashchiki-i-korziny': ware({ size: litres(17), texture: plastic, room: pantry, where: 'на полке' }),
  'meshki-dlya-musora': ware({
    size: { h: 26 },
    texture: plastic,
    colour: '#3a3d42',
    pack: 'carton',
    room: pantry,
    where: 'на полке',
  }),
  'litye-eli': tree,
  'eli-iz-myagkoy-hvoi': tree,
  'nastolnye-elochki': tree,
  'elochnye-shary': look({
    texture: ornament,
    colour: accent,
    caption: ({ specs }) => `${String(specs.material)}, рисунок: ${String(specs.risunok).toLowerCase()}`,
    size: across(3.2),
    room: festive,
    where: 'в комнате под Новый год',
  }),
  'nabory-elochnyh-igrushek': look({
    texture: ornament,
    colour: accent,
    caption: ({ specs }) => String(specs.material),
    size: { w: 38 },
    pack: 'carton',
    room: festive,
    where: 'в комнате под Новый год',
  }),
  'verhushki-na-elku': look({
    texture: ornament,
    colour: accent,
    caption: ({ specs }) => `${String(specs.material)}, ${String(specs.cvet).toLowerCase()}`,
    size: ({ specs }) => ({ h: number(specs.vysota), named: ['height'] }),
    room: festive,
    where: 'в комнате под Новый год',
  }),
  'snezhinki-i-podveski': look({
    texture: ornament,
    colour: accent,
    caption: ({ specs }) => `${String(specs.material)}, ${String(specs.poverhnost).toLowerCase()} поверхность`,
    size: across(3.2),
    room: festive,
    where: 'в комнате под Новый год',
  }),
  'girlyandy-dlya-doma': light({ w: 60 }),
  'ulichnye-girlyandy': { ...light({ w: 60 }), room: terrace, where: 'на террасе' },
  'svetovye-zanavesy': light(({ specs }) => ({ w: number(specs.dlina) * 100, named: ['width'] })),
  'podarochnye-nabory': look({
    texture: ornament,
    colour: accent,
    caption: ({ specs }) => String(specs.material),
    size: { w: 36 },
    pack: 'carton',
    room: festive,
    where: 'в комнате под Новый год',
  }),
  'venki-i-mishura': look({
    texture: needles,
    colour: accent,
    caption: ({ specs }) => `${String(specs.material)}, ${String(specs.cvet).toLowerCase()}`,
    size: ({ specs }) =>
      specs.diametr_cm
        ? { w: number(specs.diametr_cm), named: ['width'] }
        : { w: number(specs.dlina) * 86, h: number(specs.dlina) * 50 },
    room: festive,
    where: 'в комнате под Новый год',
  }),
  'novogodniy-stol': ware({
    size: ({ drawing }) => ({ w: drawing === 'plate' ? 26 : drawing === 'mug' ? 13 : 17 }),
    room: table,
    where: 'на столе',
  }),
};
