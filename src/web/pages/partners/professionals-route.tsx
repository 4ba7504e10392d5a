import { perUnit, shownAmount, shownPrice } from '#shared/unit-words.ts';
import './partners.css';
import { tierExamples } from '#modules/catalogue/tier-examples.ts';
import { findProgramme } from '#modules/loyalty/programmes.ts';
import { readTerms } from '#modules/orders/working-days.ts';
import { inCity } from '#shared/cities.ts';
import { formatPrice } from '#shared/money.ts';
import { phoneHref } from '#shared/phone.ts';
import { workingDays } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import {
  bonusCardUrl,
  businessCardUrl,
  companyUrl,
  completedOrdersUrl,
  orderHelpUrl,
  productUrl,
  professionalsUrl,
  signupUrl,
} from '#shared/urls.ts';
import { type WorkedExample, workedExample } from '#web/parts/goods/worked-example.ts';
import { percentSpan } from '#web/parts/loyalty/card-words.ts';
import { shop } from '#web/parts/request/context.ts';
import { metaOf } from '#web/parts/seo/meta.ts';
import { departmentPhones, isWholesale } from '#web/parts/shell/static/department-phones.ts';
import { readWritten } from '#web/parts/written/read-written.server.ts';
import { TermsTable } from '#web/parts/written/terms-table.tsx';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Entries, Entry } from '#web/ui/entries.tsx';
import { FormLink } from '#web/ui/form-link.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import type { Route } from './+types/professionals-route.ts';

const mostExamples = 6;

/**
 * For masters, foremen and organisations (S2-03). The table holds this branch's public quantity prices, never a
 * business column's.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(shop);
  const { db, requestContext } = site;
  const [written, { terms, storage_days }, bonus, examples] = await Promise.all([
    readWritten(site, { slug: 'professionalam', name: 'Профессионалам', path: professionalsUrl() }),
    readTerms(db, requestContext.department.id_1c),
    findProgramme(db, 'bonus'),
    tierExamples(db, requestContext.priceContext, mostExamples).catch((error: unknown) => {
      site.log.error({ err: error }, 'examples of quantity prices failed');
      return [];
    }),
  ]);
  return {
    ...written,
    city: inCity(requestContext.department.names_cases.prepositional),
    bonus: bonus && percentSpan(bonus),
    wholesale: departmentPhones(requestContext.department.phones).find(isWholesale) ?? null,
    reserve: {
      pickup: workingDays(storage_days),
      invoice: workingDays(terms.invoice_working_days),
    },
    worked: workedExample(examples),
    examples: examples.map(({ product_id, slug, name, shown_unit, price, tiers }) => ({
      id: product_id,
      slug,
      name,
      price: price === null ? '' : `${formatPrice(shownPrice(price, shown_unit))} ${perUnit(shown_unit)}`,
      tiers: tiers.map((tier) => ({
        from: shownAmount(tier.from_count, shown_unit, 'genitive'),
        price: formatPrice(shownPrice(tier.price, shown_unit)),
        saved: price !== null && price > tier.price ? formatPrice(shownPrice(price - tier.price, shown_unit)) : null,
      })),
    })),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function Professionals({ loaderData }: Route.ComponentProps) {
  const { title, html, crumbs, device, reserve, examples, worked, city, bonus, wholesale } = loaderData;
  return (
    <>
      <Breadcrumbs crumbs={crumbs} here={title} device={device} />
      <Hero title={title} worked={worked} city={city} />
      <ProfessionalEntries bonus={bonus} />
      {examples.length > 0 ? <Tiers examples={examples} city={city} /> : null}
      <Terms reserve={reserve} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by infoPage */}
      {html ? <div className="prose block partners__text" dangerouslySetInnerHTML={{ __html: html }} /> : null}
      <section className="block partners__call" aria-labelledby="ask">
        <div className="partners__asked">
          <h2 id="ask">Нужен совет по материалам?</h2>
          <p className="soft">
            Расскажите об объекте: подскажем материалы и посчитаем, сколько нужно.
            {wholesale ? (
              <span className="line">
                {wholesale.label}:{' '}
                <a className="link num nowrap" href={phoneHref(wholesale.phone)}>
                  {wholesale.phone}
                </a>
              </span>
            ) : null}
          </p>
        </div>
        <p className="row partners__acts">
          <FormLink code="consultation" className="btn btn--line">
            Спросить специалиста
          </FormLink>
          <FormLink code="estimate" className="btn btn--line">
            Отдать смету менеджеру
          </FormLink>
        </p>
      </section>
    </>
  );
}

type HeroProps = Pick<Route.ComponentProps['loaderData'], 'title' | 'worked' | 'city'>;

/** What the page is about, and one purchase counted at the prices of this moment, where there is one. */
function Hero({ title, worked, city }: HeroProps) {
  return (
    <div className={`partners__top${worked ? ' partners__top--two' : ''}`}>
      <section className="slide slide--spruce partners__hero" data-ground="dark">
        <div className="slide__floor" />
        <Pallet />
        <div className="slide__words">
          <h1 className="h">{unbroken(title)}</h1>
          <p>
            Мастерам, бригадам и организациям: чем больше берёте, тем ниже цена, а подбор по смете, счета и УПД — в
            одном кабинете.
          </p>
          <p className="row partners__acts">
            <Link className="btn btn--lg" to={`${orderHelpUrl()}#estimate`}>
              Загрузить смету
            </Link>
          </p>
        </div>
      </section>
      {worked ? <Worked worked={worked} city={city} /> : null}
    </div>
  );
}

/** Bags on a pallet: what whoever comes here buys. */
function Pallet() {
  return (
    <svg className="partners__pallet" viewBox="0 0 260 214" aria-hidden="true">
      {bags.map(([x, y]) => (
        <g key={`${x} ${y}`}>
          <rect className="partners__bag" x={x} y={y} width="76" height="34" rx="10" />
          <path className="partners__band" d={`M${x + 26} ${y}h24v34h-24z`} />
        </g>
      ))}
      <path
        className="partners__board"
        d="M6 180h248v10H6zm14 10h24v16H20zm98 0h24v16h-24zm98 0h24v16h-24zM6 206h248v8H6z"
      />
    </svg>
  );
}

const bags = [
  [94, 36],
  [54, 72],
  [134, 72],
  [14, 108],
  [94, 108],
  [174, 108],
  [14, 144],
  [94, 144],
  [174, 144],
] as const;

function Worked({ worked, city }: { worked: WorkedExample; city: string }) {
  return (
    <section className="panel partners__worked" aria-labelledby="worked">
      <h2 className="h3" id="worked">
        Посчитали на примере
      </h2>
      <p>
        <Link className="link" to={productUrl(worked.slug)}>
          {unbroken(worked.name)}
        </Link>
        <span className="small soft line">Цены магазина {city}, для всех покупателей</span>
      </p>
      <dl className="num">
        <div>
          <dt>{worked.amount} по розничной цене</dt>
          <dd>{worked.usual}</dd>
        </div>
        <div>
          <dt>{worked.amount} по цене от количества</dt>
          <dd>{worked.sum}</dd>
        </div>
      </dl>
      <p className="b num partners__saved">{worked.saved_words}</p>
      <a className="btn btn--quiet" href="#tiers">
        Все цены от количества
      </a>
    </section>
  );
}

/** `bonus`: what a card of bonuses gives back, «2–5 %»; null: the shop has none. */
function ProfessionalEntries({ bonus }: { bonus: string | null }) {
  return (
    <Entries>
      <Entry
        icon="percent"
        name="Цены для организаций"
        text="После проверки ИНН менеджер открывает цены для бизнеса: в карточке видны обе цены, в корзине и счёте — ваша."
      >
        <Link className="btn btn--primary" to={businessCardUrl()}>
          Как открыть
        </Link>
      </Entry>
      <Entry icon="rotate-ccw" name="Повторить заказ" text="Прошлый заказ ложится в корзину целиком одной кнопкой.">
        <Link className="btn btn--line" to={completedOrdersUrl()}>
          Мои заказы
        </Link>
      </Entry>
      <Entry
        icon="building-2"
        name="Организация"
        text="Добавьте организацию и коллег: владелец, закупщик, бухгалтер видят своё."
      >
        <Link className="btn btn--line" to={companyUrl()}>
          Организация в кабинете
        </Link>
      </Entry>
      {bonus ? (
        <Entry
          icon="user"
          name="Мастеру без организации"
          text={unbroken(`Бонусы ${bonus} от покупки на следующие покупки. Кабинет — по коду из письма, без пароля.`)}
        >
          <Link className="btn btn--line" to={bonusCardUrl()}>
            Бонусная карта
          </Link>
        </Entry>
      ) : (
        <Entry icon="user" name="Ещё нет кабинета?" text="Регистрация по коду из письма, пароль не обязателен.">
          <Link className="btn btn--line" to={signupUrl()}>
            Зарегистрироваться
          </Link>
        </Entry>
      )}
    </Entries>
  );
}

type TiersProps = Pick<Route.ComponentProps['loaderData'], 'examples' | 'city'>;

/** Prices by quantity, as everybody sees them. */
function Tiers({ examples, city }: TiersProps) {
  return (
    <div className="block partners__tiers">
      <h2 id="tiers">Цена от количества</h2>
      <p className="soft partners__lead">
        {unbroken(`Примеры из магазина ${city}: эти цены действуют для всех, корзина учитывает их автоматически.`)}
      </p>
      <TermsTable
        head={['Товар', 'Розничная цена', 'От количества']}
        rows={examples.map(({ id, slug, name, price, tiers }) => ({
          id,
          name: (
            <Link className="link" to={productUrl(slug)}>
              {unbroken(name)}
            </Link>
          ),
          cells: [
            <span key="price" className="nowrap num">
              {price}
            </span>,
            <span key="tiers" className="num">
              {tiers.map((tier) => (
                <span key={tier.from} className="line">
                  <span className="nowrap">от {tier.from} —</span>{' '}
                  <span className="nowrap">
                    <b className="b">{tier.price}</b>
                    {tier.saved ? <span className="soft"> −{tier.saved}</span> : null}
                  </span>
                </span>
              ))}
            </span>,
          ],
        }))}
      />
    </div>
  );
}

/** How long goods are kept without payment. */
function Terms({ reserve }: Pick<Route.ComponentProps['loaderData'], 'reserve'>) {
  return (
    <section className="block" aria-labelledby="reserve">
      <h2 id="reserve">Резерв без предоплаты</h2>
      <ul className="partners__facts">
        <li>
          <Icon name="package" />
          Самовывоз с оплатой при получении: {reserve.pickup} после того, как заказ собран.
        </li>
        <li>
          <Icon name="file-text" />
          Счёт организации: {reserve.invoice} после оформления, без входа в кабинет — после подтверждения по ссылке из
          письма.
        </li>
        <li>
          <Icon name="calendar-clock" />
          Срок кончается, когда пункт закрывается в последний день.
        </li>
      </ul>
    </section>
  );
}
