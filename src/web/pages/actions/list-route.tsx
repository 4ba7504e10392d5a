import './actions.css';
import '#web/parts/listing/product-table.css';
import { Form, redirect, useSubmit } from 'react-router';
import { type ActionState, type ListedAction, listActions } from '#modules/catalogue/actions.ts';
import { seoTexts } from '#modules/content/seo-texts.ts';
import { branchesOf, departmentDirectory } from '#modules/departments/directory.ts';
import { originFrom } from '#modules/departments/hosts.ts';
import { shownAt } from '#modules/visitors/request-context.ts';
import { inCity } from '#shared/cities.ts';
import { countOf, formatCount } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { actionsUrl, actionUrl, homeCrumb } from '#shared/urls.ts';
import { largestDiscounts } from '#web/parts/listing/largest-discounts.server.ts';
import { viewFor } from '#web/parts/listing/listing-url.ts';
import { readListing } from '#web/parts/listing/read-listing.ts';
import { type Shop, shop } from '#web/parts/request/context.ts';
import { breadcrumbList } from '#web/parts/seo/json-ld.ts';
import { metaOf, seoOf } from '#web/parts/seo/meta.ts';
import { deferred } from '#web/ui/deferred.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import type { Route } from './+types/list-route.ts';
import { type ActionCard, ActionCards } from './action-list.tsx';
import { cardDates, daysLeft, discountWords, firstSentences } from './action-words.ts';

export { shouldRevalidate } from '#web/parts/seo/meta.ts';

const Listing = deferred(() => import('#web/parts/listing/listing.tsx').then((loaded) => loaded.Listing));

/**
 * Promotions that run, come or have just ended. `?section=` keeps those with goods of a root category, `?branch=` shows
 * another branch's instead of this one's; then the list of discounted goods, which is this branch's, stays away.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const found = context.get(shop);
  const { db, requestContext, config } = found;
  const { department, priceContext, device } = requestContext;
  const now = shownAt(requestContext);
  const path = actionsUrl();
  const query = new URL(request.url).searchParams;
  const isFiltered = query.has('section') || query.has('branch');
  const branches = branchesOf(await departmentDirectory(db));
  const branch = branches.find(({ id_1c }) => id_1c === query.get('branch')) ?? department;
  const actions = await listActions(db, branch.id_1c, now, requestContext.preview?.drafts);
  const sections = sectionsOf(actions);
  const section = sections.find(({ code }) => code === query.get('section')) ?? null;
  if (isFiltered) {
    const clean = filterUrl(section?.code ?? '', branch.id_1c === department.id_1c ? '' : branch.id_1c);
    if (clean !== path + new URL(request.url).search) throw redirect(clean, 302);
  }
  const origin = originFrom(requestContext, branch, config.MAIN_DOMAIN);
  const shown = actions.filter((action) => !section || action.sections.some(({ code }) => code === section.code));
  const discounts = branch.id_1c === department.id_1c ? await largestDiscounts(found, shown) : new Map();
  const groupOf = (state: ActionState) =>
    shown
      .filter((action) => action.state === state)
      .map((action) => cardOf(action, { zone: branch.time_zone, origin, now, discounts }));
  const crumbs = [homeCrumb];
  const city = inCity(branch.names_cases.prepositional);
  const listing_page = isFiltered ? null : await discountedGoods(found, request, path);
  const text = isFiltered ? null : await seoTexts(db, department, 'actions', '', { host: requestContext.host });
  return {
    device,
    crumbs,
    city,
    heading: text?.unique_title || 'Акции',
    current: groupOf('current'),
    coming: groupOf('coming'),
    ended: groupOf('ended'),
    filter: {
      section: section?.code ?? '',
      branch: branch.id_1c,
      sections,
      branches: branches.map(({ id_1c, name_for_site }) => ({ id_1c, name: name_for_site })),
    },
    is_elsewhere: branch.id_1c !== department.id_1c,
    listing_page,
    seo: seoOf(requestContext, {
      title: text?.title || `Акции и скидки ${city} — ИДД`,
      description:
        text?.description ||
        `Акции магазина ИДД ${city}: ${countOf(groupOf('current').length, 'предложение', 'предложения', 'предложений')} сейчас.`,
      keywords: text?.keywords,
      path,
      isIndexable: listing_page?.is_plain ?? false,
      jsonLd: [breadcrumbList(requestContext.origin, crumbs, 'Акции')],
    }),
  };

  /** Every product here is on discount, so the tick is part of the page and not of its address. */
  function discountedGoods({ db }: Shop, request: Request, path: string) {
    return readListing({
      db,
      priceContext,
      request,
      path,
      scope: {},
      fixed: { discounted: true },
      look: requestContext.preview,
      default_view: viewFor(requestContext),
    });
  }
}

type CardPlace = { zone: string; origin: string; now: Date; discounts: ReadonlyMap<string, number> };

/** A promotion as its card says it; `discounts`: the largest of each by its slug. */
export function cardOf(action: ListedAction, { zone, origin, now, discounts }: CardPlace): ActionCard {
  const { slug, name, text, image, state, count } = action;
  return {
    slug,
    name,
    text: firstSentences(plainText(text)),
    image,
    url: origin + actionUrl(slug),
    left: daysLeft(action, zone, now),
    discount: discountWords(discounts.get(slug) ?? 0),
    dates: cardDates(action, zone, now),
    goods: count > 0 ? countOf(count, 'товар', 'товара', 'товаров') : '',
    is_over: state === 'ended',
  };
}

/** The short description may hold markup; a card shows its words. */
function plainText(html: string): string {
  return html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function sectionsOf(actions: ListedAction[]): { code: string; name: string }[] {
  const sections = new Map(actions.flatMap((action) => action.sections.map(({ code, name }) => [code, name] as const)));
  return [...sections].map(([code, name]) => ({ code, name })).sort((a, b) => a.name.localeCompare(b.name, 'ru'));
}

function filterUrl(section: string, branch: string): string {
  const query = new URLSearchParams();
  if (section) query.set('section', section);
  if (branch) query.set('branch', branch);
  return query.size > 0 ? `${actionsUrl()}?${query}` : actionsUrl();
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function Actions({ loaderData }: Route.ComponentProps) {
  const { current, coming, ended, filter, is_elsewhere, listing_page, crumbs, device, city, heading } = loaderData;
  return (
    <>
      <PageHead crumbs={crumbs} title={heading} note={city} device={device} />
      <div className="acts__bar">
        <Filter filter={filter} />
        {listing_page && current.length > 0 && listing_page.result.total > 0 ? (
          <a className="link" href="#actions-goods">
            Сразу к товарам со скидкой: {formatCount(listing_page.result.total)}
          </a>
        ) : null}
      </div>
      {is_elsewhere ? (
        <p className="small soft">Страницы акций другого города откроются на его сайте, с его ценами и остатками.</p>
      ) : null}
      {current.length > 0 ? (
        <section aria-labelledby="actions-now">
          <h2 className="acts__h" id="actions-now">
            Действуют сейчас
          </h2>
          <ActionCards actions={current} isFirst />
        </section>
      ) : (
        <p className="acts__none">Сейчас под эти условия не подходит ни одна акция.</p>
      )}
      {/* What cannot be bought by now stands folded, so that the goods follow those that run. */}
      <Folded title="Скоро начнутся" actions={coming} isOpen={current.length === 0} />
      <Folded title="Закончились за последние 30 дней" actions={ended} />
      {listing_page ? (
        <section aria-labelledby="actions-goods" className="acts__goods">
          <h2 className="acts__h" id="actions-goods">
            Все товары со скидкой <span className="soft">{listing_page.result.total}</span>
          </h2>
          <Listing page={listing_page} device={device} isBelow={current.length > 0} />
        </section>
      ) : null}
    </>
  );
}

function Folded({ title, actions, isOpen = false }: { title: string; actions: ActionCard[]; isOpen?: boolean }) {
  if (actions.length === 0) return null;
  return (
    <details className="acts__fold" open={isOpen}>
      <summary>
        <h2>
          {unbroken(title)} <span className="soft">{formatCount(actions.length)}</span>
        </h2>
        <Icon name="chevron-down" size="s" />
      </summary>
      <ActionCards actions={actions} />
    </details>
  );
}

/** Where a script runs a choice is applied at once; otherwise by the button. */
function Filter({ filter }: { filter: Route.ComponentProps['loaderData']['filter'] }) {
  const submit = useSubmit();
  return (
    <Form
      method="get"
      action={actionsUrl()}
      className="acts__filter"
      key={`${filter.section} ${filter.branch}`}
      onChange={(event) => submit(event.currentTarget, { replace: true, preventScrollReset: true })}
    >
      <SelectField name="section" label="Раздел" defaultValue={filter.section}>
        <option value="">Все разделы</option>
        {filter.sections.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField name="branch" label="Где действует" defaultValue={filter.branch}>
        {filter.branches.map(({ id_1c, name }) => (
          <option key={id_1c} value={id_1c}>
            {name}
          </option>
        ))}
      </SelectField>
      <button type="submit" className="btn btn--line no-js">
        Показать акции
      </button>
    </Form>
  );
}
