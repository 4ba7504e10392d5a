import { useState } from 'react';
import { Button } from './button.tsx';
import { Checks } from './checks.tsx';
import { type Got, useGot } from './got.ts';
import { LoadFailure } from './states.tsx';

type Answer = Got<'/api/admin/branches/{id}/domain'>;

/** Whether a branch's domain leads to the shop, asked over the network when the button is pressed. */
export function DomainCheck({ branch, name }: { branch: string; name: string }) {
  const [isAsked, setAsked] = useState(false);
  const { data, error, isFetching, refetch } = useGot<Answer>(`/api/admin/branches/${branch}/domain`, {
    isOn: isAsked,
  });
  return (
    <div className="domain-check">
      <p className="row-buttons">
        <span>{data ? `${name}: ${data.origin}` : name}</span>
        <Button size="small" isBusy={isFetching} onClick={() => (isAsked ? void refetch() : setAsked(true))}>
          {data ? 'Проверить домен ещё раз' : 'Проверить домен'}
          <span className="hidden-words">: {name}</span>
        </Button>
      </p>
      {error && !isFetching ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      <div role="status">{data ? <Checks checks={data.findings} /> : null}</div>
    </div>
  );
}
