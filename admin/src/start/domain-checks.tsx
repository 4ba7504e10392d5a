import { DomainCheck } from '../parts/domain-check.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { LoadFailure, Skeleton } from '../parts/states.tsx';

/** The domain of each open branch, to be asked whether it leads to the shop. */
export function DomainChecks() {
  const { data, error, refetch } = useGot<Got<'/api/admin/branches'>>('/api/admin/branches');
  if (error && !data) return <LoadFailure error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton rows={2} />;
  return data.items
    .filter(({ is_draft: isDraft }) => !isDraft)
    .map(({ id, name }) => <DomainCheck key={id} branch={id} name={name} />);
}
