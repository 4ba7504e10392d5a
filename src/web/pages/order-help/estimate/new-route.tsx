import { data, redirect } from 'react-router';
import { inEstimateQueue, takeEstimateLimit } from '#modules/estimates/estimate-limit.ts';
import { makeEstimate } from '#modules/estimates/make-estimate.ts';
import { listEstimates } from '#modules/estimates/queries.ts';
import { confidences, estimateDays } from '#modules/estimates/schema.ts';
import { orNothing, quietly } from '#platform/failures.ts';
import { networkOf } from '#platform/networks.ts';
import { Refusal } from '#platform/refusal.ts';
import { formatDateTime } from '#shared/dates.ts';
import { countOf } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { estimateUrl, homeCrumb, orderHelpUrl, productUrl } from '#shared/urls.ts';
import { answerOf, type FormAnswer } from '#web/parts/forms/form-answer.ts';
import { shop } from '#web/parts/request/context.ts';
import { refusedInit } from '#web/parts/request/refused-init.ts';
import { Link } from '#web/ui/link.tsx';
import '../order-help.css';
import { FormLink } from '#web/ui/form-link.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import type { Route } from './+types/new-route.ts';
import { marks } from './estimate-line.tsx';
import { ListForm } from './list-form.tsx';
import { estimateKey, newOwner } from './owner.ts';
import { readForm } from './read-form.server.ts';
import { readSample, type Sample } from './read-sample.ts';
import { readSentList } from './sent-list.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Смета из файла — ИДД' }];

/** The form, an example of what it gives, and the estimates this visitor made before. */
export async function loader({ context }: Route.LoaderArgs) {
  const found = context.get(shop);
  const [estimates, sample] = await Promise.all([
    listEstimates(found.db, estimateKey(found)),
    orNothing(readSample(found), null, quietly(found.log, 'fault', 'the example of an estimate failed')),
  ]);
  const { time_zone } = found.requestContext.department;
  return {
    device: found.requestContext.device,
    crumbs: [homeCrumb, { name: 'Помощь с заказом', url: orderHelpUrl() }],
    sample,
    estimates: estimates.map(({ id, file_name, changed_at, lines, first }) => ({
      id,
      title: file_name ?? first,
      words: `${countOf(lines, 'позиция', 'позиции', 'позиций')}, ${formatDateTime(changed_at, time_zone)}`,
    })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const found = context.get(shop);
  const { db, requestContext } = found;
  const network = networkOf(requestContext.address);
  let form: FormData | undefined;
  try {
    form = await readForm(request, network);
    const list = await readSentList(form, network, () =>
      takeEstimateLimit(db, requestContext.account?.user_id ?? requestContext.address),
    );
    const { owner, cookies } = newOwner(found);
    const id = await inEstimateQueue(
      () => db.transaction().execute((db) => makeEstimate(db, requestContext.priceContext, owner, list)),
      { owner: network },
    );
    const headers = new Headers();
    for (const cookie of cookies) headers.append('Set-Cookie', cookie);
    return redirect(estimateUrl(id), { status: 303, headers });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return data(answerOf(error, form), refusedInit(error));
  }
}

export default function NewEstimate({ loaderData, actionData }: Route.ComponentProps) {
  const { crumbs, device, sample, estimates } = loaderData;
  return (
    <>
      <PageHead crumbs={crumbs} title="Смета из файла" device={device} />
      <p className="estimate-lead">
        Пришлите список материалов — подберём товары вашего города с ценами и остатками. Нет времени разбираться —{' '}
        <FormLink code="estimate" className="link">
          передайте файл менеджеру
        </FormLink>
        .
      </p>
      <div className="help-cols">
        <ListForm answer={(actionData as FormAnswer | undefined) ?? null} />
        <div className="help-beside">
          <WhatFollows />
          {sample ? <SampleFound sample={sample} /> : null}
        </div>
      </div>
      {estimates.length > 0 ? (
        <section className="estimate-old" aria-labelledby="estimate-old">
          <h2 id="estimate-old">Ваши сметы</h2>
          <ul>
            {estimates.map(({ id, title, words }) => (
              <li key={id}>
                <Link className="link" to={estimateUrl(id)}>
                  {title}
                </Link>{' '}
                <span className="small soft">{words}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

/** What the page of an estimate does with the list. */
function WhatFollows() {
  return (
    <section aria-labelledby="follows-title">
      <h2 className="h3" id="follows-title">
        Что будет дальше
      </h2>
      <ol className="help-steps">
        <li>
          <span>К каждой строке подберём товар, посчитаем упаковки, сумму и вес.</span>
        </li>
        <li>
          <span>
            {unbroken(
              `Поставим пометки: «${confidences.sure.words}» — другого такого товара нет, «${confidences.choice.words}» — подходят несколько, «${confidences.doubtful.words}» — совпало не всё: такие строки войдут в заказ, только если вы их отметите.`,
            )}
          </span>
        </li>
        <li>
          <span>
            {unbroken(
              `Отмеченное положите в корзину одной кнопкой. Смету храним ${countOf(estimateDays, 'день', 'дня', 'дней')} после последней правки.`,
            )}
          </span>
        </li>
      </ol>
    </section>
  );
}

/** The same list as in the empty field, with what this branch has for it. */
function SampleFound({ sample }: { sample: Sample }) {
  const { city, lines, total, taken, weight } = sample;
  return (
    <section className="panel panel--quiet estimate-sample" aria-labelledby="sample-title">
      <h2 className="h3" id="sample-title">
        Что получится на примере
      </h2>
      <ul>
        {lines.map(({ text, confidence, slug, name, amount, sum }) => (
          <li key={text}>
            <span className="small soft">
              {text}
              <span className={`badge ${marks[confidence]}`}>{confidences[confidence].words}</span>
            </span>
            <span>
              <Link className="link" to={productUrl(slug)}>
                {unbroken(name)}
              </Link>
              <span className="small soft num line">{amount}</span>
            </span>
            <b className="b num nowrap">{sum}</b>
          </li>
        ))}
      </ul>
      <p className="estimate-sample__sum num">
        <span>{[`Отмечено ${countOf(taken, 'строка', 'строки', 'строк')}`, weight].filter(Boolean).join(', ')}</span>
        <b className="b nowrap">{total}</b>
      </p>
      <p className="small soft">{unbroken(`Товары и цены магазина ${city} сейчас.`)}</p>
    </section>
  );
}
