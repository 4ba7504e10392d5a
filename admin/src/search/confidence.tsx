import type { Proposal } from './search-types.ts';

/** How sure a proposal is. */
export function Confidence({ proposal }: { proposal: Proposal | undefined }) {
  if (!proposal) return '—';
  const percent = Math.round(proposal.confidence * 100);
  return <span className={percent >= 80 ? 'num good strong' : 'num soft'}>{percent} %</span>;
}
