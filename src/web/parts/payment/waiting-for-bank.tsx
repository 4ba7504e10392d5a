import { Form } from 'react-router';
import { useShell } from '#web/parts/request/use-shell.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import type { PaymentPage } from './read-payment-page.ts';

/** The buyer is, or was, at the bank: the page learns by itself what came of it. */
export function WaitingForBank({ page }: { page: PaymentPage }) {
  const isPhone = useShell().device === 'mobile';
  const { attempt } = page;
  if (!attempt) return null;
  return (
    <>
      <Note kind="warn" role="status" className="pay__note">
        {attempt.is_silent
          ? 'Платёжная система пока не отвечает. Запрос повторяется сам, и дважды деньги не спишутся.'
          : page.go
            ? 'Открываем страницу оплаты…'
            : 'Ждём подтверждения банка. Если вы уже заплатили, второй раз платить не нужно: когда деньги придут, страница обновится сама.'}
      </Note>
      {attempt.qr && !isPhone ? <BankCode qr={attempt.qr} words="Наведите камеру телефона" /> : null}
      <div className="pay__acts">
        {page.go ? null : <CheckNow isFirst />}
        {attempt.link ? (
          <a className={`btn btn--lg ${page.go ? 'btn--primary' : 'btn--line'}`} href={attempt.link}>
            {attempt.method === 'sbp' && isPhone ? 'Открыть приложение банка' : 'Перейти к оплате'}
          </a>
        ) : null}
        {page.go ? <CheckNow /> : null}
        <Form method="post">
          <button type="submit" className="btn btn--lg btn--wide" name="intent" value="leave">
            Выбрать другой способ
          </button>
        </Form>
      </div>
      {attempt.qr && isPhone ? (
        <details className="pay__other">
          <summary>Оплатить с другого телефона</summary>
          <BankCode qr={attempt.qr} words="Наведите камеру другого телефона" />
        </details>
      ) : null}
    </>
  );
}

/** `isFirst`: whoever has been at the bank is not led there a second time. */
function CheckNow({ isFirst = false }: { isFirst?: boolean }) {
  return (
    <Form method="post">
      <button
        type="submit"
        className={`btn btn--lg btn--wide ${isFirst ? 'btn--primary' : 'btn--line'}`}
        name="intent"
        value="check"
      >
        <Icon name="refresh-cw" />
        Проверить
      </button>
    </Form>
  );
}

type BankCodeProps = { qr: { size: number; path: string }; words: string };

function BankCode({ qr, words }: BankCodeProps) {
  return (
    <div className="pay__qr">
      <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label="QR-код для оплаты по СБП">
        <path d={qr.path} />
      </svg>
      <p className="small soft">{words}: откроется приложение банка.</p>
    </div>
  );
}
