import { listOwnCompanies } from '#modules/accounts/companies.ts';
import { offersOf } from '#modules/catalogue/offers.ts';
import { tierExamples } from '#modules/catalogue/tier-examples.ts';
import { firmSummaries } from '#modules/documents/firm-summary.ts';
import { listProgrammes, type Programme } from '#modules/loyalty/programmes.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import { orNothing, quietly } from '#platform/failures.ts';
import { inCity } from '#shared/cities.ts';
import { phoneHref } from '#shared/phone.ts';
import { workingDays } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { bonusCardUrl, companyUrl, iddCardUrl, loginUrl, productUrl, professionalsUrl } from '#shared/urls.ts';
import { formKey, readFormView } from '#web/parts/forms/read-form-view.server.ts';
import { RequestForm } from '#web/parts/forms/request-form.tsx';
import { firmExample, workedExample } from '#web/parts/goods/worked-example.ts';
import { percentSpan } from '#web/parts/loyalty/card-words.ts';
import { type Shop, shop } from '#web/parts/request/context.ts';
import { metaOf } from '#web/parts/seo/meta.ts';
import { departmentPhones, isWholesale } from '#web/parts/shell/static/department-phones.ts';
import { readWritten } from '#web/parts/written/read-written.server.ts';
import { CardFace, RulesTable, WrittenPage } from '#web/parts/written/written-page.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import type { Route } from './+types/business-card-route.ts';
import { FirmState } from './firm-state.tsx';
import { firmTerms, managerTerm } from './firm-terms.ts';

/** S2-16: what firms get, the request, and for a signed-in person how far their firms are. */
export async function loader({ context }: Route.LoaderArgs) {
  const found = context.get(shop);
  const { db, requestContext } = found;
  const { account, department } = requestContext;
  const [page, form, firms, summaries, terms, reserve, programmes, example] = await Promise.all([
    readWritten(found, { slug: 'business-card', name: 'Бизнес-карта' }),
    readFormView(found, 'business_card'),
    account ? listOwnCompanies(db, account.user_id) : [],
    account?.company
      ? orNothing(
          firmSummaries(db, account.user_id, department.time_zone),
          [],
          quietly(found.log, 'fault', 'the terms of a firm failed'),
        )
      : [],
    readSetting(db, 'company_terms'),
    readSetting(db, 'reservation_terms'),
    listProgrammes(db),
    orNothing(readExample(found), null, quietly(found.log, 'product', 'the example of a price failed')),
  ]);
  const summary = summaries.find(({ id }) => id === account?.company?.id);
  return {
    page,
    form,
    form_key: formKey(),
    example,
    check_words: terms.check_working_days === null ? null : workingDays(terms.check_working_days),
    reserve_words: workingDays(reserve.invoice_working_days),
    is_signed: account !== null,
    cards: programmes.map((one) => ({ name: one.name, ...cardGives(one) })),
    // Firms are answered by the wholesale department: it stands first.
    phones: departmentPhones(department.phones).toSorted((a, b) => Number(isWholesale(b)) - Number(isWholesale(a))),
    firms: firms.map(({ id, name, inn, contract, is_active, is_suspended, is_current }) => ({
      id,
      name,
      inn,
      contract,
      is_active,
      is_suspended,
      is_current,
    })),
    terms: summary ? firmTerms(summary) : [],
    manager: summary?.manager ? managerTerm(summary.manager) : null,
    has_unpaid: summary !== undefined && summary.unpaid !== null,
    role: summary?.role ?? null,
  };
}

/** Whom the other cards of the shop are for, what they give, by the rows they are counted by, and the page of each. */
function cardGives(programme: Programme): { url: string; whom: string; gives: string } {
  const percents = percentSpan(programme);
  return programme.kind === 'bonus'
    ? {
        url: bonusCardUrl(),
        whom: 'Тем, кому удобнее копить',
        gives: unbroken(`Бонусы ${percents} от покупки на следующие покупки`),
      }
    : {
        url: iddCardUrl(),
        whom: 'Тем, кому нужна скидка сразу',
        gives: unbroken(`Скидка ${percents} на кассе`),
      };
}

/** Of so many goods the one that saves most is counted. */
const mostGoods = 6;

/**
 * One purchase beside what everybody pays for it: by the buyer's own column, by the branch's where the owner lets
 * everybody see it (decision 558), else by the public prices by quantity.
 */
async function readExample({ db, requestContext }: Shop) {
  const { department, priceContext } = requestContext;
  const city = inCity(department.names_cases.prepositional);
  const goods = await tierExamples(db, priceContext, mostGoods);
  const own = priceContext.buyer_price_column;
  const column = own ?? ((await readSetting(db, 'company_terms')).shows_example ? department.b2b_price : null);
  if (column !== null) {
    const ids = goods.map(({ product_id }) => product_id);
    const worked = firmExample(goods, await offersOf(db, { ...priceContext, buyer_price_column: column }, ids));
    if (worked) return { worked, city, whose: own === null ? ('branch' as const) : ('own' as const) };
  }
  const worked = workedExample(goods);
  return worked && { worked, city, whose: own === null ? ('everybody' as const) : ('same' as const) };
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.page.seo);

export default function BusinessCard({ loaderData }: Route.ComponentProps) {
  if (loaderData.firms.length > 0) return <ForFirm {...loaderData} />;
  return loaderData.page.device === 'mobile' ? <OnPhone {...loaderData} /> : <OnDesktop {...loaderData} />;
}

type Loaded = Route.ComponentProps['loaderData'];

/** Who has a firm here comes for how it stands: whom they buy for, at which prices and by which terms. */
function ForFirm(props: Loaded) {
  const { page, firms, phones } = props;
  const isMember = firms.some(({ is_active }) => is_active);
  return (
    <WrittenPage
      // What is written for whoever thinks of one is not for a firm that has it.
      page={isMember ? { ...page, html: '' } : page}
      // Who has the card knows what it gives: on a phone it is not scrolled through.
      fold={isMember && page.device === 'mobile' ? 'Что даёт бизнес-карта' : undefined}
      above={<FirmState {...props} />}
      first={<Example {...props} />}
      aside={
        <>
          <Phones phones={phones} />
          <AnotherFirm />
        </>
      }
    >
      <Benefits />
      <Steps firms={firms} />
      <NoBonuses isMember={isMember} />
    </WrittenPage>
  );
}

/** The form stands beside what it is filled in for: what it asks and how soon it is checked are read there. */
function OnDesktop(props: Loaded) {
  const { page, form, form_key, firms, phones } = props;
  return (
    <WrittenPage
      page={page}
      aside={
        <>
          {form ? <RequestForm form={form} formKey={form_key} /> : null}
          <Phones phones={phones} />
        </>
      }
    >
      <div className="club__own">
        <GuestCard />
        <Benefits />
      </div>
      <NoBonuses />
      <Example {...props} />
      <Steps firms={firms} />
      <HasAccount {...props} />
      <Cards {...props} />
    </WrittenPage>
  );
}

/** One column: how it goes on, and the shorter way of those with an account, before the form. */
function OnPhone(props: Loaded) {
  const { page, form, form_key, firms, phones } = props;
  return (
    <WrittenPage page={page} first={<GuestCard />} aside={<Phones phones={phones} />}>
      {form ? (
        <a className="btn btn--primary btn--lg" href="#request">
          Подать заявку
        </a>
      ) : null}
      <Needed {...props} />
      <Example {...props} />
      <Benefits />
      <NoBonuses />
      <Cards {...props} />
      <Steps firms={firms} />
      <HasAccount {...props} />
      {form ? <RequestForm form={form} formKey={form_key} /> : null}
    </WrittenPage>
  );
}

/** Where a firm's own card names the firm, a guest reads that it will. */
function GuestCard() {
  return <CardFace kind="business" title="Бизнес-карта" owner="Название вашей организации" />;
}

function Needed({ form, check_words }: Pick<Loaded, 'form' | 'check_words'>) {
  if (!form) return null;
  const term = check_words === null ? '' : ` Проверяем за ${check_words}.`;
  return <p className="soft">{unbroken(`Понадобятся ИНН, название, контактное лицо, телефон и почта.${term}`)}</p>;
}

function NoBonuses({ isMember = false }: { isMember?: boolean }) {
  const words = 'Бонусы за покупки организаций не начисляются.';
  if (isMember) return <p className="soft">{unbroken(words)}</p>;
  return (
    <p className="soft">
      {unbroken(`${words} Мастерам и бригадам без организации:`)}{' '}
      <Link className="link" to={professionalsUrl()}>
        что есть для профессионалов
      </Link>
      .
    </p>
  );
}

/** Who came for another of the shop's cards is led to its page. */
function Cards({ cards }: Pick<Loaded, 'cards'>) {
  if (cards.length === 0) return null;
  const business = ['Бизнес-карта', 'Организациям и предпринимателям', unbroken('Свои цены, счёт и документы')];
  return (
    <RulesTable
      caption="Какая карта кому"
      head={['Карта', 'Кому', 'Что даёт']}
      rows={[...cards.map(({ name, whom, gives }) => [name, whom, gives]), business]}
      links={new Map(cards.map(({ name, url }) => [name, url]))}
    />
  );
}

/** Who has a firm here needs no form: the next one is added where the first stands. */
function AnotherFirm() {
  return (
    <section className="panel club__part">
      <h2>Ещё одна организация</h2>
      <p>
        {unbroken('Добавьте её в профиле по ИНН: проверим так же, как первую. За кого покупать, выбирают в кабинете.')}
      </p>
      <p>
        <Link className="btn btn--quiet" to={companyUrl()}>
          Добавить организацию
        </Link>
      </p>
    </section>
  );
}

const benefits = [
  ['percent', 'Свои цены', 'Указаны рядом с розничными у каждого товара, по ним считаются корзина и счёт.'],
  ['file-text', 'Документы', 'Счёт — сразу после оформления, УПД — после выдачи, акт сверки — в кабинете.'],
  ['building-2', 'Сотрудники и лимиты', 'Закупщик заказывает в пределах лимита, сверх него — с согласия владельца.'],
  ['package', 'Получение', 'По доверенности. Номер вашего заказа и объект указаны в документах.'],
] as const;

function Benefits() {
  return (
    <section className="club__part">
      <h2>Что получает организация</h2>
      <ul className="club__facts">
        {benefits.map(([icon, name, words]) => (
          <li key={name}>
            <Icon name={icon} />
            <span>
              <b className="b">{name}</b>
              <span className="line">{unbroken(words)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the second sum is: the owner may let everybody see a firm's, a firm sees its own. */
const examples = {
  branch: {
    title: 'Одна покупка, две цены',
    usual: 'В розницу',
    charged: 'Для бизнеса',
    words: 'После проверки такая цена стоит у товара рядом с розничной. По договору она может быть и другой.',
  },
  own: {
    title: 'Ваша цена на примере',
    usual: 'В розницу',
    charged: 'Для вас',
    words: 'Ваша цена указана у каждого товара рядом с розничной.',
  },
  everybody: {
    title: 'Пример',
    usual: 'По розничной цене',
    charged: 'По цене от количества',
    words: 'Эти цены — для всех. После проверки рядом с ними встанет цена вашей организации.',
  },
  same: {
    title: 'Пример',
    usual: 'По розничной цене',
    charged: 'По цене от количества',
    words: 'У этих товаров своей цены для вашей организации нет: действуют общие.',
  },
} as const;

function Example({ example, reserve_words }: Pick<Loaded, 'example' | 'reserve_words'>) {
  if (!example) return null;
  const { worked, city, whose } = example;
  const { title, usual, charged, words } = examples[whose];
  return (
    <section className="panel club__part" aria-labelledby="example">
      <h2 id="example">{title}</h2>
      <p>
        <Link className="link" to={productUrl(worked.slug)}>
          {unbroken(worked.name)}
        </Link>
        <span className="soft nowrap">, {worked.amount}</span>
      </p>
      <dl className="club__bill num">
        <div>
          <dt>
            {whose === 'everybody' || worked.from_words === null ? usual : `${usual} ${worked.from_words}`},{' '}
            <span className="nowrap">{worked.usual_each}</span>
          </dt>
          <dd>{worked.usual}</dd>
        </div>
        <div>
          <dt>
            {charged}, <b className="b nowrap">{worked.each}</b>
          </dt>
          <dd>{worked.sum}</dd>
        </div>
      </dl>
      <p className="club__saved num">{worked.saved_words}</p>
      <p className="soft">
        {unbroken(
          `Цены магазина ${city} на сегодня. ${words} К заказу — счёт и УПД; по счёту товар отложим на ${reserve_words}.`,
        )}
      </p>
    </section>
  );
}

/** The term of the check stands at the form. Whose firm is checked has them behind. */
function Steps({ firms }: Pick<Loaded, 'firms'>) {
  if (firms.some(({ is_active }) => is_active)) return null;
  return (
    <section className="club__part">
      <h2>Как это происходит</h2>
      <ol className="club__steps">
        <li>
          {unbroken(
            'Отправьте название организации, ИНН и контакты. Карточку организации или доверенность приложите, если есть.',
          )}
        </li>
        <li>{unbroken('Менеджер проверит организацию, откроет цены и свяжется с вами.')}</li>
        <li>
          {unbroken(
            'В кабинете выберите организацию покупателем: цены будут для неё, счета и документы — на её имя. Если при регистрации ИНН не указали, добавьте организацию в профиле.',
          )}
        </li>
      </ol>
    </section>
  );
}

function HasAccount({ is_signed }: Pick<Loaded, 'is_signed'>) {
  return (
    <section className="panel panel--quiet club__more">
      <h2>Есть кабинет?</h2>
      <p>Добавьте организацию в профиле по ИНН: её проверят так же, как заявку с этой страницы.</p>
      <Link className="btn btn--quiet" to={is_signed ? companyUrl() : loginUrl(companyUrl())}>
        {is_signed ? 'Добавить организацию' : 'Войти и добавить'}
      </Link>
    </section>
  );
}

function Phones({ phones }: Pick<Loaded, 'phones'>) {
  if (phones.length === 0) return null;
  return (
    <section className="panel panel--quiet club__more">
      <h2>Спросить по телефону</h2>
      <dl className="club__bill club__phones num">
        {phones.map(({ label, phone }) => (
          <div key={phone}>
            <dt>{label}</dt>
            <dd>
              <a className="link" href={phoneHref(phone)}>
                {phone}
              </a>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
