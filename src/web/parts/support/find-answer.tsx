import './find-answer.css';
import { Form } from 'react-router';
import { unbroken } from '#shared/unbroken.ts';
import { Field } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { FoundAnswers } from './read-answers.server.ts';

type FindAnswerProps = {
  /** The page that answers by its query. */
  url: string;
  answers: FoundAnswers | null;
  /** What was asked. */
  text: string;
  /** On a phone, where the form of a request stands below it. */
  isFolded: boolean;
};

/** Written answers are looked for before a request is written; what was asked becomes its text. */
export function FindAnswer({ isFolded, ...asked }: FindAnswerProps) {
  if (!isFolded) return <Question {...asked} />;
  return (
    <details className="findanswer__fold" open={asked.answers !== null}>
      <summary className="link">Найти готовый ответ</summary>
      <Question {...asked} />
    </details>
  );
}

function Question({ url, answers, text }: Omit<FindAnswerProps, 'isFolded'>) {
  return (
    <div>
      <Form method="get" action={url} className="findanswer" role="search" key={text}>
        <Field
          id="find-text"
          name="text"
          label="Ваш вопрос"
          placeholder="Порвался мешок"
          defaultValue={text}
          maxLength={500}
          autoComplete="off"
        />
        <button type="submit" className="btn btn--line" name="find" value="1">
          <Icon name="search" />
          Найти готовый ответ
        </button>
      </Form>
      <Answers answers={answers} />
    </div>
  );
}

export function Answers({ answers }: { answers: FoundAnswers | null }) {
  return (
    <div role="status">
      {answers ? (
        <div className="note">
          <Icon name="info" />
          <div>{answers.found.length > 0 ? <Found found={answers.found} /> : unbroken(wordsOfNone(answers))}</div>
        </div>
      ) : null}
    </div>
  );
}

function wordsOfNone({ is_over }: FoundAnswers): string {
  return is_over
    ? 'Слишком много вопросов подряд: подождите несколько минут или отправьте обращение.'
    : 'Готового ответа не нашлось: отправьте обращение.';
}

function Found({ found }: Pick<FoundAnswers, 'found'>) {
  return (
    <>
      <b className="b">Возможно, ответ уже есть</b>
      <ul className="findanswer__found">
        {found.map(({ url, title, excerpt }) => (
          <li key={url}>
            <a className="link" href={url} target="_blank" rel="noreferrer">
              {title}
            </a>
            <p>{excerpt}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
