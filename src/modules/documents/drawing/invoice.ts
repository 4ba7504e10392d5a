import type { LogoPicture } from '#modules/settings/logo-file.ts';
import type { DocumentContent } from '../document-content.ts';
import { paymentMatrix, paymentPayload } from '../payment-qr.ts';
import { drawGoods, drawSums } from './goods.ts';
import { drawLetterhead } from './letterhead.ts';
import { content as area, type Paper } from './paper.ts';
import { basisWords, longDate, partyWords } from './words.ts';

const qrSize = 118;

/** «Счёт на оплату»: the logo, the bank's block, the payment code, goods, VAT inside the price, the sum in words. */
export function drawInvoice(paper: Paper, content: DocumentContent, logo: LogoPicture | null) {
  drawLetterhead(paper, logo);
  drawBank(paper, content);
  paper.gap(
    paper.text(`Счёт на оплату № ${content.number} от ${longDate(content.date)}`, { size: 15, font: 'bold' }) + 5,
  );
  paper.line(1.5);
  paper.gap(8);
  drawParty(paper, 'Поставщик', partyWords(content.seller));
  drawParty(paper, 'Покупатель', partyWords(content.buyer));
  drawParty(paper, 'Основание', basisWords(content));
  drawParty(paper, 'Получение', `${content.consignee.address}; ${content.consignee.name}`);
  paper.gap(6);
  drawGoods(paper, content);
  drawSums(paper, content, 'Всего к оплате:');
  drawTerms(paper, content);
  drawSigns(paper, content);
}

/**
 * As a payment order names the payee, so that a bookkeeper copies it line by line; the code beside it says the same.
 */
function drawBank(paper: Paper, content: DocumentContent) {
  const { seller } = content;
  const top = paper.y;
  const width = area.width - qrSize - 16;
  const left = width - 190;
  const cell = (label: string, value: string, x: number, y: number, cellWidth: number, height: number) => {
    paper.box(x, y, cellWidth, height);
    paper.text(label, { x: x + 4, width: cellWidth - 8, size: 7, color: '#555555' }, y + 3);
    paper.text(value, { x: x + 4, width: cellWidth - 8, size: 9 }, y + 13);
  };
  cell('Банк получателя', seller.bank_name, area.left, top, left, 42);
  cell('БИК', seller.bik, area.left + left, top, 190, 21 + 7);
  cell('Корр. счёт', seller.correspondent_account, area.left + left, top + 28, 190, 28);
  cell('ИНН', seller.inn, area.left, top + 42, left / 2, 28);
  cell('КПП', seller.kpp ?? '—', area.left + left / 2, top + 42, left / 2, 28);
  cell('Получатель', seller.name, area.left, top + 70, left, 42);
  cell('Расчётный счёт', seller.account, area.left + left, top + 56, 190, 56);
  const qrLeft = area.left + width + 16;
  paper.modules(paymentMatrix(paymentPayload(content)), qrLeft, top - 6, qrSize);
  paper.text(
    'Оплата по коду в приложении банка',
    { x: qrLeft, width: qrSize, size: 7, align: 'center' },
    top + qrSize - 10,
  );
  paper.y = top + qrSize + 16;
}

function drawParty(paper: Paper, label: string, words: string) {
  const at = { x: area.left + 74, width: area.width - 74, font: 'bold' } as const;
  paper.need(paper.heightOf(words, at) + 4);
  paper.text(`${label}:`, { width: 70 });
  paper.gap(paper.text(words, at) + 4);
}

function drawTerms(paper: Paper, { pay_until, is_delivery_open }: DocumentContent) {
  const terms = [
    pay_until
      ? `Товары зарезервированы до ${pay_until}: оплатите счёт до этого времени. Потом резерв снимается, и заказ отменяется.`
      : '',
    is_delivery_open ? 'Доставка в счёт не входит: её стоимость назовёт оператор и добавит отдельно.' : '',
    'В назначении платежа укажите номер счёта. Товары отпускаются после поступления денег на счёт поставщика. Получателю нужны код заказа и доверенность покупателя или печать.',
  ].filter(Boolean);
  for (const words of terms) {
    paper.need(paper.heightOf(words, { size: 8.5 }) + 4);
    paper.gap(paper.text(words, { size: 8.5 }) + 4);
  }
}

function drawSigns(paper: Paper, { seller }: DocumentContent) {
  paper.need(64);
  paper.gap(24);
  const half = area.width / 2 - 10;
  const sign = (label: string, name: string, x: number) => {
    paper.text(label, { x, width: 92, size: 8.5 });
    paper.line(0.5, '#111111', x + 94, half - 94, paper.y + 11);
    paper.text(name, { x: x + 94, width: half - 94, size: 7.5, align: 'right' }, paper.y + 13);
  };
  sign(seller.director_post || 'Руководитель', seller.director_name, area.left);
  sign('Главный бухгалтер', seller.accountant_name, area.left + half + 20);
  paper.gap(34);
}
