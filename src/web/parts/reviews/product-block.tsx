import './reviews.css';
import { type FormEvent, type HTMLAttributes, type MouseEvent, useState } from 'react';
import { useZoom } from '#web/parts/zoom/use-zoom.ts';

/** Reviews and questions as the server wrote them. */
export function ProductReviews({ html }: { html: string }) {
  return (
    <ReviewArea
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own markup, escaped by React when it was made
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

type Photos = { images: string[]; name: string; index: number };

/**
 * What of reviews a script does: a vote is sent without leaving the page, a photo is enlarged over it. Both scripts
 * come with the first press.
 */
export function ReviewArea(area: HTMLAttributes<HTMLDivElement>) {
  const zoom = useZoom();
  const [photos, setPhotos] = useState<Photos | null>(null);
  const onClick = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-photo]');
    if (link && zoom.open(event, link)) setPhotos(photosAround(link));
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is pressed are the links and buttons inside */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key presses them too */}
      <div data-static="" onSubmit={sendOnDemand} onClick={onClick} {...area} />
      {zoom.Opened && photos ? (
        <zoom.Opened {...photos} onIndex={(index) => setPhotos({ ...photos, index })} onClose={zoom.close} />
      ) : null}
    </>
  );
}

/** All photos of the review this one stands in. */
function photosAround(link: HTMLAnchorElement): Photos {
  const list = link.closest<HTMLElement>('[data-photos]');
  const links = [...(list?.querySelectorAll<HTMLAnchorElement>('a[data-photo]') ?? [link])];
  return {
    images: links.map((one) => one.dataset.photo ?? ''),
    name: list?.dataset.photos ?? '',
    index: links.indexOf(link),
  };
}

function sendOnDemand(event: FormEvent) {
  const form = event.target as HTMLFormElement;
  if (form.dataset.vote === undefined) return;
  event.preventDefault();
  import('./send-vote.ts').then(({ sendVote }) => sendVote(form));
}
