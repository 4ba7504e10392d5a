import { Link } from 'react-router';
import { listOwnCompanies } from '#modules/accounts/companies.ts';
import type { Offer } from '#modules/catalogue/offers.ts';
import { tierExamples } from '#modules/catalogue/tier-examples.ts';
import { orNothing, quietly } from '#platform/failures.ts';
import { inCity } from '#shared/cities.ts';
import { formatPrice } from '#shared/money.ts';
import { unbroken } from '#shared/unbroken.ts';
import { perUnit, shownAmount, shownPrice } from '#shared/unit-words.ts';
import { companyUrl, loginUrl, personalUrl, productUrl, professionalsUrl } from '#shared/urls.ts';
import { formKey, readFormView } from '#web/parts/forms/read-form-view.server.ts';
import { RequestForm } from '#web/parts/forms/request-form.tsx';
import { shop } from '#web/parts/request/context.ts';
import { metaOf } from '#web/parts/seo/meta.ts';
import { readWritten } from '#web/parts/written/read-written.server.ts';
import { CardFace, WrittenPage } from '#web/parts/written/written-page.tsx';
import type { Route } from './+types/business-card-route.ts';

/** S2-16: what firms get, the request, and for a signed-in person how far their firms are. */
export async function loader({ context }: Route.LoaderArgs) {
  const found = context.get(shop);
  const { db, requestContext } = found;
  const [page, form, firms, examples] = await Promise.all([
    readWritten(found, { slug: 'business-card', name: 'Бизнес-карта' }),
    readFormView(found, 'business_card'),
    requestContext.account ? listOwnCompanies(db, requestContext.account.user_id) : [],
    orNothing(
      tierExamples(db, requestContext.priceContext, 1),
      [],
      quietly(found.log, 'product', 'the example of a price failed'),
    ),
  ]);
  return {
    page,
    form,
    key: formKey(),
    example: examples.map(exampleOf)[0] ?? null,
    city: inCity(requestContext.department.names_cases.prepositional),
    is_signed: requestContext.account !== null,
    firms: firms.map(({ id, name, inn, is_active }) => ({ id, name, inn, is_active })),
  };
}

/** The price of one and the one by quantity, as everybody sees them: a firm's own column is shown to nobody else. */
function exampleOf({ slug, name, price, tiers, shown_unit }: Offer) {
  const tier = tiers.at(-1);
  if (price === null || !tier || tier.price >= price) return null;
  const words = (kopecks: number) => formatPrice(shownPrice(kopecks, shown_unit));
  const from = shownAmount(tier.from_count, shown_unit, 'genitive');
  return { slug, name, price: `${words(price)} ${perUnit(shown_unit)}`, from, tier: words(tier.price) };
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.page.seo);

export default function BusinessCard({ loaderData }: Route.ComponentProps) {
  const { page, form, key, firms, is_signed, example, city } = loaderData;
  const isPhone = page.device === 'mobile';
  const beside = (
    <>
      <Firms firms={firms} is_signed={is_signed} />
      <section className="panel">
        <h2>Что понадобится</h2>
        <p>ИНН, телефон и почта. Карточку организации или доверенность приложите, если есть.</p>
      </section>
    </>
  );
  return (
    <WrittenPage page={page} aside={isPhone ? null : beside}>
      <section className="prose">
        <h2>Что получает организация</h2>
        <ul>
          <li>Цены для бизнеса рядом с розничными: после проверки организации они видны у каждого товара.</li>
          <li>Покупку по счёту: счёт и УПД — в PDF на странице заказа.</li>
          <li>Сотрудников с ролями: владелец, закупщик, бухгалтер — каждый видит своё.</li>
          <li>Получение по доверенности и свой номер заказа в документах.</li>
        </ul>
        <p>Бонусы за покупки организаций не начисляются.</p>
        <p>
          Мастерам и бригадам: <Link to={professionalsUrl()}>что есть для профессионалов</Link>.
        </p>
      </section>
      {example ? <Example example={example} city={city} /> : null}
      {/* One column: what to have at hand before the form that asks for it. */}
      {isPhone ? <div className="club__side">{beside}</div> : null}
      {form ? <RequestForm form={form} formKey={key} /> : null}
    </WrittenPage>
  );
}

type ExampleProps = {
  example: NonNullable<Route.ComponentProps['loaderData']['example']>;
  city: string;
};

function Example({ example: { slug, name, price, from, tier }, city }: ExampleProps) {
  return (
    <section className="panel club__part" aria-labelledby="example">
      <h2 className="h3" id="example">
        Пример
      </h2>
      <p>
        <Link className="link" to={productUrl(slug)}>
          {unbroken(name)}
        </Link>
      </p>
      <p className="num">
        {price}, от {from} — <b className="b">{tier}</b>
      </p>
      <p className="small soft">
        {unbroken(
          `Это цены магазина ${city} для всех. После проверки рядом с ними встанет цена вашей организации, с НДС.`,
        )}
      </p>
    </section>
  );
}

type FirmsProps = { firms: Route.ComponentProps['loaderData']['firms']; is_signed: boolean };

function Firms({ firms, is_signed }: FirmsProps) {
  if (firms.length === 0) {
    return (
      <section className="panel panel--quiet">
        <CardFace kind="business" title="Бизнес-карта" />
        <h2>Есть кабинет?</h2>
        <p>Добавьте организацию в профиле по ИНН: её проверят так же, как заявку с этой страницы.</p>
        <Link className="btn btn--quiet" to={is_signed ? companyUrl() : loginUrl(companyUrl())}>
          {is_signed ? 'Добавить организацию' : 'Войти и добавить'}
        </Link>
      </section>
    );
  }
  return (
    <section className="panel panel--quiet" aria-labelledby="firms-title">
      <h2 id="firms-title">Ваши организации</h2>
      {firms.map((firm) => (
        <div key={firm.id}>
          <b className="b">{firm.name}</b>
          <p className="small soft num">ИНН {firm.inn}</p>
          <span className={`badge badge--${firm.is_active ? 'ok' : 'warn'}`}>
            {firm.is_active ? 'Цены для бизнеса открыты' : 'Ждёт проверки менеджером'}
          </span>
        </div>
      ))}
      <Link className="link" to={personalUrl()}>
        Выбрать покупателя
      </Link>
    </section>
  );
}
