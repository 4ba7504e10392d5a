import './pay.css';
import '../../parts/written/requisites.css';
import { orderMethods } from '#integrations/payments/order-methods.ts';
import { departmentDirectory, pointsOf } from '#modules/departments/directory.ts';
import { readRequisites } from '#modules/documents/seller-requisites.ts';
import { readTerms } from '#modules/orders/working-days.ts';
import { inCity } from '#shared/cities.ts';
import { formatPrice } from '#shared/money.ts';
import type { PaymentMethod } from '#shared/order-states.ts';
import { phoneHref, phoneList } from '#shared/phone.ts';
import { countOf, storageWords, workingDays } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { businessCardUrl, contactsUrl, creditUrl, infoUrl, payUrl } from '#shared/urls.ts';
import { shop } from '#web/parts/request/context.ts';
import { metaOf } from '#web/parts/seo/meta.ts';
import { InfoNav } from '#web/parts/written/info-nav.tsx';
import { readWritten } from '#web/parts/written/read-written.server.ts';
import { requisiteRows } from '#web/parts/written/requisite-rows.ts';
import { deferred } from '#web/ui/deferred.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import type { Route } from './+types/route.ts';

const Requisites = deferred(() => import('#web/parts/written/requisites.tsx').then((loaded) => loaded.Requisites));

/** The methods an order of this shop can really be paid with, requisites and the branch's own terms: all from rows. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, requestContext, partners } = context.get(shop);
  const { department } = requestContext;
  const [written, requisites, departments, { terms }] = await Promise.all([
    readWritten({ db, requestContext }, { slug: 'pay', name: 'Оплата', path: payUrl() }),
    readRequisites(db, department.id_1c),
    departmentDirectory(db),
    readTerms(db, department.id_1c),
  ]);
  return {
    ...written,
    city: inCity(department.names_cases.prepositional),
    methods: orderMethods(partners.payments),
    held: {
      on_receipt: '',
      online: countOf(terms.online_minutes, 'минуту', 'минуты', 'минут'),
      invoice: workingDays(terms.invoice_working_days),
      credit: workingDays(terms.credit_working_days),
    } satisfies Record<PaymentMethod, string>,
    requisites: requisites ? requisiteRows(requisites) : [],
    branch: {
      phone: phoneList(department.phones)[0] ?? null,
      minimum: department.min_order_kopecks,
      storage: storageWords(department.storage_days),
      points: pointsOf(departments, department).filter(
        ({ id_1c, is_pick_up_point }) => is_pick_up_point || id_1c === department.id_1c,
      ).length,
      has_business_prices: department.b2b_price !== null,
    },
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

/** `when` takes how long goods wait for this payment, and whether the shop takes money online. */
type Method = {
  icon: string;
  title: string;
  whose: string;
  when: (held: string, isOnlineTaken: boolean) => string;
  papers: [term: string, words: string];
  back: string;
};

/** What is true of each way to pay, wherever it is offered. */
const methods: Record<PaymentMethod, Method> = {
  online: {
    icon: 'credit-card',
    title: 'Онлайн: карта или СБП',
    whose: 'Частным покупателям',
    when: (held) =>
      `Сразу после оформления и целиком: товар ждёт оплаты ${held}. Платят на странице платёжной системы.`,
    papers: ['Чек', 'Чек предоплаты — на почту, чек полного расчёта — при выдаче.'],
    back: 'На ту же карту или счёт. За отменённый заказ — сразу и без заявления.',
  },
  on_receipt: {
    icon: 'banknote',
    title: 'При получении',
    whose: 'Частным покупателям',
    when: (_held, isOnlineTaken) =>
      `Когда забираете заказ в пункте или принимаете у водителя: картой или наличными.${isOnlineTaken ? ' Передумали — до выдачи заказ можно оплатить онлайн на его странице.' : ''}`,
    papers: ['Чек', 'На месте.'],
    back: 'В пункте выдачи, тем же способом, в течение 10 дней.',
  },
  credit: {
    icon: 'wallet',
    title: 'В кредит',
    whose: 'Частным покупателям',
    when: (held) => `Сразу ничего: когда банк одобрит заявку, он заплатит сам. Товар в это время в резерве, ${held}.`,
    papers: ['Чек', 'На почту, когда банк перевёл деньги.'],
    back: 'Деньги возвращаются банку, кредит закрывается.',
  },
  invoice: {
    icon: 'file-text',
    title: 'По счёту',
    whose: 'Организациям и предпринимателям',
    when: (held) =>
      `Пока товар в резерве, ${held}: банковским переводом по счёту. Собираем заказ, когда деньги поступят.`,
    papers: [
      'Документы',
      'Счёт — сразу после оформления, универсальный передаточный документ (УПД) — после выдачи. Оба в PDF, на странице заказа.',
    ],
    back: 'На расчётный счёт плательщика, по письму.',
  },
};

export default function Pay({ loaderData }: Route.ComponentProps) {
  const { crumbs, device, title, city, html, requisites, branch } = loaderData;
  return (
    <>
      <PageHead crumbs={crumbs} title={title} note={city} device={device} />
      <div className="info">
        <div className="pay">
          <ul className="pay__methods">
            {loaderData.methods.map((code) => (
              <MethodCard
                key={code}
                method={methods[code]}
                held={loaderData.held[code]}
                code={code}
                isOnlineTaken={loaderData.methods.includes('online')}
              />
            ))}
          </ul>
          <section className="panel panel--quiet" aria-labelledby="pay-branch">
            <h2 id="pay-branch" className="h3">
              Условия {city}
            </h2>
            <ul className="pay__branch">
              <li>
                <Icon name="store" />
                <span>
                  Платить при получении можно{' '}
                  <Link className="link" to={contactsUrl()}>
                    {branch.points === 1
                      ? 'в пункте выдачи'
                      : `в любом из ${countOf(branch.points, 'пункта', 'пунктов', 'пунктов')}`}
                  </Link>
                </span>
              </li>
              <li>
                <Icon name="mail" />
                <span>Заказ без входа в кабинет сначала подтвердите по ссылке из письма, если платите не онлайн</span>
              </li>
              <li>
                <Icon name="clock" />
                <span>{branch.storage}</span>
              </li>
              <li>
                <Icon name="shopping-cart" />
                <span>
                  {branch.minimum > 0
                    ? `Минимальная сумма заказа — ${formatPrice(branch.minimum)}`
                    : 'Минимальной суммы заказа нет'}
                </span>
              </li>
              {branch.has_business_prices ? (
                <li>
                  <Icon name="building-2" />
                  <span>
                    Организациям — отдельные цены по{' '}
                    <Link className="link" to={businessCardUrl()}>
                      бизнес-карте
                    </Link>
                  </span>
                </li>
              ) : null}
              {branch.phone ? (
                <li>
                  <Icon name="phone" />
                  <span>
                    Вопросы об оплате:{' '}
                    <a className="link num" href={phoneHref(branch.phone)}>
                      {branch.phone}
                    </a>
                  </span>
                </li>
              ) : null}
            </ul>
          </section>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by infoPage */}
          {html ? <div className="prose" dangerouslySetInnerHTML={{ __html: html }} /> : null}
          <Requisites rows={requisites} />
        </div>
        <InfoNav path={payUrl()} />
      </div>
    </>
  );
}

type MethodProps = { method: Method; held: string; code: PaymentMethod; isOnlineTaken: boolean };

function MethodCard({ method, held, code, isOnlineTaken }: MethodProps) {
  const facts: [term: string, words: string][] = [
    ['Когда платить', method.when(held, isOnlineTaken)],
    method.papers,
    ['Возврат', method.back],
  ];
  return (
    <li className="panel pay__method">
      <h2 className="h3">
        <Icon name={method.icon} />
        {method.title}
      </h2>
      <p className="small soft">{method.whose}</p>
      <dl>
        {facts.map(([term, words]) => (
          <div key={term}>
            <dt className="small soft">{term}</dt>
            <dd>{unbroken(words)}</dd>
          </div>
        ))}
      </dl>
      {code === 'credit' ? (
        <Link className="link" to={creditUrl()}>
          Условия и расчёт платежа
        </Link>
      ) : null}
      {code === 'online' ? (
        <Link className="link" to={infoUrl('returns')}>
          Порядок возврата
        </Link>
      ) : null}
    </li>
  );
}
