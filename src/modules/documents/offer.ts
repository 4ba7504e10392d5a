import type { LogoPicture } from '#modules/settings/logo-file.ts';
import { formatDay } from '#shared/dates.ts';
import { formatWeight } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { type DocumentLine, vatByRate } from './document-content.ts';
import { type DocumentMoney, drawGoods, drawSums } from './drawing/goods.ts';
import { drawLetterhead } from './drawing/letterhead.ts';
import { content as area, Paper } from './drawing/paper.ts';
import { longDate } from './drawing/words.ts';
import type { SellerRequisites } from './seller-requisites.ts';

/** Who offers: all that the owner has set; what is missing stays unsaid. */
export type OfferSeller = Pick<SellerRequisites, 'name'> & {
  inn: string | null;
  ogrn: string | null;
  requisites: SellerRequisites | null;
};

/**
 * A commercial proposal: goods of a cart at the prices of one day. Nothing is reserved by it and nothing kept. Money in
 * kopecks, the date 'YYYY-MM-DD' by the branch's calendar.
 */
export type OfferContent = DocumentMoney & {
  date: string;
  seller: OfferSeller;
  branch: { city: string; address: string; phone: string | null };
  /** The firm it is made for; null: whoever it is shown to. */
  buyer: string | null;
  weight_grams: number;
  is_weight_partial: boolean;
  missing: MissingGoods[];
};

/** «Ламинат … — 9 упак.»: wanted, but no part of an order that day. */
export type MissingGoods = { why: keyof typeof missingReasons; words: string };

const missingReasons = {
  not_enough: 'сейчас нет в\u00a0наличии',
  gone: 'больше не\u00a0продаётся',
  no_price: 'цена по\u00a0запросу',
};

/** The money of these lines as a paper says it. */
export function offerMoney(lines: DocumentLine[]): DocumentMoney {
  const sumOf = (money: (line: DocumentLine) => number) => lines.reduce((sum, line) => sum + money(line), 0);
  return {
    lines,
    vat: vatByRate(lines),
    discount: sumOf(({ discount }) => discount),
    total: sumOf(({ sum }) => sum),
  };
}

/** The proposal as a PDF, under the shop's logo. */
export async function renderOffer(content: OfferContent, logo: LogoPicture | null): Promise<Buffer> {
  const title = `Коммерческое предложение от ${formatDay(content.date)}`;
  const paper = await Paper.open(title, content.seller.name, new Date(`${content.date}T12:00:00Z`));
  drawLetterhead(paper, logo);
  paper.gap(paper.text(`Коммерческое предложение от ${longDate(content.date)}`, { size: 15, font: 'bold' }) + 5);
  paper.line(1.5);
  paper.gap(8);
  for (const [label, words] of partiesOf(content)) drawParty(paper, label, words);
  paper.gap(6);
  drawGoods(paper, content);
  drawSums(paper, content, 'Всего:');
  for (const words of termsOf(content)) {
    paper.need(paper.heightOf(words) + 4);
    paper.gap(paper.text(words) + 4);
  }
  return paper.close();
}

function partiesOf({ seller, branch, buyer }: OfferContent): [label: string, words: string][] {
  const { requisites } = seller;
  const firm = [seller.name, seller.inn && `ИНН\u00a0${seller.inn}`, seller.ogrn && `ОГРН\u00a0${seller.ogrn}`];
  const bank = requisites && [
    `р/с\u00a0${requisites.account}`,
    requisites.bank_name,
    `БИК\u00a0${requisites.bik}`,
    `к/с\u00a0${requisites.correspondent_account}`,
  ];
  const rows: [string, string | false | null | undefined][] = [
    [
      'Поставщик',
      [...firm, requisites?.kpp && `КПП\u00a0${requisites.kpp}`, requisites?.address].filter(Boolean).join(', '),
    ],
    ['Банк', bank?.join(', ')],
    ['Магазин', [`г. ${branch.city}, ${branch.address}`, branch.phone].filter(Boolean).join(', ')],
    ['Покупатель', buyer],
  ];
  return rows.flatMap(([label, words]): [string, string][] => (words ? [[label, unbroken(words)]] : []));
}

function drawParty(paper: Paper, label: string, words: string) {
  const at = { x: area.left + 74, width: area.width - 74 } as const;
  paper.need(paper.heightOf(words, at) + 4);
  paper.text(`${label}:`, { width: 70, font: 'bold' });
  paper.gap(paper.text(words, at) + 4);
}

/** What the paper and the sheet say of their prices; a seller free of VAT names none. */
export function offerPriceTerms(date: string, vat: DocumentMoney['vat']): string {
  return `Цены действуют ${formatDay(date)}${vat.length > 0 ? ' и указаны с\u00a0НДС' : ''}.`;
}

/**
 * What was wanted and is not among the lines, or not all of it, a sentence for each reason; '' when nothing is missing.
 */
export function missingWords(missing: MissingGoods[]): string {
  return Object.entries(missingReasons)
    .map(([reason, why]) => ({ why, goods: missing.filter((one) => one.why === reason) }))
    .filter(({ goods }) => goods.length > 0)
    .map(({ why, goods }) => `Не вошло, потому что ${why}: ${goods.map(({ words }) => words).join('; ')}.`)
    .join(' ');
}

function termsOf({ date, vat, weight_grams, is_weight_partial, missing }: OfferContent): string[] {
  const weight =
    weight_grams > 0 ? ` Вес товаров ${is_weight_partial ? 'не меньше ' : ''}${formatWeight(weight_grams)}.` : '';
  return [
    `${offerPriceTerms(date, vat)} Товары этим предложением не зарезервированы.`,
    `Доставка в сумму не входит: её стоимость зависит от адреса и веса.${weight}`,
    missingWords(missing),
  ].filter(Boolean);
}
