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
  papers: string;
  back: string;
};

const buyers = 'Частным покупателям';

/** What is true of each way to pay, wherever it is offered. */
const methods: Record<PaymentMethod, Method> = {
  online: {
    icon: 'credit-card',
    title: 'Онлайн: карта или СБП',
    whose: buyers,
    when: (held) => `Сразу после оформления, целиком: товар ждёт оплаты ${held}.`,
    papers: 'На почту: сразу — чек предоплаты, при выдаче — полного расчёта. Все они есть на странице оплаты заказа.',
    back: 'На ту же карту или счёт, в течение 10 дней. За отменённый заказ — сразу и без заявления.',
  },
  on_receipt: {
    icon: 'banknote',
    title: 'При получении',
    whose: buyers,
    when: (_held, isOnlineTaken) =>
      `В пункте или у водителя: картой или наличными.${isOnlineTaken ? ' До выдачи можно оплатить и онлайн, на странице заказа.' : ''}`,
    papers: 'На месте.',
    back: 'В пункте выдачи, тем же способом, в течение 10 дней.',
  },
  credit: {
    icon: 'wallet',
    title: 'В кредит',
    whose: buyers,
    when: (held) => `Платит банк, когда одобрит заявку. Товар в это время в резерве, ${held}.`,
    papers: 'На почту, когда банк перевёл деньги.',
    back: 'Деньги возвращаются банку, кредит закрывается.',
  },
  invoice: {
    icon: 'file-text',
    title: 'По счёту',
    whose: 'Организациям и предпринимателям',
    when: (held) => `Пока товар в резерве, ${held}: банковским переводом. Собираем заказ, когда деньги поступят.`,
    papers: 'Счёт — сразу, универсальный передаточный документ (УПД) — после выдачи. Оба в PDF, на странице заказа.',
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
          <Methods codes={loaderData.methods} held={loaderData.held} />
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
          <Requisites rows={requisites} isFolded />
        </div>
        <InfoNav path={payUrl()} />
      </div>
    </>
  );
}

const columns = ['Когда платить', 'Чек и документы', 'Возврат'] as const;

type MethodsProps = Pick<Route.ComponentProps['loaderData'], 'held'> & { codes: PaymentMethod[] };

/** The ways to pay beside one another; on a phone each is a list, its cells named. */
function Methods({ codes, held }: MethodsProps) {
  return (
    <div>
      <table className="pay__methods">
        <thead>
          <tr>
            <th scope="col">Способ</th>
            {columns.map((name) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {codes.map((code) => {
            const { icon, title, whose, when, papers, back } = methods[code];
            return (
              <tr key={code}>
                <th scope="row">
                  <span className="pay__name">
                    <Icon name={icon} />
                    <span>
                      <span className="h3">{title}</span>
                      <span className="small soft line">{whose}</span>
                      {code === 'credit' ? (
                        <Link className="link small" to={creditUrl()}>
                          Условия и расчёт платежа
                        </Link>
                      ) : null}
                    </span>
                  </span>
                </th>
                {[when(held[code], codes.includes('online')), papers, back].map((words, at) => (
                  <td key={columns[at]} data-name={columns[at]}>
                    {unbroken(words)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="pay__more">
        <Link className="link" to={infoUrl('returns')}>
          Что и как можно вернуть
        </Link>
      </p>
    </div>
  );
}
