import { formatCount } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { useVerb } from '../parts/use-verb.ts';

type Plan = Got<'/api/admin/onec-packages/{id}/rollback'>;
type Props = { path: string; id: number; onClose: () => void; onDone: () => void };

/** What taking the package back would restore and what stays, before anything is done. */
export function RollbackDialog({ path, id, onClose, onDone }: Props) {
  const { data, error, refetch } = useGot<Plan>(`${path}/rollback`);
  const verb = useVerb(onDone);
  return (
    <Dialog title={`Откат пакета № ${id}`} onClose={onClose}>
      <div className="form">
        {error && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
        {!error && !data ? <Skeleton rows={4} /> : null}
        {data ? (
          <>
            <p>
              Станут, как были до пакета: товары {formatCount(data.goods)}, цены {formatCount(data.prices)}, остатки{' '}
              {formatCount(data.stock)}, группы {formatCount(data.groups)}.
              {data.created_off > 0 ? ` Новые товары пакета выключатся: ${formatCount(data.created_off)}.` : ''}
            </p>
            {data.left > 0 ? (
              <>
                <p>Останется, как изменили после пакета: {formatCount(data.left)}.</p>
                <ul className="plain-list rollback-left">
                  {data.words.map((words) => (
                    <li key={words}>{words}</li>
                  ))}
                </ul>
              </>
            ) : null}
            <p className="note">
              Сначала исправьте данные в 1С или выключите узел: 1С не знает об откате и пришлёт то же самое ещё раз.
            </p>
          </>
        ) : null}
        <Problem words={verb.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Не откатывать</Button>
          <Button kind="danger" isBusy={verb.isBusy} disabled={!data} onClick={() => verb.run(`${path}/rollback`)}>
            Откатить
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
