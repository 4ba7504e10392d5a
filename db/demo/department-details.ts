import type { DepartmentDetails } from '#modules/departments/details.ts';
import { ensure } from '#shared/ensure.ts';
import { branches } from './branches.ts';

const shopWays = [
  'Вход со стороны улицы, под зелёным козырьком. Есть пандус, тележки стоят у дверей.',
  'Главный вход с торца здания, рядом с воротами склада. Дверь открывается автоматически.',
  'Вход со двора, за шлагбаумом: он поднимается по кнопке. У крыльца есть пандус.',
];
const shopParkings = [
  'Бесплатно, 30 мест перед магазином. К воротам выдачи подъезжает машина до 5 т.',
  'Бесплатно, 18 мест вдоль фасада. Погрузка — у ворот справа, до 20 минут.',
  'Бесплатно, 24 места. Для прицепа и фургона есть площадка за магазином.',
];
const pointWays = [
  'Первый этаж, отдельный вход с вывеской «ИДД».',
  'Вход с торца дома, две ступени; нужна помощь — позвоните, выйдем.',
  'Павильон у остановки, дверь со стороны тротуара.',
  'Цокольный этаж, вход со двора по указателю; для тележки есть подъёмник.',
  'Торговый ряд, крайняя дверь слева, ступеней нет.',
  'Угловой вход под вывеской, за дверью сразу стойка выдачи.',
];
const pointParkings = [
  'Места у дома, на погрузку хватает 10 минут.',
  'Своей парковки нет, остановиться можно во дворе.',
  'Два места перед входом, бесплатно.',
  'Стоянка торгового ряда, первый час бесплатно.',
  'Карман вдоль дороги, пять мест.',
  'Во дворе есть место под погрузку, скажите оператору — поднимем шлагбаум.',
];
const services = ['Колеровка краски', 'Распил листа и доски', 'Резка кабеля от 0,1 м', 'Возврат целых упаковок'];

/** Every branch's shop and its points, each described in its own words in turn. */
export function departmentDetails(): (DepartmentDetails & { id_1c: string })[] {
  return branches.flatMap((branch, at) => [
    { id_1c: branch.id_1c, way_in: ensure(shopWays[at % 3]), parking: ensure(shopParkings[at % 3]), services },
    ...branch.points.map((point, index) => ({
      id_1c: point.id_1c,
      way_in: ensure(pointWays[(at + index) % pointWays.length]),
      parking: ensure(pointParkings[(at + index) % pointParkings.length]),
      services: ['Возврат целых упаковок'],
    })),
  ]);
}
