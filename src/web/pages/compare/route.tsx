import './compare.css';
import { useFetcher } from 'react-router';
import { writeIds } from '#shared/lists.ts';
import { countOf } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { categoryUrl, compareUrl, homeCrumb, productUrl } from '#shared/urls.ts';
import { AddToCart } from '#web/parts/goods/add-to-cart.tsx';
import { InsteadOfCart } from '#web/parts/goods/instead-of-cart.tsx';
import { CardPrice } from '#web/parts/goods/price.tsx';
import { Rail } from '#web/parts/goods/rail.tsx';
import { changeList } from '#web/parts/lists/change-list.server.ts';
import { ClearButton, EmptyList, FullNote, Gone } from '#web/parts/lists/list-page.tsx';
import { AllToCart, KeepShared, PrintButton } from '#web/parts/lists/list-tools.tsx';
import { shop } from '#web/parts/request/context.ts';
import { metaOf, seoOf } from '#web/parts/seo/meta.ts';
import { useRefreshAfter } from '#web/parts/visitor/visitor-lists.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { CopyLink } from '#web/ui/copy-link.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Picture } from '#web/ui/picture.tsx';
import type { Route } from './+types/route.ts';
import { readBeginning } from './read-beginning.server.ts';
import { type ReadCompare, readCompare } from './read-compare.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const found = context.get(shop);
  const query = new URL(request.url).searchParams;
  const compare = await readCompare(found, query);
  return {
    compare,
    device: found.requestContext.device,
    is_full: query.has('full'),
    beginning: compare.total === 0 ? await readBeginning(found) : null,
    seo: seoOf(found.requestContext, {
      title: 'Сравнение товаров — ИДД',
      description: 'Сравнение выбранных товаров по характеристикам.',
      path: compareUrl(),
      isIndexable: false,
    }),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  return changeList(context.get(shop), request, 'compare');
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function Compare({ loaderData }: Route.ComponentProps) {
  const { compare, beginning, device, is_full } = loaderData;
  const { columns, groups, gone, ids, is_shared, total } = compare;
  return (
    <>
      <Breadcrumbs crumbs={[homeCrumb]} here="Сравнение" device={device} />
      <div className="title title--list">
        <h1>{is_shared ? 'Сравнение по ссылке' : 'Сравнение'}</h1>
        {ids.length > 0 ? <span>{countOf(ids.length - gone.length, 'товар', 'товара', 'товаров')}</span> : null}
        {ids.length > 0 && !is_shared ? <ClearButton url={compareUrl()} title="Сравнение" /> : null}
      </div>
      {is_full ? <FullNote list="compare" /> : null}
      {is_shared ? <KeepShared url={compareUrl()} ids={ids} words="Добавить к моему сравнению" /> : null}
      {total === 0 && gone.length === 0 ? (
        <EmptyList
          empty={{
            icon: 'scale',
            heading: 'Сравнивать пока нечего',
            words: 'Нажмите на весы у товаров одного вида, и здесь встанут рядом их характеристики.',
          }}
        >
          {beginning ? (
            <Rail
              title={`Сравните товары раздела «${beginning.category}»`}
              products={beginning.products}
              device={device}
              note={<CompareThese ids={beginning.products.map(({ id }) => id)} />}
            />
          ) : null}
        </EmptyList>
      ) : null}
      {groups.length > 1 ? <Tabs groups={groups} isMobile={device === 'mobile'} /> : null}
      {columns.length > 0 ? (
        <>
          <Tools compare={compare} />
          <Table compare={compare} />
          <Hidden hidden={compare.hidden} />
        </>
      ) : null}
      {gone.length > 0 ? <Gone ids={gone} url={compareUrl()} /> : null}
    </>
  );
}

/** All of a row at once: a form, for the list is a cookie. */
function CompareThese({ ids }: { ids: number[] }) {
  return (
    <form method="post" action={compareUrl()} className="cmp__these">
      <input type="hidden" name="intent" value="keep" />
      <input type="hidden" name="ids" value={writeIds(ids)} />
      <button type="submit" className="btn btn--line">
        Сравнить эти {countOf(ids.length, 'товар', 'товара', 'товаров')}
      </button>
    </form>
  );
}

function Tabs({ groups, isMobile }: Pick<ReadCompare, 'groups'> & { isMobile: boolean }) {
  return (
    <nav className={`${isMobile ? 'scrollx' : 'chips'} cmp__tabs`} aria-label="Категории сравнения">
      {groups.map(({ code, name, count, url, is_here }) => (
        <Link
          key={code}
          className={`chip${is_here ? ' chip--on' : ''}`}
          to={url}
          aria-current={is_here ? 'page' : undefined}
          preventScrollReset
        >
          {name} <span className="num">{count}</span>
        </Link>
      ))}
    </nav>
  );
}

function Tools({ compare }: { compare: ReadCompare }) {
  const { columns, is_only_different, alike } = compare;
  return (
    <div className="cmp__tools">
      {columns.length > 1 && alike > 0 ? (
        <Link
          className={`chip${is_only_different ? ' chip--on' : ''}`}
          to={is_only_different ? compare.all_url : compare.different_url}
          preventScrollReset
          replace
        >
          {is_only_different ? <Icon name="check" size="s" /> : null}
          Только различия
          <span className="sr">{is_only_different ? ', включено' : ', выключено'}</span>
        </Link>
      ) : null}
      {compare.places ? <span className="soft num">Показаны {compare.places}</span> : null}
      <AllToCart products={columns.map(({ product }) => product)} />
      <a className="link" href={compare.export_url}>
        Скачать XLSX
      </a>
      <CopyLink url={compare.share_url} words="Поделиться списком" />
      <PrintButton />
    </div>
  );
}

function Table({ compare }: { compare: ReadCompare }) {
  const { columns, rows, is_shared } = compare;
  const here = compare.groups.find(({ is_here }) => is_here);
  const best = rows.find(({ code }) => code === (isBusiness(columns) ? '_buyer_price' : '_price'))?.cells;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard inside its box
    <section className={`cmp${columns.length < 3 ? ' cmp--few' : ''}`} aria-label="Таблица сравнения" tabIndex={0}>
      <table style={{ '--columns': columns.length } as React.CSSProperties}>
        <thead>
          <tr className="cmp__cards">
            <td />
            {columns.map(({ product }) => (
              <td key={product.id}>
                <span className="pic">
                  {product.images[0] ? (
                    <Picture path={product.images[0]} width={200} height={200} alt="" />
                  ) : (
                    <span className="pic__none">Нет фото</span>
                  )}
                </span>
              </td>
            ))}
          </tr>
          <tr className="cmp__names">
            <td />
            {columns.map(({ product }, at) => (
              <th scope="col" key={product.id}>
                <Link className="link" to={productUrl(product.slug)}>
                  {unbroken(product.name)}
                </Link>
                <CardPrice product={product}>
                  {best?.[at]?.is_best ? <span className="badge badge--ok">лучшее</span> : null}
                </CardPrice>
              </th>
            ))}
          </tr>
          <tr className="cmp__cards">
            <td />
            {columns.map(({ product, next }) => (
              <td key={product.id}>
                <div className="cmp__acts">
                  {is_shared ? null : <RemoveButton id={product.id} name={product.name} />}
                  {next ? (
                    <Link
                      className="link small"
                      to={next.url}
                      preventScrollReset
                      aria-label={`Вместо «${product.name}» показать «${next.name}»`}
                    >
                      Сменить
                    </Link>
                  ) : null}
                </div>
                <div className="cmp__buy">
                  {product.is_on_sale_now ? (
                    <AddToCart product={product} size="btn--sm" />
                  ) : (
                    <InsteadOfCart product={product} size=" btn--sm" />
                  )}
                </div>
              </td>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.filter(isInBody).map(({ code, name, cells, differs, hide_url }) => (
            <tr key={code} className={differs ? 'is-different' : undefined}>
              <th scope="row">
                {unbroken(name)}
                {hide_url ? (
                  <Link
                    className="cmp__hide"
                    to={hide_url}
                    preventScrollReset
                    replace
                    aria-label={`Скрыть строку «${name}»`}
                  >
                    Скрыть
                  </Link>
                ) : null}
              </th>
              {cells.map(({ product_id, text, is_best }) => (
                <td key={product_id} className={is_best ? 'is-best' : undefined}>
                  {text ?? <span className="soft">нет данных</span>}
                  {is_best ? <span className="badge badge--ok">лучшее</span> : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {here ? (
        <Link className="link cmp__more" to={categoryUrl(here.code)}>
          <Icon name="plus" />
          <span>Добавить ещё из раздела «{here.name}»</span>
        </Link>
      ) : null}
    </section>
  );
}

/** What a firm or anybody is charged stands by the name, which stays in sight, and not once more in a row. */
const isInBody = ({ code }: ReadCompare['rows'][number]) => code !== '_price' && code !== '_buyer_price';

const isBusiness = (columns: Column[]) => columns.some(({ product }) => product.buyer_price !== null);

type Column = ReadCompare['columns'][number];

function Hidden({ hidden }: Pick<ReadCompare, 'hidden'>) {
  if (hidden.length === 0) return null;
  return (
    <p className="cmp__hidden">
      <span className="soft">Скрыто:</span>
      {hidden.map(({ name, url }) => (
        <Link key={name} className="chip" to={url} preventScrollReset replace aria-label={`Показать строку «${name}»`}>
          {name}
        </Link>
      ))}
    </p>
  );
}

function RemoveButton({ id, name }: { id: number; name: string }) {
  const fetcher = useFetcher({ key: `compare-remove-${id}` });
  useRefreshAfter(fetcher.data);
  return (
    <fetcher.Form method="post" action={compareUrl()}>
      <input type="hidden" name="product_id" value={id} />
      <input type="hidden" name="intent" value="remove" />
      <button type="submit" className="row small soft" aria-label={`Убрать из сравнения: ${name}`}>
        <Icon name="trash-2" size="s" />
        Убрать
      </button>
    </fetcher.Form>
  );
}
