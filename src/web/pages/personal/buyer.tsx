import { Form } from 'react-router';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { OptionRow } from '#web/ui/choice.tsx';
import { Note } from '#web/ui/note.tsx';
import type { DashboardData } from './route.tsx';

const roleWords = { owner: 'владелец', purchaser: 'закупщик', accountant: 'бухгалтер' } as const;

type BuyerProps = {
  found: DashboardData;
  answer: FormAnswer | null;
  /** Beside the name of the firm that is bought for, where another one is seldom chosen. */
  isFolded: boolean;
};

/** Whom a person buys for. Who is in no firm buys for themselves: there is nothing to choose. */
export function Buyer({ found, answer, isFolded }: BuyerProps) {
  const { company_id, memberships } = found.buyer;
  if (memberships.length === 0) return null;
  const refused = answer?.form === 'buy_for' ? answer.error : null;
  const note =
    found.done === 'buy_for' && !answer ? (
      <Note kind="ok" role="status">
        {company_id === null ? 'Заказы оформляются лично на вас.' : 'Заказы оформляются от имени организации.'}
      </Note>
    ) : null;
  if (!isFolded) {
    return (
      <section className="sheet" id="buy_for">
        <h2>Покупатель</h2>
        <Choice buyer={found.buyer} refused={refused} />
        {note}
      </section>
    );
  }
  return (
    <>
      <details className="lkdetails" id="buy_for" open={refused ? true : undefined}>
        <summary className="link">Сменить покупателя</summary>
        <Choice buyer={found.buyer} refused={refused} />
      </details>
      {note}
    </>
  );
}

function Choice({ buyer, refused }: { buyer: DashboardData['buyer']; refused: string | null | undefined }) {
  const { company_id, memberships } = buyer;
  return (
    <Form method="post" action="?index" preventScrollReset className="form">
      <fieldset className="plain">
        <legend className="sr">От чьего имени оформлять заказы</legend>
        <div className="lk__options">
          <OptionRow
            name="company_id"
            value=""
            defaultChecked={company_id === null}
            title="Лично я"
            terms="Розничные цены, чек без реквизитов организации"
          />
          {memberships.map((firm) => (
            <OptionRow
              key={firm.id}
              name="company_id"
              value={firm.id}
              defaultChecked={company_id === firm.id}
              title={firm.name}
              terms={`ИНН ${firm.inn} · ${roleWords[firm.role]}${firm.is_active ? '' : ' · цены для бизнеса ещё не открыты'}`}
            />
          ))}
        </div>
      </fieldset>
      {refused ? (
        <Note kind="err" role="alert">
          {refused}
        </Note>
      ) : null}
      <button type="submit" className="btn btn--quiet" name="intent" value="buy_for">
        Выбрать
      </button>
    </Form>
  );
}
