import './pay.css';
import '../../parts/written/requisites.css';
import { orderMethods } from '#integrations/payments/order-methods.ts';
import { departmentDirectory, pointsOf } from '#modules/departments/directory.ts';
import { readRequisites } from '#modules/documents/seller-requisites.ts';
import { listProgrammes, type Programme } from '#modules/loyalty/programmes.ts';
import { readTerms } from '#modules/orders/working-days.ts';
import { listCreditPrograms } from '#modules/payments/credit-programs.ts';
import { shownAt } from '#modules/visitors/request-context.ts';
import { inCity } from '#shared/cities.ts';
import { formatPrice } from '#shared/money.ts';
import type { PaymentMethod } from '#shared/order-states.ts';
import { phoneHref, phoneList } from '#shared/phone.ts';
import { countOf, storageWords, workingDays } from '#shared/plurals.ts';
import { refundArrives } from '#shared/refund-words.ts';
import { unbroken } from '#shared/unbroken.ts';
import { bonusCardUrl, businessCardUrl, contactsUrl, creditUrl, iddCardUrl, infoUrl, payUrl } from '#shared/urls.ts';
import { percentSpan, spendWords } from '#web/parts/loyalty/card-words.ts';
import { shop } from '#web/parts/request/context.ts';
import { useShell } from '#web/parts/request/use-shell.ts';
import { metaOf } from '#web/parts/seo/meta.ts';
import { InfoNav } from '#web/parts/written/info-nav.tsx';
import { readWritten } from '#web/parts/written/read-written.server.ts';
import { requisiteRows } from '#web/parts/written/requisite-rows.ts';
import { TermsTable } from '#web/parts/written/terms-table.tsx';
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
  const [written, requisites, departments, { terms }, programs, programmes] = await Promise.all([
    readWritten({ db, requestContext }, { slug: 'pay', name: 'Оплата', path: payUrl() }),
    readRequisites(db, department.id_1c),
    departmentDirectory(db),
    readTerms(db, department.id_1c),
    listCreditPrograms(db, shownAt(requestContext), requestContext.preview?.drafts),
    listProgrammes(db),
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
    },
    // As the checkout calls it; «рассрочка» is said where a programme without interest runs.
    has_free_credit: programs.some(({ full_cost_to }) => full_cost_to === 0),
    reductions: reductionsOf(programmes, department.b2b_price !== null),
  };
}

type Reduction = { icon: string; name: string; words: string; url: string | null };

/** By the rules of the cards that run; a coupon is taken in every cart. */
function reductionsOf(programmes: Programme[], has_business_prices: boolean): Reduction[] {
  const bonus = programmes.find(({ kind, spend_percent }) => kind === 'bonus' && spend_percent);
  const share = bonus && spendWords(bonus);
  const idd = programmes.find(({ kind }) => kind === 'idd');
  const reductions: (Reduction | false | undefined)[] = [
    !!share && {
      icon: 'credit-card',
      name: 'Бонусы',
      words: `В корзине: ${share}.`,
      url: bonusCardUrl(),
    },
    {
      icon: 'percent',
      name: 'Купон',
      words: `В корзине: введите код, новая сумма видна сразу.${bonus ? (bonus.spends_with_coupon ? ' Действует вместе с бонусами.' : ' Вместе с бонусами не действует.') : ''}`,
      url: null,
    },
    idd && {
      icon: 'wallet',
      name: 'Карта ИДД',
      words: `На кассе: скидка ${percentSpan(idd)}. Цены на сайте не меняет.`,
      url: iddCardUrl(),
    },
    has_business_prices && {
      icon: 'building-2',
      name: 'Бизнес-карта',
      words: 'Организациям — отдельные цены, в корзине и в счёте.',
      url: businessCardUrl(),
    },
  ];
  return reductions.filter((one) => !!one);
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
    title: 'Онлайн: карта или\u00a0СБП',
    whose: buyers,
    when: (held) => `Сразу после оформления, целиком: товар ждёт оплаты ${held}.`,
    papers: 'На почту: сразу — чек предоплаты, при выдаче — полного расчёта. Все они есть на странице оплаты заказа.',
    back: `Деньги отправляем тем же способом: за отменённый заказ — сразу и без заявления, за товар — в течение 10 дней. Деньги приходят: ${refundArrives}.`,
  },
  on_receipt: {
    icon: 'banknote',
    title: 'При получении',
    whose: buyers,
    when: (_held, isOnlineTaken) =>
      `В пункте или у водителя: картой или наличными.${isOnlineTaken ? ' До выдачи можно оплатить и онлайн, на странице заказа.' : ''}`,
    papers: 'Чек — на месте.',
    back: 'В пункте выдачи, тем же способом, в течение 10 дней.',
  },
  credit: {
    icon: 'wallet',
    title: 'Кредит',
    whose: buyers,
    when: (held) => `Платит банк, когда одобрит заявку. Товар в это время в резерве, ${held}.`,
    papers: 'Чек — на почту, когда банк перевёл деньги.',
    back: 'Деньги возвращаются банку, кредит закрывается.',
  },
  invoice: {
    icon: 'file-text',
    title: 'По счёту',
    whose: 'Организациям и предпринимателям',
    when: (held) => `Банковским переводом, пока товар в резерве (${held}). Собираем заказ, когда деньги поступят.`,
    papers: 'Счёт — сразу, универсальный передаточный документ (УПД) — после выдачи. Оба в PDF, на странице заказа.',
    back: 'На расчётный счёт плательщика, по письму.',
  },
};

export default function Pay({ loaderData }: Route.ComponentProps) {
  const { crumbs, device, title, city, html, requisites } = loaderData;
  const isPhone = device === 'mobile';
  return (
    <>
      <PageHead crumbs={crumbs} title={title} note={city} device={device} />
      <div className="info">
        <div className="pay">
          <Methods {...loaderData} />
          <Reductions reductions={loaderData.reductions} />
        </div>
        <aside className="pay__side">
          <BranchTerms city={city} branch={loaderData.branch} />
          {isPhone ? null : <InfoNav path={payUrl()} />}
        </aside>
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by infoPage */}
      {html ? <div className="prose pay__text" dangerouslySetInnerHTML={{ __html: html }} /> : null}
      <div className="pay__requisites">
        <Requisites rows={requisites} isFolded />
      </div>
      {isPhone ? <InfoNav path={payUrl()} /> : null}
    </>
  );
}

type PayData = Route.ComponentProps['loaderData'];

const columns = ['Когда платить', 'Чек и документы', 'Возврат'] as const;

/** The ways to pay beside one another. */
function Methods({ methods: codes, held, has_free_credit }: Pick<PayData, 'methods' | 'held' | 'has_free_credit'>) {
  const isPhone = useShell().device === 'mobile';
  const cellsOf = (code: PaymentMethod) =>
    [methods[code].when(held[code], codes.includes('online')), methods[code].papers, methods[code].back].map(unbroken);
  const nameOf = (code: PaymentMethod) => <Name code={code} hasFreeCredit={has_free_credit} />;
  return (
    <div>
      {isPhone ? (
        <ul className="pay__ways">
          {codes.map((code) => (
            <li key={code}>
              {nameOf(code)}
              <Way cells={cellsOf(code)} />
            </li>
          ))}
        </ul>
      ) : (
        <TermsTable
          look="text"
          head={['Способ', ...columns]}
          rows={codes.map((code) => ({ id: code, name: nameOf(code), cells: cellsOf(code) }))}
        />
      )}
      <p className="pay__more">
        <Link className="link" to={infoUrl('returns')}>
          Что и как можно вернуть
        </Link>
      </p>
    </div>
  );
}

function Name({ code, hasFreeCredit }: { code: PaymentMethod; hasFreeCredit: boolean }) {
  const { icon, title, whose } = methods[code];
  return (
    <span className="pay__name">
      <Icon name={icon} />
      <span>
        <span className="h3">{code === 'credit' && hasFreeCredit ? 'Кредит или рассрочка' : title}</span>
        <span className="small soft line">{whose}</span>
        {code === 'credit' ? (
          <Link className="link small" to={creditUrl()}>
            Условия и расчёт платежа
          </Link>
        ) : null}
      </span>
    </span>
  );
}

/** On a phone: when it is paid; papers and the way back are folded. */
function Way({ cells: [when, ...rest] }: { cells: string[] }) {
  return (
    <div className="pay__way">
      <p>{when}</p>
      <details>
        <summary className="link">Чек и возврат</summary>
        <dl>
          {rest.map((words, at) => (
            <div key={words}>
              <dt className="soft">{columns[at + 1]}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}

/** What makes a purchase cheaper, each with where it is used. */
function Reductions({ reductions }: Pick<PayData, 'reductions'>) {
  return (
    <section aria-labelledby="pay-less">
      <h2 id="pay-less">Как снизить сумму</h2>
      <ul className="pay__less">
        {reductions.map(({ icon, name, words, url }) => (
          <li key={name}>
            <Icon name={icon} />
            <span>
              {url ? (
                <Link className="link b" to={url}>
                  {name}
                </Link>
              ) : (
                <b className="b">{name}</b>
              )}
              <span className="small line">{unbroken(words)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function BranchTerms({ city, branch }: Pick<PayData, 'city' | 'branch'>) {
  return (
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
        {branch.phone ? (
          <li>
            <Icon name="phone" />
            <span>
              Вопросы об оплате:{' '}
              <a className="link num nowrap" href={phoneHref(branch.phone)}>
                {branch.phone}
              </a>
            </span>
          </li>
        ) : null}
      </ul>
    </section>
  );
}
