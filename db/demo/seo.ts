import type { SeoKind } from '#modules/content/seo-texts.ts';
import { categories } from './categories.ts';

export type DemoSeo = {
  kind: SeoKind;
  key?: string;
  department_id_1c?: string;
  title?: string;
  keywords?: string;
  description?: string;
  text?: string;
  unique_title?: string;
};

/** Templates of every kind; each placeholder of S3-11 stands in at least one of them. */
export const seoTexts: DemoSeo[] = [
  {
    kind: 'home',
    title: 'Строительный магазин ИДД: {region}',
    keywords: 'строительный магазин {region}, сухие смеси {region}, краски, плитка, инструмент, ИДД',
    description: 'ИДД, {region}: всё для стройки, ремонта и дома, цены филиала. {address}, {schedule}.',
    unique_title: 'Строительный магазин ИДД в {region_prepositional}',
    text: '<p>Сухие смеси, краски, плитка, полы, инструмент, сантехника и товары для дома: цены и остатки на этом сайте — филиала города {region}. Забрать заказ можно по адресу: {address}. Мы открыты: {schedule}.</p><p>Привезём покупку жителям {region_genitive} и ближайших посёлков, стоимость видна до оплаты. Вопросы по наличию — по телефону {phone}.</p>',
  },
  {
    kind: 'home',
    department_id_1c: '00131',
    title: 'Строительный магазин ИДД в Вологде: смеси, краски, плитка',
    unique_title: 'Строительный магазин ИДД в Вологде',
    text: '<p>Сухие смеси, краски, плитка, инструмент и товары для дома с ценами и остатками вологодских магазинов. Забрать заказ можно в шести пунктах Вологды, привезём по городу и области.</p><p>Главный магазин — {address}. Открыт {schedule}, телефон {phone}. В Вологде пилим доску и лист по вашим размерам, колеруем краску и отмеряем кабель от десяти сантиметров.</p>',
  },
  {
    kind: 'home',
    department_id_1c: '00167',
    title: 'Строительный магазин ИДД в Калининграде',
    unique_title: 'Строительный магазин ИДД в Калининграде',
    text: '<p>Филиал в Калининграде работает по местному времени: {schedule}. Часть товаров приходит морем, срок указан в карточке. Адрес: {address}, телефон {phone}.</p>',
  },
  {
    kind: 'catalog',
    title: 'Каталог товаров для стройки и дома: {region}',
    keywords: 'каталог строительных товаров, {region}, цены, наличие',
    description: 'Все товары ИДД с ценами для {region_genitive}: в наличии и под заказ. Самовывоз: {address}.',
    unique_title: 'Каталог',
    text: '<p>Здесь всё, что можно купить или заказать в филиале города {region}. Отметьте «В наличии», чтобы видеть только то, что лежит на полке сегодня.</p>',
  },
  {
    kind: 'category',
    title: '{category}: купить в г. {region}, цены и наличие — ИДД',
    keywords: '{category}, {region}, цена, купить, наличие',
    description: '{category} с ценами филиала: {region}, {address}. Раздел «{root_category}». Звоните {phone}.',
    unique_title: '{category}',
    text: '<p>{category} из раздела «{parent_category}» можно забрать по адресу {address} или заказать доставку по {region_dative}. Цены и остатки на сайте {host} — филиала в {region_prepositional}.</p><p>Не знаете, сколько нужно? Откройте товар: у смесей, красок, плитки и полов есть калькулятор с запасом. Продавец подскажет по телефону {phone}, {schedule}.</p>',
  },
  {
    kind: 'product',
    title: '{product}: цена, {region} — ИДД',
    keywords: '{product}, {brand}, {region}',
    description:
      '{product} от {brand}: цена и остаток филиала ({region}), самовывоз — {address}. Раздел «{root_category}».',
    text: '<p>{product} есть в разделе «{parent_category}». Товар для {region_genitive} выдаём по адресу {address}, везём по {region_dative} и области. С {region_instrumental} нас связывает собственная доставка: срок и цену покажем в корзине.</p>',
  },
  {
    kind: 'brand',
    title: '{brand}: товары и цены, {region} — ИДД',
    keywords: '{brand}, {region}, купить {brand}',
    description: 'Товары {brand} в наличии и под заказ: цены филиала ({region}), доставка. Телефон {phone}.',
    unique_title: '{brand}',
    text: '<p>Собрали всё, что {brand} поставляет в {region_accusative}: размеры, фасовки и остатки. О поставке отсутствующих позиций спросите по телефону {phone}.</p>',
  },
  {
    kind: 'page',
    title: '{name}: ИДД, {region}',
    description: '{name}: сведения для покупателей филиала ({region}), {address}, телефон {phone}.',
  },
  {
    kind: 'page',
    key: 'delivery',
    title: 'Доставка по {region_dative}: зоны, цены, сроки',
    description: 'Как доставляем по {region_dative} и области: зоны, вес, сроки. Самовывоз: {address}.',
  },
  {
    kind: 'contacts',
    title: 'Контакты магазина ИДД в {region_prepositional}',
    description: 'Адреса, телефоны и часы работы ИДД: {address}, {phone}, {schedule}.',
  },
  { kind: 'page', key: 'about', title: 'О магазине ИДД в {region_prepositional}' },
  {
    kind: 'page',
    key: 'pay',
    title: 'Оплата в {region_prepositional}: карта, СБП, наличные, счёт',
    description: 'Чем и когда платить за заказ в филиале ({region}): онлайн, при получении, по счёту. Телефон {phone}.',
  },
  {
    kind: 'short',
    title: '{name}: цены, {region} — ИДД',
    description: '{name} с ценами и остатками филиала ({region}), самовывоз — {address}, доставка по {region_dative}.',
    unique_title: '{name}',
  },
  {
    kind: 'brands',
    title: 'Бренды для стройки и дома: {region} — ИДД',
    description: 'Марки, которые продаёт ИДД в {region_prepositional}, по алфавиту, с числом товаров. {address}.',
    unique_title: 'Бренды',
  },
  {
    kind: 'actions',
    title: 'Акции и скидки на товары: {region} — ИДД',
    description: 'Текущие и будущие акции для {region_genitive}: сроки, правила и товары. {address}.',
    unique_title: 'Акции',
  },
  {
    kind: 'action',
    title: '{name}: акция ИДД, {region}',
    description: '{name}: сроки, правила и товары акции для {region_genitive}. Телефон {phone}.',
    unique_title: '{name}',
  },
  {
    kind: 'blog',
    title: 'Блог о ремонте, доме и саде: {region} — ИДД',
    description: 'Статьи с расчётами и товарами, которые можно забрать в {region_prepositional}: {address}.',
    unique_title: 'Блог',
  },
  { kind: 'article', title: '{name} — блог ИДД, {region}', unique_title: '{name}' },
  {
    kind: 'vacancies',
    title: 'Вакансии магазина ИДД: {region}',
    description: 'Работа в ИДД для {region_genitive}: обязанности, график, оплата, отклик с резюме. Телефон {phone}.',
    unique_title: 'Вакансии',
  },
  {
    kind: 'vacancy',
    title: '{name}: вакансия ИДД, {region}',
    description: '{name}: работа в ИДД, {region}. Обязанности, условия, отклик с резюме. Телефон {phone}.',
    unique_title: '{name}',
  },
  { kind: 'landing', title: '{name} — ИДД, {region}', unique_title: '{name}' },
  ...rootTexts(),
];

function rootTexts(): DemoSeo[] {
  return categories
    .filter(({ parent }) => parent === null)
    .map(({ code, name, description }) => ({
      kind: 'category' as const,
      key: code,
      title: `${name}: цены и наличие, {region} — ИДД`,
      description: `${name} с ценами филиала ({region}). Самовывоз: {address}. Доставка по {region_dative} и области.`,
      text: `<p>${description ?? ''}</p><p>Остатки показаны для магазина по адресу {address}. Заказ соберём в день обращения, если он сделан до закрытия ({schedule}).</p>`,
    }));
}
