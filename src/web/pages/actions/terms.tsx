import { unbroken } from '#shared/unbroken.ts';
import { contactsUrl } from '#shared/urls.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';

type TermsProps = { data: { rules: string; where: string[]; organiser: string; dates: string } };

/**
 * The whole rules, where and until when they hold, and who answers for them: folded under the goods. A link that leads
 * inside unfolds it.
 */
export function Terms({ data: { rules, where, organiser, dates } }: TermsProps) {
  return (
    <details className="acts__rules">
      <summary>
        <h2 className="h3">{rules ? 'Полные правила и организатор' : 'Где действует и кто проводит'}</h2>
        <Icon name="chevron-down" />
      </summary>
      <div className={rules ? 'acts__terms' : undefined} id="action-terms">
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by cleanHtml */}
        {rules ? <div className="prose" dangerouslySetInnerHTML={{ __html: rules }} /> : null}
        <dl className="panel panel--quiet acts__facts-list">
          <div>
            <dt>Когда</dt>
            <dd className="num">{dates}</dd>
          </div>
          <div>
            <dt>Где</dt>
            {where.map((place) => (
              <dd key={place}>{unbroken(place)}</dd>
            ))}
            <dd>
              <Link className="link" to={contactsUrl()}>
                Пункты этого города
              </Link>
            </dd>
          </div>
          {organiser ? (
            <div>
              <dt>Организатор</dt>
              <dd>{unbroken(organiser)}</dd>
            </div>
          ) : null}
        </dl>
      </div>
    </details>
  );
}
