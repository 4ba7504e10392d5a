import { formatDay } from '#shared/dates.ts';
import { formatRoubles, mulDivHalfUp } from '#shared/money.ts';
import { okeiCodeOf } from '#shared/okei.ts';
import { shownCount } from '#shared/unit-words.ts';
import { type DocumentContent, type DocumentLine, partsOf } from '../document-content.ts';
import { wideContent as area, type Cell, type Column, type Paper } from './paper.ts';
import { basisWords, longDate } from './words.ts';

/** The strip at the left, which belongs to the transfer alone; the счёт-фактура stands beside it. */
const strip = 74;
const small = 6.5;
const soft = '#555555';
const none = '—';

/**
 * «Универсальный передаточный документ» as the tax service recommends it: a счёт-фактура by ПП РФ 1137 and the
 * transfer in one. Status 2, the transfer alone, when no VAT is charged. Columns 12–14 are left out, as the rules say
 * for a paper without traceable goods.
 */
export function drawUpd(paper: Paper, content: DocumentContent) {
  drawStrip(paper, content);
  drawHead(paper, content);
  drawLines(paper, content);
  drawInvoiceSigns(paper, content);
  drawTransfer(paper, content);
}

/** 1: счёт-фактура and transfer; 2: transfer alone. */
function statusOf({ vat }: Pick<DocumentContent, 'vat'>): 1 | 2 {
  return vat.length > 0 ? 1 : 2;
}

function drawStrip(paper: Paper, content: DocumentContent) {
  const at = { x: area.left, width: strip - 8 } as const;
  paper.text('Универсальный передаточный документ', { ...at, size: 8, font: 'bold' });
  paper.text('Статус:', { ...at, size: 8 }, paper.y + 48);
  paper.box(area.left + 38, paper.y + 44, 20, 18);
  paper.text(
    String(statusOf(content)),
    { x: area.left + 38, width: 20, size: 11, font: 'bold', align: 'center' },
    paper.y + 46,
  );
  paper.text(
    '1 — счёт-фактура и передаточный документ (акт)\n2 — передаточный документ (акт)',
    { ...at, size: 6 },
    paper.y + 72,
  );
}

type HeadRow = [label: string, value: string, mark: string];

function drawHead(paper: Paper, content: DocumentContent) {
  const left = area.left + strip;
  const width = area.width - strip;
  const top = paper.y;
  const { number, date, correction } = content;
  const isCorrected = correction !== null && correction !== undefined;
  paper.text('Приложение № 1 к постановлению Правительства РФ от 26.12.2011 № 1137 (в редакции от 16.08.2024 № 1096)', {
    x: left + width - 190,
    width: 190,
    size: 6,
    align: 'right',
    color: soft,
  });
  const title = { x: left, width: width - 200, size: 10, font: 'bold' } as const;
  paper.gap(paper.text(`Счёт-фактура № ${number} от ${longDate(date)} (1)`, title) + 1);
  const fixed = isCorrected ? `№ ${correction.number} от ${longDate(correction.date)}` : `№ ${none} от ${none}`;
  paper.gap(paper.text(`Исправление ${fixed} (1а)`, { ...title, size: 8, font: 'regular' }) + 4);
  const half = width / 2 - 6;
  const from = paper.y;
  const sellerEnd = drawRows(paper, sellerRows(content), left, half, from);
  const buyerEnd = drawRows(paper, buyerRows(content), left + half + 12, half, from);
  paper.y = Math.max(sellerEnd, buyerEnd, top + 120) + 4;
  paper.rule(left - 4, top, paper.y - top);
}

function sellerRows({
  seller,
  branch,
  consignee,
  buyer,
  payment_documents,
  lines,
  ...content
}: DocumentContent): HeadRow[] {
  const isPickup = consignee.address.startsWith('самовывоз');
  const place = isPickup ? buyer.legal_address : consignee.address;
  const { number, date } = content;
  return [
    ['Продавец', seller.name, '(2)'],
    ['Адрес', seller.address, '(2а)'],
    ['ИНН/КПП продавца', innKpp(seller), '(2б)'],
    ['Грузоотправитель и его адрес', `${seller.name}, г. ${branch.city}, ${branch.address}`, '(3)'],
    ['Грузополучатель и его адрес', [buyer.name, place].filter(Boolean).join(', '), '(4)'],
    ['К платежно-расчетному документу', payment_documents?.map((one) => `№ ${one}`).join('; ') || none, '(5)'],
    ['Документ об отгрузке', `УПД, № п/п 1–${lines.length}, № ${number} от ${formatDay(date)}`, '(5а)'],
    ['К счёту-фактуре, выставленному при получении оплаты', none, '(5б)'],
  ];
}

function buyerRows({ buyer }: DocumentContent): HeadRow[] {
  return [
    ['Покупатель', buyer.name, '(6)'],
    ['Адрес', buyer.legal_address || none, '(6а)'],
    ['ИНН/КПП покупателя', innKpp(buyer), '(6б)'],
    ['Валюта: наименование, код', 'Российский рубль, 643', '(7)'],
    ['Идентификатор государственного контракта, договора (соглашения) (при наличии)', none, '(8)'],
  ];
}

function innKpp({ inn, kpp }: { inn: string; kpp: string | null }): string {
  return kpp ? `${inn}/${kpp}` : inn;
}

/** Label, underlined value and the row's mark; returns where the next row would stand. */
function drawRows(paper: Paper, rows: HeadRow[], x: number, width: number, from: number): number {
  const label = 104;
  const mark = 20;
  let y = from;
  for (const [words, value, sign] of rows) {
    const options = { x: x + label, width: width - label - mark, size: 7, font: 'bold' } as const;
    const height = Math.max(
      paper.heightOf(words, { width: label - 4, size: small }),
      paper.heightOf(value, { width: options.width, size: 7, font: 'bold' }),
    );
    paper.text(words, { x, width: label - 4, size: small }, y);
    paper.text(value, options, y);
    paper.text(sign, { x: x + width - mark, width: mark, size: small, align: 'right' }, y);
    paper.line(0.5, '#999999', x + label, width - label - mark, y + height);
    y += height + 2;
  }
  return y;
}

const columns: Column[] = [
  { title: 'Код товара/ работ, услуг', width: 50, mark: 'А' },
  { title: '№ п/п', width: 24, align: 'center', mark: '1' },
  {
    title: 'Наименование товара (описание выполненных работ, оказанных услуг), имущественного права',
    width: 136,
    mark: '1а',
  },
  { title: 'Код вида товара', width: 32, align: 'center', mark: '1б' },
  { title: 'Ед. изм., код', width: 28, align: 'center', mark: '2' },
  { title: 'Ед. изм., условное обозначение', width: 44, align: 'center', mark: '2а', wholeWords: true },
  { title: 'Количество (объём)', width: 42, align: 'right', mark: '3' },
  { title: 'Цена (тариф) за единицу измерения', width: 54, align: 'right', mark: '4' },
  {
    title: 'Стоимость товаров (работ, услуг), имущественных прав без налога — всего',
    width: 57,
    align: 'right',
    mark: '5',
  },
  { title: 'В том числе сумма акциза', width: 36, align: 'center', mark: '6' },
  { title: 'Налоговая ставка', width: 38, align: 'center', mark: '7' },
  { title: 'Сумма налога, предъявляемая покупателю', width: 56, align: 'right', mark: '8' },
  {
    title: 'Стоимость товаров (работ, услуг), имущественных прав с налогом — всего',
    width: 57,
    align: 'right',
    mark: '9',
  },
  { title: 'Страна, цифровой код', width: 40, align: 'center', mark: '10' },
  { title: 'Страна, краткое наименование', width: 58, align: 'center', mark: '10а' },
  { title: 'Рег. номер декларации на товары или партии', width: 41.89, align: 'center', mark: '11' },
];

function drawLines(paper: Paper, content: DocumentContent) {
  paper.table(columns, content.lines.map(rowOf), 7, 5.5);
  const total = totalRow(content);
  paper.need(paper.heightOfRow(total, 7));
  paper.row(total, 7);
}

/** Column 5 and column 8 are column 9 in every row; the price is that of a unit in column 5, to the kopeck. */
function rowOf(line: DocumentLine, index: number): string[] {
  const { sum, vat, vat_rate, unit, count } = line;
  const { parts } = partsOf(line);
  const price = mulDivHalfUp(sum - vat, parts, count);
  return [
    line.article ?? line.idcode ?? none,
    String(index + 1),
    line.name,
    none,
    okeiCodeOf(unit) ?? none,
    unit,
    shownCount(count, { parts }),
    formatRoubles(price),
    formatRoubles(sum - vat),
    'без акциза',
    vat_rate > 0 ? `${vat_rate}%` : 'без НДС',
    vat_rate > 0 ? formatRoubles(vat) : 'без НДС',
    formatRoubles(sum),
    none,
    none,
    none,
  ];
}

function totalRow({ lines, total, vat }: DocumentContent): Cell[] {
  const widthOf = (from: number, to: number) => columns.slice(from, to).reduce((sum, { width }) => sum + width, 0);
  const vatSum = vat.reduce((sum, one) => sum + one.sum, 0);
  const net = lines.reduce((sum, line) => sum + line.sum - line.vat, 0);
  return [
    { words: 'Всего к оплате (9)', width: widthOf(0, 8), align: 'right', font: 'bold' },
    { words: formatRoubles(net), width: widthOf(8, 9), align: 'right', font: 'bold' },
    { words: 'Х', width: widthOf(9, 11), align: 'center' },
    { words: vat.length > 0 ? formatRoubles(vatSum) : 'без НДС', width: widthOf(11, 12), align: 'right', font: 'bold' },
    { words: formatRoubles(total), width: widthOf(12, 13), align: 'right', font: 'bold' },
    { words: '', width: widthOf(13, 16) },
  ];
}

/** Lines to sign on; nobody's name stands as if they had signed. */
function drawInvoiceSigns(paper: Paper, { seller }: DocumentContent) {
  const isPerson = seller.kpp === null;
  const half = area.width / 2 - 8;
  paper.need(64);
  paper.gap(8);
  const right = area.left + half + 16;
  const signs: [string, string, number, number][] = [
    ['Руководитель организации или иное уполномоченное лицо', isPerson ? '' : seller.director_name, area.left, 0],
    ['Главный бухгалтер или иное уполномоченное лицо', isPerson ? '' : seller.accountant_name, right, 0],
    [
      'Индивидуальный предприниматель или иное уполномоченное лицо',
      isPerson ? seller.director_name || seller.name : '',
      area.left,
      26,
    ],
  ];
  for (const [label, name, x, down] of signs) drawSign(paper, label, name, x, half, paper.y + down);
  paper.text(
    '(реквизиты документа о государственной регистрации)',
    { x: right, width: half, size: 6, color: soft, align: 'center' },
    paper.y + 38,
  );
  paper.line(0.5, '#111111', right, half, paper.y + 36);
  if (isPerson) paper.text(`ОГРНИП ${seller.ogrn}`, { x: right, width: half, size: 7 }, paper.y + 27);
  paper.gap(52);
  paper.line(1.5);
  paper.gap(5);
}

function drawSign(paper: Paper, label: string, name: string, x: number, width: number, y: number) {
  const words = 136;
  const sign = (width - words) / 2 - 6;
  paper.text(label, { x, width: words - 6, size: small }, y);
  for (const [index, [value, under]] of [
    ['', 'подпись'],
    [name, 'ф. и. о.'],
  ].entries()) {
    const at = x + words + index * (sign + 6);
    if (value) paper.text(value, { x: at, width: sign, size: 7, align: 'center' }, y);
    paper.line(0.5, '#111111', at, sign, y + 10);
    paper.text(under ?? '', { x: at, width: sign, size: 6, align: 'center', color: soft }, y + 12);
  }
}

function drawTransfer(paper: Paper, content: DocumentContent) {
  paper.need(190);
  const rows: HeadRow[] = [
    ['Основание передачи (сдачи) / получения (приёмки)', basisOf(content), '[10]'],
    ['Данные о транспортировке и грузе', `${content.consignee.address}; получатель ${content.consignee.name}`, '[11]'],
  ];
  paper.y = drawRows(paper, rows, area.left, area.width, paper.y) + 6;
  const half = area.width / 2 - 10;
  const top = paper.y;
  const { seller, buyer, date } = content;
  const given: SideRow[] = [
    ['Товар (груз) передал / услуги, результаты работ, права сдал', '', '[12]', signed],
    ['Дата отгрузки, передачи (сдачи)', longDate(date), '[13]', null],
    ['Иные сведения об отгрузке, передаче', '', '[14]', null],
    ['Ответственный за правильность оформления факта хозяйственной жизни', '', '[15]', signed],
    ['Наименование экономического субъекта — составителя документа', partyOf(seller), '[16]', null],
  ];
  const taken: SideRow[] = [
    ['Товар (груз) получил / услуги, результаты работ, права принял', '', '[17]', signed],
    ['Дата получения (приёмки)', '«___» ______________ 20___ г.', '[18]', null],
    ['Иные сведения о получении, приёмке', '', '[19]', null],
    ['Ответственный за правильность оформления факта хозяйственной жизни', '', '[20]', signed],
    ['Наименование экономического субъекта — составителя документа', partyOf(buyer), '[21]', null],
  ];
  const end = Math.max(
    drawSide(paper, given, area.left, half, top),
    drawSide(paper, taken, area.left + half + 20, half, top),
  );
  paper.rule(area.left + half + 10, top, end - top);
  paper.y = end;
}

/** The order, what the buyer calls it, and the contract it was placed under. */
function basisOf(content: DocumentContent): string {
  return [basisWords(content), content.contract && `договор ${content.contract}`].filter(Boolean).join('; ');
}

function partyOf({ name, ...rest }: { name: string; inn: string; kpp: string | null }): string {
  return `${name}, ИНН/КПП ${innKpp(rest)}`;
}

type SideRow = [label: string, value: string, mark: string, under: readonly string[] | null];
const signed = ['должность', 'подпись', 'ф. и. о.'] as const;

function drawSide(paper: Paper, rows: SideRow[], x: number, width: number, from: number): number {
  let y = from;
  const mark = 20;
  for (const [label, value, sign, under] of rows) {
    y += paper.text(label, { x, width: width - mark, size: small }, y);
    paper.text(sign, { x: x + width - mark, width: mark, size: small, align: 'right' }, y);
    const cells = under ?? [null];
    const cell = (width - mark - (cells.length - 1) * 6) / cells.length;
    for (const [index, words] of cells.entries()) {
      const at = x + index * (cell + 6);
      if (value && index === 0) paper.text(value, { x: at, width: cell, size: 7, font: 'bold' }, y);
      paper.line(0.5, '#111111', at, cell, y + 11);
      if (words) paper.text(words, { x: at, width: cell, size: 6, align: 'center', color: soft }, y + 12);
    }
    y += under ? 22 : 14;
  }
  paper.text('М. П.', { x, width: 40, size: small, color: soft }, y);
  return y + 10;
}
