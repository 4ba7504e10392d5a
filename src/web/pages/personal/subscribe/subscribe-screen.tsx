import { Fragment } from 'react';
import { Form } from 'react-router';
import { frequencies, subscriptionTopics, topics, topicsForm } from '#modules/subscriptions/schema.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { countOf } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { productUrl, profileUrl } from '#shared/urls.ts';
import { ConsentFields } from '#web/parts/forms/consent-fields.tsx';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { FormField } from '#web/parts/forms/form-field.tsx';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { Tick } from '#web/ui/choice.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { answerTo, Section } from '../section.tsx';
import type { SubscribeData } from './route.tsx';

type Address = SubscribeData['emails'][number];

export function SubscribeScreen({ found, answer }: { found: SubscribeData; answer: FormAnswer | null }) {
  return (
    <div className="lkhelp">
      <div className="lkjoined">
        <section className="sheet">
          <h1>Подписки</h1>
          <p className="lk__lead">{unbroken('Выберите, о чём вам писать. Отписаться можно здесь и в любом письме.')}</p>
          {found.is_acting ? <FormError words={answer?.error} className="lk__said" /> : null}
          {found.is_acting ? (
            <Note kind="warn" icon="lock" className="lk__lead">
              Вы работаете за покупателя: его подписки видит и меняет только он сам.
            </Note>
          ) : null}
        </section>
        {found.emails.length === 0 && !found.is_acting ? (
          <section className="sheet">
            <p>
              Почты в профиле нет.{' '}
              <Link className="link" to={profileUrl()}>
                Добавьте адрес
              </Link>
              , чтобы получать письма.
            </p>
          </section>
        ) : null}
        {found.emails.map((address) => (
          <AddressForm key={address.id} address={address} found={found} answer={answer} />
        ))}
      </div>
      <section className="sheet">
        <h2>Приходят всегда</h2>
        <p>
          {unbroken(
            'Письма о заказах, оплате и возвратах, ответы поддержки, предупреждения о входе в кабинет. Они нужны, чтобы исполнить заказ и защитить кабинет, поэтому не отключаются.',
          )}
        </p>
      </section>
    </div>
  );
}

/** What comes to the address as things stand, said before the choice. Each product's alert has a pace of its own. */
function nowWords({ topics, alerts, frequency, waits }: Address): string {
  const chosen = topics.map((topic) => lowerFirst(subscriptionTopics[topic].words)).join(', ');
  const all = [
    ...(chosen ? [`${chosen} (${lowerFirst(frequencies[frequency])})`] : []),
    ...(alerts.length > 0 ? [`уведомления о\u00a0${countOf(alerts.length, 'товаре', 'товарах', 'товарах')}`] : []),
  ];
  if (all.length === 0) return 'Сейчас вы ни на\u00a0что не\u00a0подписаны.';
  return `${waits ? 'Выбрано' : 'Сейчас приходят'}: ${all.join('; ')}.`;
}

type AddressProps = { address: Address; found: SubscribeData; answer: FormAnswer | null };

function AddressForm({ address, found, answer }: AddressProps) {
  const section = `address-${address.id}`;
  const sent = { done: found.done, answer };
  const check = useFormCheck(topicsForm(found.has_consent), answerTo(sent, `${section}:topics`), {
    prefix: `${section}-`,
    values: { frequency: address.frequency },
  });
  return (
    <Section
      id={section}
      title={address.value}
      sent={sent}
      words={{
        [`${section}:topics`]: address.waits
          ? 'Сохранено. На этот адрес отправлено письмо: подтвердите подписку по ссылке в нём.'
          : 'Сохранено.',
        [`${section}:off`]: 'Вы отписались от всего. Письма о заказах и безопасности будут приходить.',
        [`${section}:alert`]: 'Уведомление отключено.',
      }}
    >
      <p className="lk__said">{unbroken(nowWords(address))}</p>
      {address.waits ? (
        <Note kind="warn" className="lk__said">
          Адрес не подтверждён: пока вы не перейдёте по ссылке из письма, ничего не присылаем.
        </Note>
      ) : null}
      <Form method="post" preventScrollReset className="form form--narrow lktopics" {...check.form}>
        <input type="hidden" name="id" value={address.id} />
        <fieldset className="form">
          <legend className="sr">Что присылать на {address.value}</legend>
          {topics.map((topic) => (
            <Fragment key={topic}>
              <Tick
                id={`${section}-${topic}`}
                name="topic"
                value={topic}
                defaultChecked={address.topics.includes(topic)}
              >
                <b className="b">{subscriptionTopics[topic].words}</b>
                <br />
                <span className="soft">{unbroken(subscriptionTopics[topic].about)}</span>
              </Tick>
              {topic === 'actions' ? (
                <div className="lk__consent">
                  <ConsentFields of={check} />
                </div>
              ) : null}
            </Fragment>
          ))}
          <FormField of={check} name="frequency" />
          <div className="row row--wrap">
            <button type="submit" className="btn btn--primary" name="intent" value="topics">
              Сохранить
            </button>
            {address.is_any ? (
              <button type="submit" className="btn btn--line" name="intent" value="off" formNoValidate>
                Отписаться от всего
              </button>
            ) : null}
          </div>
          {address.is_any ? (
            <p className="small soft">
              {unbroken('Отключатся и рассылки, и уведомления о товарах. Письма о заказах останутся.')}
            </p>
          ) : null}
        </fieldset>
      </Form>
      <Alerts address={address} />
    </Section>
  );
}

/** Alerts on single products were asked for on their pages. */
function Alerts({ address }: { address: Address }) {
  if (address.alerts.length === 0) return null;
  return (
    <>
      <h3 className="lk__h2">Товары, за которыми вы следите</h3>
      <ul className="lkrows">
        {address.alerts.map(({ id, topic, product }) => (
          <li key={id} className="lkrow">
            <div>
              <Link className="link lk__cut" to={productUrl(product.slug)}>
                {unbroken(product.name)}
              </Link>
              <p className="small soft">{subscriptionTopics[topic].words}</p>
            </div>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="id" value={address.id} />
              <input type="hidden" name="alert_id" value={id} />
              <button
                type="submit"
                className="btn btn--sm"
                name="intent"
                value="alert"
                aria-label={`Отключить: ${product.name}`}
              >
                <Icon name="x" size="s" />
                Отключить
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </>
  );
}
