import {
  attic,
  facade,
  floorRoom,
  papered,
  partition,
  site,
  tiledBath,
  tiledKitchen,
  wallUnderWork,
  workshop,
} from '../illustrations/rooms.ts';
import { cleanFloor, doorway, floorWork, table } from '../illustrations/rooms-home.ts';
import { foam, formatOf, glaze, metal, plastic, tiles, weave, wool } from '../illustrations/textures-made.ts';
import { brickwork, layers, planks, plaster, pores, strands } from '../illustrations/textures-mineral.ts';
import { print } from '../illustrations/textures-of-use.ts';
import type { PictureSubject } from '../view-data.ts';
import { body, type Look, look, number } from './look.ts';

const tile = (room: Look['room'], where: string): Look =>
  look({
    texture: tiles,
    colour: body,
    caption: ({ specs }) =>
      `${String(specs.risunok)}, ${String(specs.poverhnost).toLowerCase()} поверхность, ${String(specs.razmer)}`,
    // A board of one and a half tiles stands behind a pile of them; a sheet of mosaic is a board of its own.
    size: ({ specs }) => {
      const [, long] = formatOf(String(specs.razmer)) ?? [30, 30];
      return {
        h: long * (/[Мм]озаика/.test(String(specs.risunok)) ? 1.25 : /дерев/.test(String(specs.risunok)) ? 1.05 : 2),
      };
    },
    room,
    where,
  });
const floor = (caption: string): Look =>
  look({
    texture: planks,
    colour: body,
    caption: ({ specs }) => `${caption}: ${String(specs.risunok).toLowerCase()}`,
    size: { w: 128 },
    room: floorRoom,
    where: 'на полу в комнате',
  });
const sheet = ({ specs }: PictureSubject) => {
  const [length = 2500, width = 1200] = String(specs.razmer).match(/\d{4}/g)?.map(Number) ?? [];
  // The face, and the depth of the pile beside it.
  return { w: length / 10 + 12, h: width / 10 + 40 };
};
/** Long goods lie; their height in the drawing is that of the pile. */
const long = ({ specs, category }: PictureSubject) => ({
  w: number(specs.dlina) * 100,
  h: /doska|brus|vagonka/.test(category) ? 46 : 17,
  named: ['width' as const],
});
const membrane = (where: string): Look =>
  look({
    texture: weave,
    colour: '#dfe3e2',
    caption: 'Полотно',
    size: ({ specs }) => ({ w: number(specs.shirina) * 100, h: 58 }),
    room: attic,
    where,
  });

export const building: Record<string, Look> = {
  'plitka-dlya-vannoy': tile(tiledBath, 'на стене ванной'),
  'plitka-dlya-kuhni': tile(tiledKitchen, 'на кухонном фартуке'),
  'keramogranit-pod-kamen': tile(floorRoom, 'на полу в комнате'),
  'keramogranit-pod-derevo': tile(floorRoom, 'на полу в комнате'),
  'keramogranit-odnotonnyy': tile(floorRoom, 'на полу в комнате'),
  mozaika: tile(tiledBath, 'на стене ванной'),
  'krestiki-i-klinya': look({
    texture: plastic,
    colour: '#f1d25a',
    caption: ({ specs }) => `Пластик, шов ${String(specs.tolshchina)} мм`,
    size: { w: 14 },
    pack: 'carton',
    room: workshop,
    where: 'на верстаке',
  }),
  'profili-dlya-plitki': look({
    texture: metal,
    colour: body,
    caption: ({ specs }) => `Поверхность: ${String(specs.material).toLowerCase()}`,
    size: long,
    room: tiledBath,
    surface: (_, random) => tiles('#dfe4e2', random, 'глянцевая'),
    where: 'на углу стены с плиткой',
  }),
  'laminat-32-klassa': floor('Ламинат'),
  'laminat-33-klassa': floor('Ламинат'),
  kvarcvinil: floor('Кварцвинил'),
  'linoleum-bytovoy': look({
    texture: (c, random, words) => (/плитк|камень/i.test(words) ? tiles : planks)(c, random, words),
    colour: body,
    caption: ({ specs }) => `Рисунок: ${String(specs.risunok).toLowerCase()}`,
    size: ({ specs }) => ({ w: number(specs.shirina) * 100, h: 92 }),
    room: floorRoom,
    where: 'на полу в комнате',
  }),
  'linoleum-polukommercheskiy': look({
    texture: (c, random, words) => (/плитк|камень/i.test(words) ? tiles : planks)(c, random, words),
    colour: body,
    caption: ({ specs }) => `Рисунок: ${String(specs.risunok).toLowerCase()}`,
    size: ({ specs }) => ({ w: number(specs.shirina) * 100, h: 92 }),
    room: floorRoom,
    where: 'на полу в комнате',
  }),
  'podlozhka-pod-laminat': look({
    texture: (c, random, words) => (/[Хх]войная/.test(words) ? wool : foam)(c, random, words),
    colour: body,
    caption: ({ specs }) => `${specs.material ? `${String(specs.material)}, ` : ''}${String(specs.tolshchina)} мм`,
    size: { w: 105 },
    room: floorWork,
    where: 'на полу во время работы',
  }),
  'plintus-napolnyy': look({
    texture: planks,
    colour: body,
    caption: ({ specs }) => `Поверхность: ${String(specs.risunok).toLowerCase()}, ПВХ`,
    size: long,
    room: floorRoom,
    where: 'в комнате',
  }),
  porogi: look({
    texture: metal,
    colour: body,
    caption: ({ specs }) => `Алюминий, ${String(specs.cvet).toLowerCase()}`,
    size: long,
    room: cleanFloor,
    where: 'на полу',
  }),
  'vata-v-rulonah': look({
    texture: wool,
    colour: '#ead9a0',
    caption: 'Волокно',
    size: { w: 122 },
    room: attic,
    where: 'под скатом крыши',
  }),
  'vata-v-plitah': look({
    texture: wool,
    colour: '#d9c48a',
    caption: 'Волокно',
    size: { w: 120 },
    room: attic,
    where: 'под скатом крыши',
  }),
  'ekstruzionnyy-penopolistirol': look({
    texture: foam,
    colour: '#e8b98a',
    caption: 'Закрытые ячейки на срезе',
    size: { w: 118 },
    room: site,
    where: 'на стройке',
  }),
  paroizolyaciya: membrane('под скатом крыши'),
  vetrozashchita: membrane('под скатом крыши'),
  uplotniteli: look({
    texture: plastic,
    colour: body,
    caption: 'Резина EPDM',
    size: { w: 22 },
    room: workshop,
    where: 'на верстаке',
  }),
  gipsokarton: look({
    texture: layers,
    colour: ({ params }) => String(params.accent),
    caption: ({ specs }) => `Лицо и кромка листа ${String(specs.tolshchina).replace('.', ',')} мм`,
    size: sheet,
    room: partition,
    where: 'на каркасе перегородки',
  }),
  'plity-osb': look({
    texture: strands,
    colour: '#d7b27a',
    caption: 'Поверхность плиты',
    size: sheet,
    room: site,
    where: 'на стройке',
  }),
  fanera: look({
    texture: layers,
    colour: '#e0c290',
    caption: ({ specs }) => `Лицо и кромка листа ${String(specs.tolshchina)} мм`,
    size: sheet,
    room: workshop,
    where: 'на верстаке',
  }),
  'profili-dlya-gipsokartona': look({
    texture: (c, random) => metal(c, random, 'оцинкованная'),
    colour: '#c8cdd0',
    caption: ({ specs }) => `${String(specs.material)}, оцинкованная`,
    size: long,
    room: partition,
    where: 'в каркасе перегородки',
  }),
  'mayaki-shtukaturnye': look({
    texture: (c, random) => metal(c, random, 'оцинкованная'),
    colour: '#d3d7d9',
    caption: 'Оцинкованная сталь',
    size: long,
    room: wallUnderWork,
    surface: (_, random) => plaster('#dedbd3', random, ''),
    where: 'на стене во время работы',
  }),
  'ugolki-i-setki': look({
    texture: (c, random, words) => (/[Сс]етка/.test(words) ? weave : metal)(c, random, words),
    colour: '#d9dcdd',
    caption: ({ specs }) => String(specs.material),
    size: ({ specs }) => (specs.dlina ? { w: number(specs.dlina) * 100, named: ['width'] } : { w: 105 }),
    room: facade,
    where: 'на фасаде дома',
  }),
  kirpich: look({
    texture: brickwork,
    colour: body,
    caption: ({ specs }) => `Кладка, ${String(specs.cvet).toLowerCase()}`,
    size: { w: 78 },
    room: facade,
    where: 'в стене дома',
  }),
  'gazobetonnye-bloki': look({
    texture: pores,
    colour: '#e4e2dc',
    caption: 'Ячейки газобетона на срезе',
    size: { w: 175 },
    room: site,
    where: 'на стройке',
  }),
  'doska-obreznaya': look({
    texture: (c, random) => planks(c, random, 'доска'),
    colour: body,
    caption: ({ specs }) => `${String(specs.material)}, ${String(specs.sortnost)}`,
    size: long,
    room: site,
    where: 'на стройке',
  }),
  brus: look({
    texture: (c, random) => planks(c, random, 'брус доска'),
    colour: body,
    caption: ({ specs }) => `${String(specs.material)}, ${String(specs.sortnost)}`,
    size: long,
    room: site,
    where: 'на стройке',
  }),
  vagonka: look({
    texture: (c, random) => planks(c, random, 'вагонка'),
    colour: body,
    caption: ({ specs }) => `${String(specs.material)}, ${String(specs.sortnost)}`,
    size: long,
    room: papered,
    where: 'на стене комнаты',
  }),
  'dveri-gluhie': look({
    texture: (c, random, words) => (/[Ээ]маль/.test(words) ? plastic : planks)(c, random, words),
    colour: body,
    caption: ({ specs }) => `${String(specs.material)}, ${String(specs.cvet).toLowerCase()}`,
    size: doorSize,
    room: doorway,
    where: 'в комнате',
  }),
  'dveri-so-steklom': look({
    texture: (c, random, words) => (/[Ээ]маль/.test(words) ? plastic : planks)(c, random, words),
    colour: body,
    caption: ({ specs }) => `${String(specs.material)}, ${String(specs.cvet).toLowerCase()}`,
    size: doorSize,
    room: doorway,
    where: 'в комнате',
  }),
  'vhodnye-dveri': look({
    texture: metal,
    colour: body,
    caption: ({ specs }) => String(specs.material),
    size: doorSize,
    room: doorway,
    where: 'в прихожей',
  }),
  'dvernye-ruchki': look({
    texture: metal,
    colour: body,
    caption: ({ specs }) => `Поверхность: ${String(specs.cvet).toLowerCase()}`,
    size: { w: 15 },
    room: doorway,
    where: 'на двери',
  }),
  zamki: look({
    texture: metal,
    colour: body,
    caption: 'Сталь',
    size: ({ name }) => (/навесн/.test(name) ? { h: 9 } : { h: 15 }),
    room: doorway,
    where: 'на двери',
  }),
  'petli-dvernye': look({
    texture: metal,
    colour: body,
    caption: ({ specs }) => `Сталь, ${String(specs.cvet).toLowerCase()}`,
    size: ({ specs }) => ({ h: number(specs.dlina_mm) / 10, named: ['height'] }),
    room: doorway,
    where: 'на двери',
  }),
  'flizelinovye-oboi': look({
    texture: print,
    colour: body,
    caption: ({ specs }) => `Рисунок: ${String(specs.risunok).toLowerCase()}, ${String(specs.cvet).toLowerCase()}`,
    size: ({ specs }) => ({ h: number(specs.shirina) * 100, named: ['height'] }),
    room: papered,
    where: 'на стене комнаты',
  }),
  'vinilovye-oboi': look({
    texture: print,
    colour: body,
    caption: ({ specs }) => `Рисунок: ${String(specs.risunok).toLowerCase()}, ${String(specs.cvet).toLowerCase()}`,
    size: ({ specs }) => ({ h: number(specs.shirina) * 100, named: ['height'] }),
    room: papered,
    where: 'на стене комнаты',
  }),
  'oboi-pod-pokrasku': look({
    texture: print,
    colour: body,
    caption: ({ specs }) => `Рисунок: ${String(specs.risunok).toLowerCase()}, ${String(specs.cvet).toLowerCase()}`,
    size: ({ specs }) => ({ h: number(specs.shirina) * 100, named: ['height'] }),
    room: papered,
    where: 'на стене комнаты',
  }),
  'kley-dlya-oboev': look({
    texture: glaze,
    colour: '#e9f0ee',
    caption: 'Готовый клей',
    size: { h: 15 },
    pack: 'carton',
    room: table,
    where: 'на столе',
  }),
  'potolochnyy-plintus': look({
    texture: foam,
    colour: '#f4f2ec',
    caption: ({ specs }) => String(specs.material),
    size: long,
    room: papered,
    where: 'в комнате',
  }),
};

function doorSize({ specs }: PictureSubject) {
  const [, height = 2000] = String(specs.razmer).match(/\d+/g)?.map(Number) ?? [];
  return { h: height / 10, named: ['height' as const] };
}
