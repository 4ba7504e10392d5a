import type { VacancyInput } from '#modules/vacancies/schema.ts';
import { branches } from './branches.ts';

type Post = Omit<VacancyInput, 'department_id_1c' | 'salary_from_kopecks' | 'salary_to_kopecks'> & {
  /** Thousands of roubles in Vologda: [from, to]. */
  pay: [number, number | null];
  /** At a pickup point instead of the shop. */
  atPoint?: true;
};

const common =
  '<li>Оформление по Трудовому кодексу с первого дня, отпуск 28 дней.</li><li>Спецодежда и обувь за наш счёт.</li><li>Скидка сотрудника на товары магазина.</li>';

const posts: Post[] = [
  {
    title: 'Продавец-консультант отдела сухих смесей',
    field: 'sales',
    schedule: 'two_two',
    pay: [52, 68],
    duties:
      '<ul><li>Помогать покупателям выбрать смесь, грунт и инструмент под основание и задачу.</li><li>Считать расход по площади и слою, собирать список на весь объём работ.</li><li>Следить за ценниками, остатками и сроками годности в своём отделе.</li><li>Оформлять заказы с доставкой и самовывозом.</li></ul>',
    requirements:
      '<ul><li>Опыт в ремонте или продаже стройматериалов — плюс, но не условие: первые две недели учит наставник.</li><li>Умение объяснять простыми словами.</li></ul>',
    terms: `<ul><li>Смены с 08:15 до 20:15, два через два.</li><li>Оклад и премия за выполнение плана отдела, выплаты 10 и 25 числа.</li>${common}</ul>`,
  },
  {
    title: 'Кладовщик-комплектовщик',
    field: 'warehouse',
    schedule: 'two_two',
    pay: [56, 72],
    duties:
      '<ul><li>Собирать заказы по листу сборки и складывать их в ячейки выдачи.</li><li>Принимать товар: сверять количество, партию и целость упаковки.</li><li>Расставлять товар по местам хранения, участвовать в пересчёте.</li></ul>',
    requirements:
      '<ul><li>Готовность поднимать мешки до 30 кг: тяжёлое возим гидравлической тележкой.</li><li>Внимательность к артикулам и цифрам.</li></ul>',
    terms: `<ul><li>Тёплый склад, смены по 11 часов с часовым перерывом.</li><li>Доплата за ночную разгрузку.</li>${common}</ul>`,
  },
  {
    title: 'Водитель-экспедитор категории B',
    field: 'delivery',
    schedule: 'five_two',
    pay: [68, 85],
    duties:
      '<ul><li>Развозить заказы по городу и пригороду на фургоне магазина.</li><li>Передавать товар по накладной, проверять с покупателем количество и целость.</li><li>Следить за состоянием машины: осмотр перед выездом, мойка, заправка по карте.</li></ul>',
    requirements:
      '<ul><li>Права категории B, стаж от двух лет.</li><li>Знание города; навигатор есть в машине.</li></ul>',
    terms: `<ul><li>Машина, топливо и связь — магазина.</li><li>Два выезда в день, выходные — воскресенье и понедельник.</li>${common}</ul>`,
  },
  {
    title: 'Сотрудник пункта выдачи',
    field: 'service',
    schedule: 'two_two',
    pay: [44, 52],
    atPoint: true,
    duties:
      '<ul><li>Выдавать заказы по коду, проверять состав вместе с покупателем.</li><li>Принимать возвраты целых упаковок и оформлять их.</li><li>Принимать машину со склада и раскладывать заказы по ячейкам.</li></ul>',
    requirements: '<ul><li>Вежливость и аккуратность.</li><li>Уверенное владение компьютером.</li></ul>',
    terms: `<ul><li>Работа рядом с домом: поможем выбрать пункт.</li><li>Смены по 10 часов, два через два.</li>${common}</ul>`,
  },
  {
    title: 'Кассир',
    field: 'service',
    schedule: 'shifts',
    pay: [46, 54],
    duties:
      '<ul><li>Рассчитывать покупателей, оформлять чеки, возвраты и счета организаций.</li><li>Подсказывать по акциям и бонусной карте.</li><li>Сдавать кассу в конце смены.</li></ul>',
    requirements: '<ul><li>Опыт работы с кассой — плюс; обучаем за три смены.</li></ul>',
    terms: `<ul><li>График на месяц известен заранее, смены по 8 или 11 часов.</li>${common}</ul>`,
  },
  {
    title: 'Мастер колеровки красок',
    field: 'sales',
    schedule: 'five_two',
    pay: [55, 70],
    duties:
      '<ul><li>Подбирать цвет по каталогу и образцу, колеровать краску на машине.</li><li>Советовать основу, грунт и инструмент, считать расход.</li><li>Вести журнал рецептов, чтобы цвет можно было повторить.</li></ul>',
    requirements:
      '<ul><li>Хорошее цветовое зрение.</li><li>Аккуратность: рецепт отмеряется в долях миллилитра.</li></ul>',
    terms: `<ul><li>С 9 до 18, один выходной в будни и воскресенье.</li><li>Обучение на колеровочной машине оплачиваем.</li>${common}</ul>`,
  },
  {
    title: 'Грузчик на неполный день',
    field: 'warehouse',
    schedule: 'part_time',
    pay: [28, 34],
    duties:
      '<ul><li>Загружать машины покупателей и фургоны доставки.</li><li>Подвозить поддоны со склада в зал.</li></ul>',
    terms: `<ul><li>Четыре часа в день: с 8 до 12 или с 16 до 20.</li><li>Подойдёт для совмещения с учёбой.</li>${common}</ul>`,
  },
  {
    title: 'Контент-редактор каталога',
    field: 'purchasing',
    schedule: 'flexible',
    pay: [60, 80],
    duties:
      '<ul><li>Описывать новые товары: характеристики, фотографии, инструкции.</li><li>Проверять, что единицы, вес и расход совпадают с данными производителя.</li><li>Разбирать запросы поиска, по которым покупатели ничего не нашли.</li></ul>',
    requirements:
      '<ul><li>Грамотный русский язык.</li><li>Привычка сверять цифры с документом, а не с памятью.</li></ul>',
    terms: `<ul><li>Восемь часов в день, начало с 8 до 11, до двух дней в неделю из дома.</li>${common}</ul>`,
  },
  {
    title: 'Менеджер по работе с организациями',
    field: 'office',
    schedule: 'five_two',
    pay: [70, 110],
    duties:
      '<ul><li>Вести строительные бригады и организации: сметы, счета, сроки поставки.</li><li>Собирать заказ под объект по этапам работ.</li><li>Следить за оплатой и документами.</li></ul>',
    requirements:
      '<ul><li>Опыт продаж организациям от года.</li><li>Понимание строительных материалов и норм расхода.</li></ul>',
    terms: `<ul><li>Оклад и процент с оплаченных счетов.</li><li>Пн–Пт с 9 до 18.</li>${common}</ul>`,
  },
];

const dayMs = 86_400_000;

/** Three to five posts in each branch, the main one has all; one of them is already taken. */
export function vacanciesAt(now: Date): (VacancyInput & { published_at: Date; closed_at: Date | null })[] {
  return branches.flatMap((branch, at) => {
    const isMain = branch.id_1c === '00131';
    const taken = isMain ? posts : posts.filter((_, index) => (index * 5 + at * 2) % 9 < 3 + (at % 3));
    return taken.map(({ pay, atPoint, ...post }, index) => {
      const published_at = new Date(now.getTime() - (3 + ((index * 7 + at * 3) % 26)) * dayMs);
      const department_id_1c = (atPoint ? branch.points[0]?.id_1c : null) ?? branch.id_1c;
      return {
        ...post,
        department_id_1c,
        salary_from_kopecks: payHere(pay[0], branch.price_level),
        salary_to_kopecks: pay[1] === null ? null : payHere(pay[1], branch.price_level),
        published_at,
        valid_until: new Date(now.getTime() + (40 + index) * dayMs),
        closed_at: isMain && index === posts.length - 1 ? new Date(now.getTime() - dayMs) : null,
      };
    });
  });
}

function payHere(thousands: number, level: number): number {
  return Math.round(thousands * level) * 100_000;
}
