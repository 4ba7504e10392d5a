import { Fragment } from 'react';
import { codeForm } from '#shared/account-forms.ts';
import { unbroken } from '#shared/unbroken.ts';
import { activeOrdersUrl, completedOrdersUrl } from '#shared/urls.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { answerTo, FieldForm, Section, type Sent, SmallForm } from '../section.tsx';
import type { ProfileData } from './route.tsx';

const words = {
  'data:code': 'Код отправлен на вашу основную почту.',
  'data:confirm': 'Просьба принята. До названного дня её можно отменить.',
  'data:cancel': 'Просьба отменена: кабинет остаётся.',
};

/** What is held about the person, to take along, and the end of the account. */
export function OwnData({ found, sent }: { found: ProfileData; sent: Sent }) {
  return (
    <Section id="data" title="Мои данные" sent={sent} words={words}>
      <p>Скачайте данные о себе: контакты, сеансы, заказы, корзину, согласия, подписки, обращения и письма.</p>
      <div className="row row--wrap lk__lead">
        <a className="btn btn--line" href="/personal/profile/export/html/" download="my-data.html">
          <Icon name="file-down" />
          Для чтения (HTML)
        </a>
        <a className="btn btn--line" href="/personal/profile/export/json/" download="my-data.json">
          <Icon name="file-down" />
          Для программ (JSON)
        </a>
      </div>
      <div className="lk__lead">
        <Deletion found={found} sent={sent} />
      </div>
    </Section>
  );
}

/** Orders that are in the way are named by number: each leads to the list it stands in. */
function Obstacle({ words }: { words: string }) {
  if (!/заказ[а-я]* \d/.test(words)) return unbroken(words);
  const list = words.includes('расчёты') ? completedOrdersUrl() : activeOrdersUrl();
  return words.split(/(\d+)/).map((part, index) =>
    index % 2 === 1 ? (
      <Link className="link num" to={`${list}?q=${part}`} key={part}>
        {part}
      </Link>
    ) : (
      unbroken(part)
    ),
  );
}

function Deletion({ found, sent }: { found: ProfileData; sent: Sent }) {
  const { due_text, obstacles } = found.deletion;
  if (due_text) {
    return (
      <SmallForm name="data:cancel">
        <Note kind="warn">
          Кабинет будет удалён {due_text}. До этого дня всё работает как обычно.
          {obstacles.length > 0 ? ` Но удалить его можно, только когда ${obstacles.join('; ')}.` : ''}
        </Note>
        <button type="submit" className="btn btn--primary">
          Оставить кабинет
        </button>
      </SmallForm>
    );
  }
  if (obstacles.length > 0) {
    return (
      <p className="small soft">
        Удалить кабинет можно, когда{' '}
        {obstacles.map((obstacle, index) => (
          <Fragment key={obstacle}>
            {index > 0 ? '; ' : ''}
            <Obstacle words={obstacle} />
          </Fragment>
        ))}
        .
      </p>
    );
  }
  const confirm = answerTo(sent, 'data:confirm');
  const isCodeSent = confirm !== null || (found.done === 'data:code' && !sent.answer);
  return (
    <details className="lkdetails" open={isCodeSent || answerTo(sent, 'data:code') !== null || undefined}>
      <summary className="link small">Удалить кабинет</summary>
      <div className="form">
        <p>
          Через 14 дней удалим имя, контакты, адреса, корзину, подписки и обращения. Документы по выполненным заказам
          останутся на срок, который требует закон о бухгалтерском учёте. До этого дня просьбу можно отменить.
        </p>
        {isCodeSent ? (
          <FieldForm name="data:confirm" className="lk__line" rules={codeForm} answer={confirm}>
            <button type="submit" className="btn btn--danger">
              Удалить кабинет
            </button>
          </FieldForm>
        ) : null}
        <SmallForm name="data:code">
          <button type="submit" className={isCodeSent ? 'btn btn--sm' : 'btn btn--line'}>
            {isCodeSent ? 'Прислать код ещё раз' : 'Прислать код подтверждения'}
          </button>
        </SmallForm>
      </div>
    </details>
  );
}
