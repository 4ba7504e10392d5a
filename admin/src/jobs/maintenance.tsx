import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { maintenanceWords } from '#shared/maintenance-words.ts';
import { Button } from '../parts/button.tsx';
import { ClosedNote } from '../parts/closed-note.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { useCan } from '../session/session.ts';

const path = '/api/admin/maintenance';

/** Closes the shop for works, after saying what visitors will see; for the owner. */
export function CloseShop() {
  const [isAsking, setAsking] = useState(false);
  if (!useCan('settings.write')) return null;
  return (
    <>
      <Button onClick={() => setAsking(true)}>Закрыть на работы</Button>
      {isAsking ? <CloseDialog onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function CloseDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const close = useVerb(() => {
    onClose();
    void queries.invalidateQueries();
  });
  return (
    <Dialog title="Закрыть магазин на работы" onClose={onClose}>
      <div className="form">
        <p>Вместо любой страницы магазина, во всех филиалах, посетители увидят:</p>
        <SeenByVisitors />
        <ul className="closing-facts">
          <li>Шапка магазина с телефоном филиала остаётся.</li>
          <li>Поисковикам магазин скажет зайти позже.</li>
          <li>Заказать и изменить посетители ничего не смогут, и на странице, открытой раньше.</li>
          <li>Управление магазином, обмен с 1С, письма, чеки и задания работают как обычно.</li>
          <li>Открыть магазин снова можно здесь же, одной кнопкой.</li>
        </ul>
        <Problem words={close.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Не закрывать</Button>
          <Button kind="danger" isBusy={close.isBusy} onClick={() => close.run(path, { is_on: true })}>
            Закрыть магазин
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** The shop is closed: what visitors see now, and the owner's way back. */
export function ShopIsClosed({ since }: { since: string }) {
  const mayOpen = useCan('settings.write');
  const queries = useQueryClient();
  const open = useVerb(() => void queries.invalidateQueries());
  return (
    <ClosedNote since={since}>
      {mayOpen ? (
        <Button kind="primary" isBusy={open.isBusy} onClick={() => open.run(path, { is_on: false })}>
          Открыть магазин снова
        </Button>
      ) : (
        <p>Откроет его владелец.</p>
      )}
      <SeenByVisitors />
      <Problem words={open.problem} />
    </ClosedNote>
  );
}

function SeenByVisitors() {
  const { code, heading, text } = maintenanceWords;
  return (
    <figure className="seen-by-visitors" aria-label="Что видят посетители">
      <b className="num">{code}</b>
      <div>
        <p className="seen-heading">{heading}</p>
        <p>{text}</p>
      </div>
    </figure>
  );
}
