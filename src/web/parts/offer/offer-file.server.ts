import writeXlsxFile, { type SheetData } from 'write-excel-file/node';
import { partsOf } from '#modules/documents/document-content.ts';
import { missingWords, type OfferContent, offerPriceTerms, renderOffer } from '#modules/documents/offer.ts';
import { readPaperLogo } from '#modules/documents/paper-logo.ts';
import { filesFolder } from '#platform/files-mark.ts';
import { formatDay } from '#shared/dates.ts';
import { shownPrice } from '#shared/unit-words.ts';
import type { Shop } from '#web/parts/request/context.ts';

/** «КП в PDF». */
export async function pdfOffer({ db, config }: Shop, offer: OfferContent): Promise<Response> {
  const logo = await readPaperLogo(db, filesFolder(config.DATA_DIR));
  return fileOf(await renderOffer(offer, logo), {
    type: 'application/pdf',
    disposition: 'inline',
    name: 'offer.pdf',
    title: `Коммерческое предложение ${offer.date}.pdf`,
  });
}

/** The same proposal as a spreadsheet. */
export async function sheetOffer({ seller, branch, buyer, date, lines, total, vat, missing }: OfferContent) {
  const bold = (value: string | number) => ({ value, fontWeight: 'bold' as const });
  const withVat = vat.length > 0 ? ' с НДС' : '';
  const head = [
    '№',
    'Товар',
    'Артикул',
    'Количество',
    'Ед.',
    `Цена${withVat}, ₽`,
    'Скидка, ₽',
    'НДС, %',
    `Сумма${withVat}, ₽`,
  ];
  const rows: SheetData = [
    [bold(`Коммерческое предложение от ${formatDay(date)}`)],
    [{ value: [seller.name, seller.inn && `ИНН ${seller.inn}`].filter(Boolean).join(', ') }],
    [{ value: [`г. ${branch.city}, ${branch.address}`, branch.phone].filter(Boolean).join(', ') }],
    ...(buyer ? [[{ value: `Покупатель: ${buyer}` }]] : []),
    [],
    head.map(bold),
    ...lines.map((line, index) => [
      { value: index + 1 },
      { value: line.name },
      { value: line.article ?? '' },
      { value: line.count / partsOf(line).parts },
      { value: line.unit },
      { value: shownPrice(line.price, partsOf(line)) / 100 },
      { value: line.discount / 100 },
      { value: line.vat_rate || 'без НДС' },
      { value: line.sum / 100 },
    ]),
    [null, bold('Всего'), null, null, null, null, null, null, bold(total / 100)],
    [],
    [
      {
        value: `${offerPriceTerms(date, vat)} Товары этим предложением не зарезервированы, доставка в сумму не входит.`,
      },
    ],
    ...(missing.length > 0 ? [[{ value: missingWords(missing) }]] : []),
  ];
  const columns = [5, 60, 16, 12, 8, 14, 12, 8, 16].map((width) => ({ width }));
  return fileOf(await writeXlsxFile(rows, { columns }).toBuffer(), {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    disposition: 'attachment',
    name: 'offer.xlsx',
    title: `Коммерческое предложение ${date}.xlsx`,
  });
}

type FileFacts = { type: string; disposition: 'inline' | 'attachment'; name: string; title: string };

function fileOf(bytes: Buffer, { type, disposition, name, title }: FileFacts): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `${disposition}; filename="${name}"; filename*=UTF-8''${encodeURIComponent(title)}`,
      'X-Robots-Tag': 'noindex',
    },
  });
}
