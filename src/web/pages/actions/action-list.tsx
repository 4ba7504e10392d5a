import { unbroken } from '#shared/unbroken.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Picture } from '#web/ui/picture.tsx';

/** A promotion as lists show it; `url` leads to the host of its branch. */
export type ActionCard = {
  slug: string;
  name: string;
  text: string;
  image: string | null;
  url: string;
  left: string;
  /** «до −21 %»; null where nothing of it is cheaper here now. */
  discount: string | null;
  dates: string;
  goods: string;
  is_over: boolean;
};

type ActionCardsProps = {
  actions: ActionCard[];
  heading?: 'h2' | 'h3';
  /** The page begins with them: their first picture is loaded at once. */
  isFirst?: boolean;
};

export function ActionCards({ actions, heading: Heading = 'h3', isFirst = false }: ActionCardsProps) {
  return (
    <ul className="actions acts">
      {actions.map((action, index) => (
        <li key={action.url} className={`acts__card${action.is_over ? ' acts__card--over' : ''}`}>
          <span className="pic acts__pic">
            {action.image ? (
              <Picture
                path={action.image}
                preset="contain"
                width={400}
                height={400}
                alt=""
                priority={isFirst && index === 0}
              />
            ) : (
              <Icon name="percent" size="l" />
            )}
          </span>
          <Heading className="acts__name">
            <a className="link--plain" href={action.url}>
              {unbroken(action.name)}
            </a>
          </Heading>
          <p className="acts__off">
            {action.discount ? <b className="num">{action.discount}</b> : null}{' '}
            <span className={`badge badge--${action.is_over ? 'grey' : 'warn'}`}>{action.left}</span>
          </p>
          <p className="small soft acts__text">{unbroken(action.text)}</p>
          <p className="small soft num acts__facts">
            {unbroken([action.dates, action.goods].filter(Boolean).join(' · '))}
          </p>
        </li>
      ))}
    </ul>
  );
}
