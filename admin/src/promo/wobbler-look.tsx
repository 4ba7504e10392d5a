import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { imageUrl } from '#shared/image-url.ts';
import { usePaused } from '../parts/use-paused.ts';
import { request } from '../request.ts';

const pauseMs = 500;

type Props = {
  position: string;
  text: string;
  button: string | null;
  image: string | null;
  advertising: string | null;
};

/** A wobbler in the shop's own styles, at the edge where it will stand; its text as the server sanitises it. */
export function WobblerLook({ position, text, button, image, advertising }: Props) {
  const html = useCleaned(text);
  const isAside = position === 'left' || position === 'right';
  return (
    <section className="panel promo-look" aria-labelledby="wobbler-look">
      <h2 id="wobbler-look" className="block-title">
        Как увидит покупатель
      </h2>
      <div className="look look-page">
        <div className={`wobbler wobbler--${position}${isAside ? ' wobbler--side' : ''}`}>
          <span className="wobbler__close" aria-hidden="true">
            <X size={16} />
          </span>
          {image ? (
            <span className="wobbler__pic">
              <img src={imageUrl(image, { width: 96, height: 96, fit: 'contain' })} alt="" width="96" height="96" />
            </span>
          ) : null}
          <div className="wobbler__words">
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server, as the shop's own */}
            <div dangerouslySetInnerHTML={{ __html: html }} />
            <span className="wobbler__go">{button || 'Подробнее'}</span>
            {advertising ? <p className="wobbler__mark">{advertising}</p> : null}
          </div>
        </div>
      </div>
    </section>
  );
}

/** The text as the shop would show it, once the typing pauses. */
function useCleaned(text: string): string {
  const paused = usePaused(text, pauseMs);
  const { data } = useQuery({
    queryKey: ['wobbler-preview', paused],
    queryFn: async ({ signal }) => {
      const body = { text: paused };
      return (await request<{ html: string }>('/api/admin/wobbler-preview', { method: 'POST', body, signal })).body;
    },
    enabled: paused.trim() !== '',
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return paused.trim() === '' ? 'Текст плашки' : (data?.html ?? '');
}
