import './actions.css';
import { redirect } from 'react-router';
import { currentActions, findAction } from '#modules/catalogue/actions.ts';
import { cleanHtml } from '#modules/content/clean-html.ts';
import { seoTexts } from '#modules/content/seo-texts.ts';
import { branchesOf, departmentDirectory, pointsOf } from '#modules/departments/directory.ts';
import { findCoupon } from '#modules/pricing/coupon.ts';
import { shownAt } from '#modules/visitors/request-context.ts';
import { inCity } from '#shared/cities.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { countOf } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { actionsUrl, actionUrl, homeCrumb } from '#shared/urls.ts';
import { largestDiscounts } from '#web/parts/listing/largest-discounts.server.ts';
import { Listing } from '#web/parts/listing/listing.tsx';
import { viewFor } from '#web/parts/listing/listing-url.ts';
import { readListing } from '#web/parts/listing/read-listing.ts';
import { shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { breadcrumbList, saleEventLd } from '#web/parts/seo/json-ld.ts';
import { metaOf, seoOf } from '#web/parts/seo/meta.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { deferred } from '#web/ui/deferred.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { Picture } from '#web/ui/picture.tsx';
import type { Route } from './+types/route.ts';
import { ActionCards } from './action-list.tsx';
import { couponView, datesWords, daysLeft, discountWords } from './action-words.ts';
import { cardOf } from './list-route.tsx';

export { shouldRevalidate } from '#web/parts/seo/meta.ts';

const Coupon = deferred(() => import('./coupon.tsx').then((loaded) => loaded.Coupon));
const Terms = deferred(() => import('./terms.tsx').then((loaded) => loaded.Terms));

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { db, requestContext } = context.get(shop);
  const { department, priceContext, device } = requestContext;
  const now = shownAt(requestContext);
  const drafts = requestContext.preview?.drafts;
  const action = await findAction(db, department.id_1c, params.slug, now, drafts);
  if (!action) throw notFound();
  if ('moved_to' in action) throw redirect(actionUrl(action.moved_to), 301);
  const path = actionUrl(action.slug);
  const zone = department.time_zone;
  const crumbs = [homeCrumb, { name: 'Акции', url: actionsUrl() }];
  const coupon = action.coupon && (await findCoupon(db, action.coupon.code, department.id_1c, null, now));
  const [listing_page, text, departments, others] = await Promise.all([
    readListing({
      db,
      priceContext,
      request,
      path,
      scope: { action: action.slug },
      look: requestContext.preview,
      default_view: viewFor(requestContext),
      coupon,
    }),
    seoTexts(db, department, 'action', action.slug, { host: requestContext.host, name: action.name }),
    departmentDirectory(db),
    action.state === 'current' ? [] : currentActions(db, department.id_1c, now, drafts),
  ]);
  const discounts = await largestDiscounts(context.get(shop), [action, ...others.slice(0, 6)]);
  const { total } = listing_page.result;
  const cities = branchesOf(departments);
  return {
    device,
    crumbs,
    name: action.name,
    heading: text.unique_title || action.name,
    // What it promises is no longer so once it is over: the note says when it ended, the rules what it was.
    html: action.state === 'ended' ? '' : cleanHtml(action.text),
    rules: cleanHtml(action.rules),
    organiser: action.organiser,
    picture: action.image,
    ad_mark: action.ad_mark,
    state: action.state,
    left: daysLeft(action, zone, now),
    discount: discountWords(discounts.get(action.slug) ?? 0),
    note: action.state === 'coming' ? unbroken('Акция ещё не началась: пока товары продаются по обычной цене.') : null,
    dates: datesWords(action, zone, now),
    coupon: action.coupon && couponView(action.coupon, zone, now),
    where: action.department_id_1c
      ? pointsOf(departments, department).map(({ city, address }) => `${city}, ${address}`)
      : [`Во всех городах: ${cities.map(({ name_for_site }) => name_for_site).join(', ')}`],
    others: others.slice(0, 6).map((other) => cardOf(other, { zone, origin: '', now, discounts })),
    listing_page,
    seo: seoOf(requestContext, {
      title: text.title || `${action.name} ${inCity(department.names_cases.prepositional)} — ИДД`,
      description:
        text.description ||
        `${action.name}: ${datesWords(action, zone, now)}, ${countOf(total, 'товар', 'товара', 'товаров')}.`,
      keywords: text.keywords,
      path,
      isIndexable: listing_page.is_plain && !action.is_long_over,
      image: action.image,
      jsonLd: [
        breadcrumbList(requestContext.origin, crumbs, action.name),
        ...(action.state === 'ended' ? [] : [saleEventLd(requestContext.origin, department, action, path)]),
      ],
    }),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function Action({ loaderData }: Route.ComponentProps) {
  const { name, heading, html, dates, left, note, state, coupon, ad_mark, listing_page, crumbs, device, others } =
    loaderData;
  // The goods are what the page is opened for: a phone has no room for a picture that only adorns.
  const picture = device === 'mobile' ? null : loaderData.picture;
  return (
    <>
      <Breadcrumbs crumbs={crumbs} here={name} device={device} />
      <div className={picture ? 'acts__top' : undefined}>
        <div>
          <div className="title">
            <h1>{unbroken(heading)}</h1>
          </div>
          {state === 'ended' ? (
            <Note kind="warn" className="action__over">
              Акция {lowerFirst(left)}. Ниже — сегодняшние цены, без скидки этой акции.{' '}
              <Link className="link" to={actionsUrl()}>
                Смотреть действующие
              </Link>
            </Note>
          ) : (
            <p className="acts__left">
              {loaderData.discount ? <b className="num acts__percent">{loaderData.discount}</b> : null}
              <Icon name="calendar-clock" />
              <b className="b">{left}</b>
              <span className="soft num">{dates}</span>
            </p>
          )}
          {note ? <Note>{note}</Note> : null}
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by cleanHtml */}
          {html ? <div className="prose" dangerouslySetInnerHTML={{ __html: html }} /> : null}
          {/* The goods are what the page is opened for: the rest of the terms lies under them, one press away. */}
          {state === 'ended' ? null : (
            <a className="link acts__more" href="#action-terms">
              {loaderData.rules ? 'Полные правила и организатор' : 'Где действует и кто проводит'}
            </a>
          )}
          {/* A mark of advertising stays seen (38-ФЗ). */}
          {ad_mark ? <p className="tiny soft">Реклама. {ad_mark}</p> : null}
          {coupon ? <Coupon {...coupon} /> : null}
        </div>
        {picture ? (
          <span className="pic acts__pic">
            <Picture path={picture} preset="contain" width={400} height={400} alt="" priority />
          </span>
        ) : null}
      </div>
      <section aria-labelledby="action-goods">
        <h2 className="acts__h" id="action-goods">
          Товары акции <span className="soft">{listing_page.result.total}</span>
        </h2>
        <Listing page={listing_page} device={device} />
      </section>
      <Terms data={loaderData} />
      {others.length > 0 ? (
        <section aria-labelledby="action-others" className="block">
          <h2 className="acts__h" id="action-others">
            Действуют сейчас
          </h2>
          <ActionCards actions={others} />
        </section>
      ) : null}
    </>
  );
}
