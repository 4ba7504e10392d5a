import '../../parts/forms/forms.css';
import { Form, useNavigation } from 'react-router';
import { refuseWhileActing } from '#modules/accounts/refuse-while-acting.ts';
import type { ListedCard } from '#modules/catalogue/card.ts';
import { offersOf } from '#modules/catalogue/offers.ts';
import { getProduct } from '#modules/catalogue-index/get-product.ts';
import { priceContextOf } from '#modules/departments/queries.ts';
import { alertOnProduct, canAlert } from '#modules/subscriptions/alert-on-product.ts';
import { isAlertTopic } from '#modules/subscriptions/schema.ts';
import { takeSubscriptionTry } from '#modules/subscriptions/subscribe-to-news.ts';
import type { DeviceType } from '#platform/device.ts';
import { unbroken } from '#shared/unbroken.ts';
import { pricePer } from '#shared/unit-words.ts';
import { alertUrl, homeCrumb, productUrl } from '#shared/urls.ts';
import { type AlertData, AlertFields, AlertNotice, useAlertForm } from '#web/parts/dialogs/alert-form.tsx';
import { answerForm, type FormAnswer, textOf } from '#web/parts/forms/form-answer.ts';
import { listed } from '#web/parts/goods/listed-card.ts';
import { Rail } from '#web/parts/goods/rail.tsx';
import { type Shop, shop } from '#web/parts/request/context.ts';
import { ownAddress } from '#web/parts/request/own-address.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { Breadcrumbs, type Crumb } from '#web/ui/breadcrumbs.tsx';
import { Link } from '#web/ui/link.tsx';
import { Picture } from '#web/ui/picture.tsx';
import type { Route } from './+types/route.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `${loaderData?.title ?? 'Уведомление'} — ИДД` }];

type AlertPage = AlertData & { device: DeviceType; crumbs: Crumb[]; image: string | null; instead: ListedCard[] };

const shownInstead = 5;

/** `?product=…&topic=…`: one product to be watched in the branch of this host. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<AlertPage> {
  const found = context.get(shop);
  const { topic, product_id, isDone } = readAddress(request);
  const { department } = found.requestContext;
  const offer = (await offersOf(found.db, priceContextOf(department), [product_id])).get(product_id);
  if (!offer) throw notFound();
  return {
    device: found.requestContext.device,
    crumbs: [homeCrumb, { name: offer.name, url: productUrl(offer.slug) }],
    isDone,
    topic,
    title: topic === 'price_drops' ? 'Сообщить о снижении цены' : 'Сообщить о поступлении',
    city: department.names_cases.prepositional,
    product: { id: product_id, name: offer.name, url: productUrl(offer.slug) },
    price: offer.price === null ? null : pricePer(offer.price, offer.shown_unit),
    can_alert: canAlert(offer, topic),
    email: await ownAddress(found),
    image: offer.image,
    instead: topic === 'back_in_stock' ? await insteadOf(found, product_id) : [],
  };
}

/** What can be had meanwhile instead of a product that is not there. */
async function insteadOf({ db, requestContext }: Shop, id: number): Promise<ListedCard[]> {
  const page = await getProduct(db, requestContext.priceContext, { id }, 'page');
  if (!page || 'moved_to' in page) return [];
  const named = page.substitutes.map(({ card }) => card);
  const others = page.analogues.filter(
    (card) => card.is_on_sale_now && card.id !== id && !named.some((other) => other.id === card.id),
  );
  return [...named, ...others].slice(0, shownInstead).map(listed);
}

/** `stay`: the answer is for the dialog, not a redirect to a page. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, requestContext, keys } = context.get(shop);
  const { topic, product_id } = readAddress(request);
  const form = await request.formData();
  const answer = await answerForm(alertUrl(product_id, topic), 'alert', form, async () => {
    if (requestContext.account) refuseWhileActing(requestContext.account);
    await takeSubscriptionTry(db, requestContext.address);
    const { account, department, origin, address } = requestContext;
    const requester = {
      user_id: account?.user_id ?? null,
      department_id_1c: department.id_1c,
      priceContext: priceContextOf(department),
      origin,
      address,
    };
    const typed = {
      email: textOf(form, 'email'),
      frequency: textOf(form, 'frequency'),
      consent_personal_data: textOf(form, 'consent_personal_data'),
    };
    await db.transaction().execute((db) => alertOnProduct(db, keys, requester, { product_id, topic, ...typed }));
  });
  if (!(answer instanceof Response)) return answer;
  if (form.get('stay')) return { form: 'done' } satisfies FormAnswer;
  answer.headers.set('Location', `${alertUrl(product_id, topic)}&done=1`);
  return answer;
}

export default function Alert({ loaderData, actionData }: Route.ComponentProps) {
  const { title, product, topic, isDone, can_alert } = loaderData;
  const answer = (actionData as FormAnswer | undefined) ?? null;
  const isBusy = useNavigation().state !== 'idle';
  const check = useAlertForm('alert-', answer, loaderData);
  return (
    <>
      <Breadcrumbs crumbs={loaderData.crumbs} here={title} device={loaderData.device} />
      <div className="formpage alertpage">
        <section className="panel">
          <h1>{unbroken(title)}</h1>
          <div className="row alertpage__product">
            <span className="pic">
              {loaderData.image ? <Picture path={loaderData.image} width={72} height={72} alt="" /> : null}
            </span>
            <p>
              <Link className="link" to={product.url}>
                {unbroken(product.name)}
              </Link>
              {loaderData.price ? <b className="b num line">{loaderData.price}</b> : null}
            </p>
          </div>
          {(isDone && !answer) || !can_alert ? (
            <AlertNotice found={loaderData} isDone={isDone} />
          ) : (
            <Form method="post" action={alertUrl(product.id, topic)} className="form form--narrow" {...check.form}>
              <AlertFields of={check} found={loaderData} answer={answer} />
              <div className="row row--wrap">
                <button type="submit" className="btn btn--primary" aria-busy={isBusy}>
                  Включить уведомление
                </button>
              </div>
            </Form>
          )}
        </section>
      </div>
      <Rail title="Есть в наличии сейчас" products={loaderData.instead} device={loaderData.device} />
    </>
  );
}

function readAddress(request: Request) {
  const query = new URL(request.url).searchParams;
  const topic = query.get('topic') ?? '';
  const product_id = Number(query.get('product'));
  if (!isAlertTopic(topic) || !Number.isInteger(product_id) || product_id < 1 || product_id > 0x7fff_ffff)
    throw notFound();
  return { topic, product_id, isDone: query.get('done') === '1' };
}
