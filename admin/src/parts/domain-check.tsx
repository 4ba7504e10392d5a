import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { Button } from './button.tsx';
import { Checks } from './checks.tsx';
import { type Got, gotQuery } from './got.ts';
import { LoadFailure } from './states.tsx';

type Answer = Got<'/api/admin/branches/{id}/domain'>;

/** Whether a branch's domain leads to the shop, asked over the network when the button is pressed. */
export function DomainCheck({ branch, name }: { branch: string; name: string }) {
  const chosen = useSearchParams()[0].get('branch') || null;
  // The network is asked when a person wants it, and by nothing else.
  const { data, error, isFetching, refetch } = useQuery({
    ...gotQuery<Answer>(`/api/admin/branches/${branch}/domain`, chosen),
    enabled: false,
  });
  return (
    <div className="domain-check">
      <p className="row-buttons">
        <span>{data ? `${name}: ${data.origin}` : name}</span>
        <Button size="small" isBusy={isFetching} onClick={() => void refetch()}>
          {data ? 'Проверить домен ещё раз' : 'Проверить домен'}
          <span className="hidden-words">: {name}</span>
        </Button>
      </p>
      {error && !isFetching ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      <div role="status">{data ? <Checks checks={data.findings} /> : null}</div>
    </div>
  );
}
