import { LinkTabs } from '../parts/link-tabs.tsx';
import { useCan } from '../session/session.ts';

/** Null to whoever sees one of the two screens alone. */
export function JobsTabs() {
  const [maySeeHealth, maySeeBulk] = [useCan('jobs.read'), useCan('prices.read')];
  if (!maySeeHealth || !maySeeBulk) return null;
  return (
    <LinkTabs
      label="Задания и здоровье"
      tabs={[
        { to: '/jobs', label: 'Здоровье' },
        { to: '/jobs/bulk', label: 'Массовые операции' },
      ]}
    />
  );
}
