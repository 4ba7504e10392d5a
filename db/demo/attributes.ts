import { ownKindNames } from './own-kinds.ts';

export type DemoAttribute = {
  code: string;
  name: string;
  type: 'text' | 'number' | 'enum' | 'boolean';
  unit: string | null;
  filter: 'values' | 'range' | null;
  group_name: string;
  card_position: number | null;
  better: 'more' | 'less' | null;
};

type Row = [
  code: string,
  name: string,
  type: DemoAttribute['type'],
  unit: string,
  filter: '' | 'values' | 'range',
  card?: number,
];

// The order is the order of filters and of «Характеристики». Card positions settle which two or three texts a card
// shows.
const groups: Record<string, Row[]> = {
  Основные: [
    ['osnova', 'Основа', 'enum', '', 'values'],
    ['vid', 'Вид товара', 'enum', '', 'values', 20],
    ...ownKindNames.map(([code, name]): Row => [code, name, 'enum', '', 'values', 20]),
    ['naznachenie', 'Назначение', 'enum', '', 'values', 60],
    ['aromat', 'Аромат', 'enum', '', 'values', 61],
    ['material', 'Материал', 'enum', '', 'values', 50],
    ['pokrytie', 'Покрытие', 'enum', '', 'values', 51],
    ['cvet', 'Цвет', 'enum', '', 'values', 55],
    ['risunok', 'Рисунок', 'enum', '', 'values', 56],
    ['poverhnost', 'Поверхность', 'enum', '', 'values', 52],
    ['klass', 'Класс', 'enum', '', 'values', 22],
    ['blesk', 'Степень блеска', 'enum', '', 'values', 58],
    ['gde_primenyat', 'Где применять', 'enum', '', 'values'],
    ['pomeshcheniya', 'Помещения', 'enum', '', 'values'],
    ['komplekt', 'Комплект', 'text', '', '', 70],
    ['podstavka', 'Подставка', 'text', '', ''],
  ],
  'Размеры и вес': [
    ['ves', 'Вес', 'number', 'кг', 'values', 1],
    ['obem', 'Объём', 'number', 'л', 'values', 2],
    ['obem_ml', 'Объём', 'number', 'мл', 'values', 3],
    ['razmer', 'Размер', 'enum', '', 'values', 4],
    ['ploshchad_upakovki', 'Площадь упаковки', 'number', 'м²', 'range', 9],
    ['v_upakovke', 'Штук в упаковке', 'number', 'шт.', 'values', 10],
    ['dlina', 'Длина', 'number', 'м', 'values', 5],
    ['dlina_mm', 'Длина', 'number', 'мм', 'values', 6],
    ['shirina', 'Ширина', 'number', 'м', 'values', 11],
    ['shirina_mm', 'Ширина', 'number', 'мм', 'values', 12],
    ['vysota', 'Высота', 'number', 'см', 'values', 7],
    ['tolshchina', 'Толщина', 'number', 'мм', 'values', 8],
    ['diametr', 'Диаметр', 'number', 'мм', 'values', 13],
    ['diametr_cm', 'Диаметр', 'number', 'см', 'values', 13],
    ['diametr_krony', 'Диаметр внизу', 'number', 'см', ''],
    ['konchikov_vetok', 'Кончиков веток', 'number', 'шт.', ''],
    ['sechenie', 'Сечение', 'enum', 'мм²', 'values', 5],
    ['vors', 'Ворс', 'number', 'мм', 'values', 30],
    ['stupeney', 'Ступеней', 'number', 'шт.', 'values', 12],
    ['ves_boyka', 'Вес бойка', 'number', 'кг', 'values'],
    ['massa', 'Вес без упаковки', 'number', 'кг', ''],
    ['korobka', 'Размер коробки', 'text', '', ''],
    ['ves_s_upakovkoy', 'Вес с упаковкой', 'number', 'кг', ''],
    ['ves_metra', 'Вес 1 м', 'number', 'кг', ''],
  ],
  Применение: [
    ['sloy_do', 'Наибольшая толщина слоя', 'number', 'мм', 'range'],
    ['rashod_pri_sloe_10_mm', 'Расход при слое 10 мм', 'number', 'кг/м²', 'range', 15],
    ['rashod_na_sloy', 'Расход на слой', 'number', 'л/м²', 'range', 16],
    ['vremya_raboty', 'Время работы с раствором', 'number', 'мин', 'range'],
    ['vysyhanie', 'Набор прочности', 'number', 'сут.', ''],
    ['vysyhanie_chasov', 'Высыхание слоя', 'number', 'ч', 'range'],
    ['prochnost', 'Прочность на сжатие', 'number', 'МПа', 'range'],
    ['klass_moyki', 'Стойкость к мытью', 'enum', '', 'values', 24],
    ['sloev', 'Рекомендуемое число слоёв', 'number', '', ''],
    ['ploshchad_pokrytiya', 'Площадь покрытия', 'number', 'м²', ''],
    ['plenka', 'Подвижность шва', 'number', '%', ''],
    ['vyhod', 'Выход пены', 'number', 'л', 'range', 31],
    ['snyat_do', 'Снимать в течение', 'number', 'дн.', ''],
    ['temperatura', 'Температура применения', 'text', '°C', ''],
    ['plotnost', 'Плотность', 'number', 'кг/м³', 'range'],
    ['teploprovodnost', 'Теплопроводность', 'number', 'Вт/(м·К)', '', 32],
    ['morozostoykost', 'Морозостойкость', 'enum', '', 'values', 33],
    ['srok_hraneniya', 'Срок хранения', 'number', 'мес.', ''],
  ],
  'Технические данные': [
    ['napryazhenie', 'Напряжение', 'number', 'В', 'values', 17],
    ['moshchnost', 'Мощность', 'number', 'Вт', 'range', 18],
    ['emkost', 'Ёмкость аккумулятора', 'number', 'А·ч', 'values', 27],
    ['moment', 'Крутящий момент', 'number', 'Н·м', 'range', 26],
    ['oboroty', 'Обороты', 'number', 'об/мин', ''],
    ['energiya_udara', 'Энергия удара', 'number', 'Дж', 'range', 26],
    ['tok', 'Номинальный ток', 'number', 'А', 'values', 19],
    ['polyusov', 'Полюсов', 'number', '', 'values'],
    ['cokol', 'Цоколь', 'enum', '', 'values', 21],
    ['svetovoy_potok', 'Световой поток', 'number', 'лм', 'range', 28],
    ['cvetovaya_temperatura', 'Цветовая температура', 'number', 'К', 'values', 29],
    ['zashchita', 'Степень защиты', 'enum', '', 'values', 34],
    ['lamp', 'Лампочек', 'number', 'лампа', 'values', 23],
    ['rezhimov', 'Режимов', 'number', '', ''],
    ['tochnost', 'Точность', 'number', 'мм/м', '', 35],
    ['nagruzka', 'Нагрузка', 'number', 'кг', 'range', 36],
    ['sekciy', 'Секций', 'number', '', 'values', 37],
    ['rezba', 'Резьба', 'enum', '', 'values', 38],
    ['davlenie', 'Рабочее давление', 'number', 'бар', ''],
    ['gnezd', 'Гнёзд', 'number', '', 'values', 39],
  ],
  Свойства: [
    ['sortnost', 'Сорт', 'enum', '', 'values', 40],
    ['sostav', 'Состав', 'text', '', ''],
    ['srok_poseva', 'Посев', 'enum', '', 'values'],
    ['srok_sozrevaniya', 'До урожая', 'number', 'дн.', 'range', 41],
    ['vlagostoykost', 'Влагостойкий', 'boolean', '', 'values'],
    ['teplyy_pol', 'Для тёплого пола', 'boolean', '', 'values'],
    ['posudomoyka', 'Можно мыть в машине', 'boolean', '', 'values'],
    ['indukciya', 'Подходит для индукции', 'boolean', '', 'values'],
    ['dlya_ulicy', 'Можно на улице', 'boolean', '', 'values'],
    ['predmetov', 'Предметов в наборе', 'number', 'шт.', 'values', 42],
    ['garantiya', 'Гарантия', 'number', 'мес.', ''],
    ['seriya', 'Серия', 'text', '', ''],
    ['strana', 'Страна производства', 'enum', '', ''],
  ],
};

/** Which way is better whatever the job; size, colour and power are matters of the job. */
const better: Partial<Record<string, 'more' | 'less'>> = {
  rashod_pri_sloe_10_mm: 'less',
  rashod_na_sloy: 'less',
  vysyhanie_chasov: 'less',
  prochnost: 'more',
  vyhod: 'more',
  teploprovodnost: 'less',
  srok_hraneniya: 'more',
  emkost: 'more',
  moment: 'more',
  energiya_udara: 'more',
  svetovoy_potok: 'more',
  tochnost: 'less',
  nagruzka: 'more',
  srok_sozrevaniya: 'less',
  garantiya: 'more',
};

export const attributes: DemoAttribute[] = Object.entries(groups).flatMap(([group_name, rows]) =>
  rows.map(([code, name, type, unit, filter, card]) => ({
    code,
    name,
    type,
    unit: unit || null,
    filter: filter || null,
    group_name,
    card_position: card ?? null,
    better: better[code] ?? null,
  })),
);
