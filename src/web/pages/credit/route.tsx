import './credit.css';
import type { ReactNode } from 'react';
import { getCart } from '#modules/cart/get-cart.ts';
import { openCart } from '#modules/cart/open-cart.ts';
import { offersOf } from '#modules/catalogue/offers.ts';
import { listCreditPrograms } from '#modules/payments/credit-programs.ts';
import { shownAt } from '#modules/visitors/request-context.ts';
import { unbroken } from '#shared/unbroken.ts';
import { shownAmount } from '#shared/unit-words.ts';
import { contactsUrl, payUrl } from '#shared/urls.ts';
import { formKey, readFormView } from '#web/parts/forms/read-form-view.server.ts';
import { RequestForm } from '#web/parts/forms/request-form.tsx';
import { type Shop, shop } from '#web/parts/request/context.ts';
import { metaOf } from '#web/parts/seo/meta.ts';
import { readWritten } from '#web/parts/written/read-written.server.ts';
import { WrittenPage } from '#web/parts/written/written-page.tsx';
import { Link } from '#web/ui/link.tsx';
import type { Route } from './+types/route.ts';
import { Calculator, useAsked } from './calculator.tsx';
import { type Asked, readAsked, requestValues } from './offers.ts';
import { Programs } from './programs.tsx';

/**
 * S1-05: what a purchase on credit costs a month by the partners' terms in the table. Without rows the shop names no
 * figure at all.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const found = context.get(shop);
  const [page, programs, form, cart_kopecks] = await Promise.all([
    readWritten(found, { slug: 'kredit', name: 'Рассрочка и кредит' }),
    listCreditPrograms(found.db, shownAt(found.requestContext), found.requestContext.preview?.drafts),
    readFormView(found, 'credit'),
    readCartSum(found),
  ]);
  const query = new URL(request.url).searchParams;
  const asked = programs.length > 0 ? readAsked(query, programs, cart_kopecks) : null;
  const isAsked = ['sum', 'months', 'program'].some((name) => query.has(name));
  return {
    page: { ...page, seo: isAsked ? { ...page.seo, canonical: null } : page.seo },
    programs,
    asked,
    cart_kopecks,
    product: asked ? await readProduct(found, query, asked) : null,
    program: Number(query.get('program')) || null,
    form,
    form_key: formKey(),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.page.seo);

export default function Credit({ loaderData: { asked, ...rest } }: Route.ComponentProps) {
  return asked ? <Counted {...rest} asked={asked} /> : <Page {...rest} first={null} />;
}

type Loaded = Omit<Route.ComponentProps['loaderData'], 'asked'>;

/** Where programmes run: their calculator, and a request that follows it. */
function Counted({ asked, form, ...rest }: Loaded & { asked: Asked }) {
  const { programs, cart_kopecks, product, program } = rest;
  const state = useAsked(programs, asked, cart_kopecks);
  const followed = form && { ...form, values: { ...form.values, ...requestValues(programs, state.now, program) } };
  const { html, device } = rest.page;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by cleanHtml
  const text = html ? <div className="prose credit__text" dangerouslySetInnerHTML={{ __html: html }} /> : null;
  return (
    <>
      <Page
        {...rest}
        page={{ ...rest.page, html: '' }}
        form={followed}
        first={
          <>
            <Calculator programs={programs} state={state} cart_kopecks={cart_kopecks} product={product} />
            <Programs programs={programs} />
            {device === 'mobile' ? null : text}
          </>
        }
      />
      {device === 'mobile' ? text : null}
    </>
  );
}

type PageProps = Pick<Loaded, 'page' | 'form' | 'form_key'> & { first: ReactNode };

function Page({ page, first, form, form_key }: PageProps) {
  return (
    <WrittenPage
      page={page}
      first={first}
      aside={
        <>
          {form ? <RequestForm form={form} formKey={form_key} /> : null}
          <Besides />
        </>
      }
    />
  );
}

function Besides() {
  return (
    <section className="panel panel--quiet club__more">
      <p>
        {unbroken(
          'Заявка ни к чему не обязывает и товары не резервирует: выберите их, когда банк одобрит. Договор подписывают с банком, после того как он назовёт ставку и полную стоимость. Требования к возрасту и доходу — у банка.',
        )}
      </p>
      <Link className="link" to={payUrl()}>
        Другие способы оплаты
      </Link>
      <Link className="link" to={contactsUrl()}>
        Спросить в филиале
      </Link>
    </section>
  );
}

/** The product whose page led here, where its least count costs as much today as is asked. */
async function readProduct({ db, requestContext }: Shop, query: URLSearchParams, { sum_kopecks }: Asked) {
  const id = Number(query.get('product'));
  const product = (await offersOf(db, requestContext.priceContext, [id])).get(id);
  if (!product || Math.ceil(((product.price ?? 0) * product.min_count) / 100) * 100 !== sum_kopecks) return null;
  const { slug, name, min_count, shown_unit } = product;
  return { slug, name, amount: shownAmount(min_count, shown_unit), sum_kopecks };
}

/** What lies in the visitor's cart now, in kopecks; its coupon is left aside, so that looking costs no try. */
async function readCartSum({ db, requestContext }: Shop): Promise<number> {
  const cart = await openCart(db, requestContext);
  if (cart.lines.length === 0) return 0;
  return (await getCart(db, requestContext.priceContext, { ...cart, coupon: null }, { requester: requestContext }))
    .total;
}
