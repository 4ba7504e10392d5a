import { redirect } from 'react-router';
import writeXlsxFile, { type SheetData } from 'write-excel-file/node';
import { partsOf } from '#modules/documents/document-content.ts';
import { missingWords, offerPriceTerms } from '#modules/documents/offer.ts';
import { formatDay } from '#shared/dates.ts';
import { shownPrice } from '#shared/unit-words.ts';
import { shop } from '#web/parts/request/context.ts';
import type { Route } from './+types/sheet-route.ts';
import { offerSourceUrl, readOffer } from './read-offer.ts';

/** The same proposal as a spreadsheet. A cart or a list without goods to order is shown instead. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const offer = await readOffer(context.get(shop), request);
  if (!offer) return redirect(offerSourceUrl(request), 302);
  const { seller, branch, buyer, date, lines, total, vat, missing } = offer;
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
  const bytes = await writeXlsxFile(rows, { columns }).toBuffer();
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'Content-Disposition': `attachment; filename="offer.xlsx"; filename*=UTF-8''${encodeURIComponent(`Коммерческое предложение ${date}.xlsx`)}`,
      'X-Robots-Tag': 'noindex',
    },
  });
}
