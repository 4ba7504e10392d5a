import { formatDate } from '#shared/dates.ts';
import { useGot } from '../parts/got.ts';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { Listed } from './customer-requests.tsx';
import type { Agreements } from './customer-types.ts';

/** What the customer agreed to, by which text, and what the shop writes to them about. */
export function CustomerAgreements({ id }: { id: string }) {
  const { data, error, refetch } = useGot<Agreements>(`/api/admin/customers/${id}/agreements`);
  if (!data)
    return (
      <div className="panel">
        {error ? <LoadFailure error={error} retry={() => void refetch()} /> : <Skeleton rows={6} />}
      </div>
    );
  return (
    <div className="customer-panels">
      <Listed title="Согласия" empty="Согласий не давал.">
        {data.consents.map((consent) => (
          <li key={consent.id}>
            <span className="list-head">
              <b>{consent.purpose_words}</b>
              {consent.withdrawn_at ? (
                <Tag tone="bad">отозвано {formatDate(consent.withdrawn_at)}</Tag>
              ) : (
                <Tag tone="good">действует</Tag>
              )}
            </span>
            <span className="soft">
              Дано {consent.place} {formatDate(consent.given_at)}, текст /info/{consent.page_slug}/, редакция{' '}
              {consent.page_version}
            </span>
          </li>
        ))}
      </Listed>
      <Listed title="Подписки" empty="Ни на что не подписан.">
        {data.subscriptions.map((subscription) => (
          <li key={subscription.id}>
            <span className="list-head">
              <b>{subscription.topic_words}</b>
              {subscription.is_confirmed ? null : <Tag tone="warn">почта не подтверждена</Tag>}
            </span>
            <span className="soft">
              {subscription.product ? `${subscription.product}, ` : ''}
              {subscription.frequency_words.toLowerCase()}, с {formatDate(subscription.created_at)}
            </span>
          </li>
        ))}
      </Listed>
    </div>
  );
}
