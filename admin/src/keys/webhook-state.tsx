import { shortMoment } from '../parts/moments.ts';
import { Tag } from '../parts/tag.tsx';
import type { Webhook } from './webhooks-page.tsx';

export function WebhookState({ webhook: { is_on: isOn, off_at: off, failing_since: since } }: { webhook: Webhook }) {
  if (!isOn) return <Tag tone="bad">выключен{off ? ` ${shortMoment(off)}` : ''}</Tag>;
  return since ? <Tag tone="warn">не принимает с {shortMoment(since)}</Tag> : <Tag tone="good">работает</Tag>;
}
