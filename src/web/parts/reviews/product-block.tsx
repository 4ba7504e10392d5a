import './reviews.css';
import type { FormEvent } from 'react';

/**
 * Reviews and questions as the server wrote them. A vote is sent without leaving the page; its script comes with the
 * first press.
 */
export function ProductReviews({ html }: { html: string }) {
  return (
    <div
      data-static=""
      onSubmit={sendOnDemand}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own markup, escaped by React when it was made
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

export function sendOnDemand(event: FormEvent) {
  const form = event.target as HTMLFormElement;
  if (form.dataset.vote === undefined) return;
  event.preventDefault();
  import('./send-vote.ts').then(({ sendVote }) => sendVote(form));
}
