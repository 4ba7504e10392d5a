import type { OrderLine, OrderView } from '#modules/orders/queries.ts';
import { formatDay } from '#shared/dates.ts';
import { ensure } from '#shared/ensure.ts';
import { vatInside } from '#shared/money.ts';
import { okeiCode, okeiCodeOf } from '#shared/okei.ts';
import { orderStateWord, paymentMethodWords, replacementRuleWords } from '#shared/order-states.ts';
import { typedAmount } from '#shared/unit-words.ts';
import { clock } from '#shared/work-time.ts';
import { localTime } from '#shared/zoned-time.ts';
import { counterparty } from './counterparty.ts';
import type { LineOf1c, OrderFor1c } from './read-orders.ts';
import { type Service, servicesOf } from './services.ts';
import { element, group, shortened } from './xml-text.ts';

/** An order that cannot be said in a document; the message is a Russian sentence for the operator. */
export class DocumentFault extends Error {}

/** What the schemas allow at most, in characters; `id`: of all that has one but goods. */
const longest = { name: 255, value: 1_000, comment: 3_000, id: 40, goodId: 80 };

/** The file around finished documents; without its declaration, which names the encoding of whoever sends it. */
export function saleFile(
  documents: string,
  { version, now, zone }: { version: string; now: Date; zone: string },
): string {
  const root = 'КоммерческаяИнформация';
  const formed = `${localTime(now, zone).date}T${timeOf(now, zone)}`;
  return `<${root} xmlns="urn:1C.ru:commerceml_2" ВерсияСхемы="${version}" ДатаФормирования="${formed}">\n${documents}</${root}>\n`;
}

/**
 * One order as a `Документ` of CommerceML 2.08–2.10, elements in the order of the schemas. Σ of its lines is the
 * order's total to the kopeck, or DocumentFault is thrown. A line is told in the unit that people read (4.7 metres, not
 * 47 times
 * 0.1), with its factor to the base unit.
 */
export function orderDocument(data: OrderFor1c): string {
  const order = data.is_vat_payer ? data.order : withoutVat(data.order);
  const zone = order.branch.time_zone;
  const services = servicesOf(order).map((service) => (data.is_vat_payer ? service : { ...service, vat_rate: 0 }));
  const sum = [...order.lines, ...services].reduce((all, line) => all + line.sum, 0);
  if (sum !== order.total) {
    throw new DocumentFault(`сумма строк ${money(sum)} не равна сумме заказа ${money(order.total)}`);
  }
  const goods = order.lines.map((line, index) => goodsLine(line, ensure(data.lines[index]), data));
  const warehouses = new Map(
    data.lines.flatMap((line) => {
      const warehouse = warehouseOf(line);
      return warehouse ? [[warehouse.id, warehouse.name]] : [];
    }),
  );
  const document = group('Документ', [
    element('Ид', order.id),
    element('Номер', order.number),
    element('Дата', localTime(order.created_at, zone).date),
    element('ХозОперация', 'Заказ товара'),
    element('Роль', 'Продавец'),
    element('Валюта', 'руб'),
    element('Курс', 1),
    element('Сумма', money(order.total)),
    group('Контрагенты', [counterparty(order, data.company)]),
    element('Время', timeOf(order.created_at, zone)),
    order.comment ? element('Комментарий', shortened(order.comment, longest.comment)) : '',
    group('Налоги', documentTaxes(order, services)),
    group(
      'Склады',
      [...warehouses].map(([id, name]) => group('Склад', [element('Ид', id), element('Наименование', named(name))])),
    ),
    group('Товары', [...goods, ...services.map(serviceLine)]),
    group('ЗначенияРеквизитов', requisitesOf(data)),
  ]);
  return `${document}\n`;
}

/** As papers of a seller free of VAT name none, whatever the goods are taxed with elsewhere. */
function withoutVat(order: OrderView): OrderView {
  return { ...order, lines: order.lines.map((line) => ({ ...line, vat_rate: 0 })) };
}

function goodsLine(line: OrderLine, of1c: LineOf1c, { unit_codes, order }: OrderFor1c): string {
  const { short, parts } = line.shown_unit;
  const [factor_base, factor_sales] = line.factor;
  const codeOf = (unit: string) => okeiCode(okeiCodeOf(unit) ?? unit_codes.get(unit) ?? '');
  const baseCode = codeOf(line.base_unit);
  const unitCode = codeOf(short);
  const warehouse = warehouseOf(of1c);
  return group('Товар', [
    element('Ид', sentId(lineId(of1c, line.product_idcode), line.name)),
    of1c.barcode && /^\d{8,14}$/.test(of1c.barcode) ? element('Штрихкод', of1c.barcode) : '',
    line.article ? element('Артикул', shortened(line.article, longest.name)) : '',
    element('Наименование', named(line.name)),
    element('БазоваяЕдиница', line.base_unit, baseCode ? { Код: baseCode } : {}),
    taxRate(line.vat_rate),
    group('ХарактеристикиТовара', characteristicOf(of1c)),
    group('ЗначенияРеквизитов', [
      requisite('ВидНоменклатуры', 'Товар'),
      requisite('ТипНоменклатуры', 'Товар'),
      requisite('ЕдиницаПродажи', short),
      line.name.length > longest.name ? requisite('Полное наименование', line.name) : '',
    ]),
    isId(of1c.catalog_id_1c) ? element('ИдКаталога', of1c.catalog_id_1c) : '',
    element('ЦенаЗаЕдиницу', money(line.price * parts)),
    element('Количество', typedAmount(line.count, { parts }).replace(',', '.')),
    element('Сумма', money(line.sum)),
    unitCode ? element('Единица', unitCode) : '',
    element('Коэффициент', fraction(factor_base * parts, factor_sales)),
    group('Налоги', [tax(line.vat_rate, vatInside(line.sum, line.vat_rate))]),
    group('Скидки', [
      line.discount > 0 ? discount(discountName(order), line.discount) : '',
      line.bonus_discount > 0 ? discount('Оплачено бонусами', line.bonus_discount) : '',
    ]),
    warehouse
      ? group('Склады', [
          group('Склад', [
            element('Ид', warehouse.id),
            element('Наименование', named(warehouse.name)),
            element('Количество', typedAmount(line.count, { parts }).replace(',', '.')),
          ]),
        ])
      : '',
  ]);
}

/** Longer ids are no ids by the schemas, and half of one is another: what they stand for is left out. */
function isId(id: string | null | undefined): id is string {
  return id !== null && id !== undefined && id !== '' && [...id].length <= longest.id;
}

function warehouseOf({ warehouse }: LineOf1c): LineOf1c['warehouse'] {
  return warehouse && isId(warehouse.id) ? warehouse : null;
}

/** How a document names a product: by 1C's id; one that 1C never named, by the shop's own code. */
export function lineId({ id_1c }: Pick<LineOf1c, 'id_1c'>, idcode: string): string {
  return id_1c ?? idcode;
}

/**
 * Goods that came while longer ids were taken: by the schemas no document may name them, and by another id 1C would
 * make a good of its own (decision 544).
 */
function sentId(id: string, name: string): string {
  if ([...id].length <= longest.goodId) return id;
  throw new DocumentFault(
    `товар «${name}» не назвать: его Ид длиннее ${longest.goodId} знаков. Выгрузите его из 1С под Ид короче`,
  );
}

/** The variant behind the `#` of the id. */
function characteristicOf({ id_1c, variant_label }: LineOf1c): string[] {
  const id = id_1c?.split('#')[1];
  if (!id || !variant_label) return [];
  return [
    group('ХарактеристикаТовара', [
      isId(id) ? element('Ид', id) : '',
      element('Наименование', 'Характеристика'),
      element('Значение', shortened(variant_label, longest.value)),
    ]),
  ];
}

function serviceLine({ id, name, sum, vat_rate }: Service): string {
  return group('Товар', [
    element('Ид', id),
    element('Наименование', named(name)),
    element('БазоваяЕдиница', 'усл. ед', { Код: '876' }),
    taxRate(vat_rate),
    group('ЗначенияРеквизитов', [requisite('ВидНоменклатуры', 'Услуга'), requisite('ТипНоменклатуры', 'Услуга')]),
    element('ЦенаЗаЕдиницу', money(sum)),
    element('Количество', 1),
    element('Сумма', money(sum)),
    element('Единица', '876'),
    element('Коэффициент', 1),
    group('Налоги', [tax(vat_rate, vatInside(sum, vat_rate))]),
  ]);
}

function documentTaxes({ lines }: OrderView, services: readonly Service[]): string[] {
  const byRate = new Map<number, number>();
  for (const { sum, vat_rate } of [...lines, ...services]) {
    byRate.set(vat_rate, (byRate.get(vat_rate) ?? 0) + vatInside(sum, vat_rate));
  }
  return [...byRate].sort(([a], [b]) => a - b).map(([rate, sum]) => tax(rate, sum));
}

/** 0 is «без НДС» in the shop, which the schemas cannot say: «0 %» would be another tax. */
function taxRate(rate: number): string {
  if (rate === 0) return '';
  return group('СтавкиНалогов', [group('СтавкаНалога', [element('Наименование', 'НДС'), element('Ставка', rate)])]);
}

function tax(rate: number, sum: number): string {
  if (rate === 0) return '';
  return group('Налог', [
    element('Наименование', 'НДС'),
    element('УчтеноВСумме', 'true'),
    element('Сумма', money(sum)),
    element('Ставка', rate),
  ]);
}

/** Without a coupon it is what is left of a sum of 1C that does not divide into a price. */
function discountName({ coupon }: OrderView): string {
  return coupon === null ? 'Скидка' : 'Скидка по купону';
}

function discount(name: string, sum: number): string {
  return group('Скидка', [
    element('Наименование', name),
    element('Сумма', money(sum)),
    element('УчтеноВСумме', 'true'),
  ]);
}

/** State, money and receiving, by the names that the reference server uses where it has them. */
function requisitesOf({ order, payment, refunded }: OrderFor1c): string[] {
  const { receiving, branch } = order;
  const zone = branch.time_zone;
  const isPickup = receiving.type === 'pickup';
  const isPaid = order.payment_state === 'paid' || order.payment_state === 'partly_refunded';
  const changed = order.moves.findLast(({ state }) => state !== null)?.at ?? order.created_at;
  const place = receiving.department
    ? `${receiving.department.city}, ${receiving.department.address}`
    : receiving.address;
  const hours = receiving.hours && `${clock(receiving.hours.from)}–${clock(receiving.hours.to)}`;
  const rows: [name: string, value: string | null | undefined][] = [
    ['Способ доставки', isPickup ? 'Самовывоз' : 'Доставка'],
    ['Метод доставки ИД', receiving.type],
    ['Метод оплаты', paymentMethodWords[order.payment_method]],
    ['Метод оплаты ИД', order.payment_method],
    ['Заказ оплачен', String(isPaid)],
    ['Дата оплаты', payment && momentWords(payment.paid_at, zone)],
    ['Номер платежного документа', payment?.number],
    ['Возвращено покупателю', refunded > 0 ? money(refunded) : null],
    ['Доставка разрешена', String(isPaid || order.payment_method === 'on_receipt')],
    ['Отменен', String(order.state === 'cancelled')],
    ['Финальный статус', String(order.state === 'completed' || order.state === 'cancelled')],
    ['Статус заказа', `[${order.state}] ${orderStateWord(order.state, receiving.type)}`],
    ['Статуса заказа ИД', order.state],
    ['Дата изменения статуса', momentWords(changed, zone)],
    ['Сайт', order.origin ?? branch.city],
    ['Филиал', branch.city],
    ['Адрес доставки', isPickup ? null : place],
    ['Пункт выдачи', isPickup ? place : null],
    ['Стоимость доставки', order.delivery_price === null ? 'уточняет оператор' : null],
    ['Желаемая дата', receiving.date && formatDay(receiving.date)],
    ['Желаемое время', hours],
    ['Получатель', receiving.recipient?.name],
    ['Телефон получателя', receiving.recipient?.phone],
    ['Получатель по доверенности', receiving.is_proxy ? 'true' : null],
    ['Номер автомобиля', receiving.car_plate],
    ['Разгрузка', receiving.unloading_note],
    ['Номер заказа покупателя', order.company?.buyer_number],
    ['Объект строительства', order.company?.building_site],
    ['Если товара нет', replacementRuleWords[order.replacement_rule]],
    ['Купон', order.coupon],
    [discountName(order), order.discount > 0 ? money(order.discount) : null],
    ['Оплачено бонусами', order.bonus_discount > 0 ? money(order.bonus_discount) : null],
  ];
  return rows.map(([name, value]) => (value ? requisite(name, value) : ''));
}

function requisite(name: string, value: string): string {
  return group('ЗначениеРеквизита', [
    element('Наименование', name),
    element('Значение', shortened(value, longest.value)),
  ]);
}

function named(text: string): string {
  return shortened(text, longest.name);
}

/** Kopecks → «1234.50». */
export function money(kopecks: number): string {
  return `${Math.trunc(kopecks / 100)}.${String(kopecks % 100).padStart(2, '0')}`;
}

/** A positive fraction as a decimal, ten digits behind the point at most. */
function fraction(numerator: number, denominator: number): string {
  const scale = 10n ** 10n;
  const value = (BigInt(numerator) * scale * 2n + BigInt(denominator)) / (2n * BigInt(denominator));
  const decimals = String(value % scale)
    .padStart(10, '0')
    .replace(/0+$/, '');
  return decimals ? `${value / scale}.${decimals}` : String(value / scale);
}

function timeOf(moment: Date, zone: string): string {
  const { minute } = localTime(moment, zone);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}:${two(moment.getUTCSeconds())}`;
}

/** «24.11.2026 18:45:21». */
function momentWords(moment: Date, zone: string): string {
  return `${formatDay(localTime(moment, zone).date)} ${timeOf(moment, zone)}`;
}
