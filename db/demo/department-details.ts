import type { DepartmentDetails } from '#modules/departments/details.ts';
import { ensure } from '#shared/ensure.ts';
import { branches } from './branches.ts';
import type { Entrance } from './illustrations/entrances.ts';
import { storedPath } from './pictures.ts';

/** The way in, and the façade that is drawn as its words say. */
type Way = [way: Entrance['way'], words: string];

const shopWays: Way[] = [
  ['awning', 'Вход со стороны улицы, под зелёным козырьком. Есть пандус, тележки стоят у дверей.'],
  ['gableGates', 'Главный вход с торца здания, рядом с воротами склада. Дверь открывается автоматически.'],
  ['yardBarrier', 'Вход со двора, за шлагбаумом: он поднимается по кнопке. У крыльца есть пандус.'],
];
const shopParkings = [
  'Бесплатно, 30 мест перед магазином. К воротам выдачи подъезжает машина до 5 т.',
  'Бесплатно, 18 мест вдоль фасада. Погрузка — у ворот справа, до 20 минут.',
  'Бесплатно, 24 места. Для прицепа и фургона есть площадка за магазином.',
];
const pointWays: Way[] = [
  ['groundFloor', 'Первый этаж, отдельный вход с вывеской «ИДД».'],
  ['gableSteps', 'Вход с торца дома, две ступени; нужна помощь — позвоните, выйдем.'],
  ['pavilion', 'Павильон у остановки, дверь со стороны тротуара.'],
  ['basement', 'Цокольный этаж, вход со двора по указателю; для тележки есть подъёмник.'],
  ['row', 'Торговый ряд, крайняя дверь слева, ступеней нет.'],
  ['corner', 'Угловой вход под вывеской, за дверью сразу стойка выдачи.'],
];
const pointParkings = [
  'Места у дома, на погрузку хватает 10 минут.',
  'Своей парковки нет, остановиться можно во дворе.',
  'Два места перед входом, бесплатно.',
  'Карман вдоль дороги, пять мест.',
  'Стоянка торгового ряда, первый час бесплатно.',
  'Во дворе есть место под погрузку, скажите оператору — поднимем шлагбаум.',
];
const services = ['Колеровка краски', 'Распил листа и доски', 'Резка кабеля от 0,1 м', 'Возврат целых упаковок'];

type Described = Omit<DepartmentDetails, 'entrance_image'> & {
  id_1c: string;
  address: string;
  way: Entrance['way'];
};

/** Every branch's shop and its points, each described in its own words in turn. */
const described: Described[] = branches.flatMap((branch, at) => {
  const [way, way_in] = ensure(shopWays[at % 3]);
  const { id_1c, address } = branch;
  return [
    { id_1c, address, way, way_in, parking: ensure(shopParkings[at % 3]), services },
    ...branch.points.map((point, index) => {
      const [way, way_in] = ensure(pointWays[(at + index) % pointWays.length]);
      return {
        ...{ id_1c: point.id_1c, address: point.address, way, way_in },
        parking: ensure(pointParkings[(at + index) % pointParkings.length]),
        services: ['Возврат целых упаковок'],
      };
    }),
  ];
});

/** The drawings of their entrances: the street and the house of the address stand on the wall. */
export function entrances(): (Entrance & { name: string })[] {
  return described.map(({ id_1c, address, way }, at) => {
    const [house = '', street = ''] = address.split(', ').toReversed();
    const turn = described.slice(0, at).filter((other) => other.way === way).length;
    return { name: entranceName(id_1c), way, turn, street, house };
  });
}

const entranceName = (id_1c: string): string => `entrance-${id_1c}`;

/** What the shop says of each of them, the picture of its entrance with it. */
export function departmentDetails(): (DepartmentDetails & { id_1c: string })[] {
  return described.map(({ address: _, way: _way, ...details }) => ({
    ...details,
    entrance_image: storedPath({ name: entranceName(details.id_1c) }),
  }));
}
