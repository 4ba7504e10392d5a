import { useEffect } from 'react';
import { redirect } from 'react-router';
import { priceTagOf, sortOf } from '#modules/catalogue/price-tag.ts';
import { getProduct } from '#modules/catalogue-index/get-product.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import { shownAt } from '#modules/visitors/request-context.ts';
import { formatDate } from '#shared/dates.ts';
import { unbroken } from '#shared/unbroken.ts';
import { priceTagUrl, productUrl } from '#shared/urls.ts';
import { shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { Barcode } from '#web/ui/barcode.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { qrPath } from '#web/ui/qr-path.ts';
import type { Route } from './+types/route.ts';
import './price-tag.css';

/**
 * The price tag of a product in this branch: what the rules of selling ask for, beside it the shop's own: seller,
 * branch, article, codes, the day it was made. What has no price has no tag: 404.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, requestContext } = context.get(shop);
  const { department, priceContext, origin } = requestContext;
  const product = await getProduct(db, priceContext, { slug: params.slug }, 'page');
  if (product && 'moved_to' in product) throw redirect(priceTagUrl(product.moved_to), 301);
  if (!product || product.switched_off) throw notFound();
  const words = priceTagOf(product, sortOf(product.specifications));
  if (!words) throw notFound();
  return {
    ...words,
    url: productUrl(product.slug),
    seller: (await readSetting(db, 'company')).name,
    branch: `${department.city}, ${department.address}`,
    qr: qrPath(origin + productUrl(product.slug)),
    day: formatDate(shownAt(requestContext), department.time_zone),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Ценник: ${loaderData?.name ?? 'товар'} — ИДД` }];

/** Opened by the product's button, it prints itself at once; one sheet, nothing but the tag. */
export default function PriceTag({ loaderData: tag }: Route.ComponentProps) {
  useEffect(() => {
    if (window.location.hash === '#print') window.print();
  }, []);
  return (
    <>
      <article className="ptag">
        <p className="ptag__shop">
          <span>{tag.seller}</span>
          <span>{tag.branch}</span>
        </p>
        <h1>{unbroken(tag.name)}</h1>
        {tag.sort ? <p>Сорт: {tag.sort}</p> : null}
        <div className="ptag__row">
          <div>
            <p className="ptag__price num">
              <b>{tag.price}</b>
              {tag.old_price ? (
                <s>
                  <span className="sr">Прежняя цена </span>
                  {tag.old_price}
                </s>
              ) : null}
            </p>
            <p className="num">{tag.per.join(' · ')}</p>
          </div>
          <div className="ptag__qr">
            <QrCode code={tag.qr} label="Страница товара" />
          </div>
        </div>
        <div className="ptag__row ptag__foot num">
          <p>
            {tag.code}
            <br />
            {tag.day}
          </p>
          {tag.barcode ? (
            <p className="ptag__bars">
              <Barcode digits={tag.barcode} className="ptag__ean" />
              {tag.barcode}
            </p>
          ) : null}
        </div>
      </article>
      <p className="row ptag__tools">
        <button type="button" className="btn btn--primary js" onClick={() => window.print()}>
          <Icon name="printer" size="s" />
          Напечатать
        </button>
        <a className="link" href={tag.url}>
          Страница товара
        </a>
      </p>
    </>
  );
}
