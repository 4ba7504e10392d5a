import { Construction } from 'lucide-react';
import type { ReactNode } from 'react';
import { maintenanceWords } from '#shared/maintenance-words.ts';
import { shortMoment } from './moments.ts';

/** While works go on: that the shop is closed and since when; `children`: what else to say, and the way back. */
export function ClosedNote({ since, children }: { since: string; children: ReactNode }) {
  return (
    <section className="closed-note" aria-labelledby="closed">
      <Construction size={28} aria-hidden="true" />
      <div>
        <h2 id="closed">Магазин закрыт на работы</h2>
        <p>
          С {shortMoment(since)} вместо любой страницы посетители видят «{maintenanceWords.heading}».
        </p>
      </div>
      {children}
    </section>
  );
}
