import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../parts/button.tsx';
import type { Got } from '../parts/got.ts';
import { shortMoment } from '../parts/moments.ts';
import { Problem } from '../parts/problem.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { stateChoices, stateTones } from './decisions.ts';
import { Due } from './due.tsx';
import { Queue } from './queue.tsx';
import { Say } from './say.tsx';

type Row = Got<'/api/admin/questions'>['items'][number];

/** Questions about goods: what waits for an answer first. */
export function Questions() {
  return (
    <Queue<Row>
      label="Вопросы"
      path="/api/admin/questions"
      choices={stateChoices}
      empty="Вопросов нет"
      help="J, K — по списку, A — опубликовать, R — ответить, D — отклонить"
      keyOf={({ id }) => String(id)}
      line={(row) => (
        <>
          <b>{row.product}</b>
          <span className="block cut soft">{row.text}</span>
          <span className="soft small">
            {row.author_name}, {shortMoment(row.created_at)}
          </span>
          <Due row={row} waits={row.state === 'new'} words="ответить" />
        </>
      )}
      detail={(row) => <One question={row} />}
    />
  );
}

function One({ question }: { question: Row }) {
  const path = `/api/admin/questions/${question.id}`;
  const queries = useQueryClient();
  const reload = () => void queries.invalidateQueries();
  const approve = useVerb(reload);
  const values = { имя: question.author_name, товар: question.product };
  const seen = { state: question.state, answer: question.answer };
  return (
    <>
      <h2>
        {question.product} <Tag tone={stateTones[question.state] ?? 'plain'}>{question.state_words}</Tag>
      </h2>
      <p className="soft">
        {question.author_name}; {question.city}, {shortMoment(question.created_at)}
      </p>
      <p className="words">{question.text}</p>
      {question.reason ? <p className="note">Не опубликован: {question.reason}</p> : null}
      {question.answer ? <p className="note words">Ответ магазина: {question.answer}</p> : null}
      <Say
        label="Ответ"
        hint="Вопрос с ответом появится на странице товара, автор получит письмо"
        button="Ответить и опубликовать"
        path={`${path}/answer`}
        name="text"
        seen={seen}
        field="answer"
        hotKey="KeyR"
        templates={{ kind: 'questions', values }}
        onDone={reload}
      />
      <Problem words={approve.problem} />
      {question.state === 'approved' ? null : (
        <p>
          <Button data-key="KeyA" isBusy={approve.isBusy} onClick={() => approve.run(`${path}/approve`, { seen })}>
            Опубликовать без ответа
          </Button>
        </p>
      )}
      {question.state === 'refused' ? null : (
        <Say
          label="Причина отказа"
          hint="Её прочтёт автор"
          button="Отклонить"
          path={`${path}/refuse`}
          name="reason"
          seen={seen}
          hotKey="KeyD"
          isDanger
          templates={{ kind: 'refusals', values }}
          onDone={reload}
        />
      )}
    </>
  );
}
