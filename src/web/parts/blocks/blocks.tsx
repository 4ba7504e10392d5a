import { Fragment, lazy, Suspense } from 'react';
import type { DeviceType } from '#platform/device.ts';
import { phoneHref } from '#shared/phone.ts';
import { productUrl } from '#shared/urls.ts';
import { CalculatorBox as CalculatorOnServer } from '#web/parts/calculator/calculator-box.tsx';
import { AutoForm as FormOnServer } from '#web/parts/forms/auto-form.tsx';
import { Rail } from '#web/parts/goods/rail.tsx';
import { PointsMap } from '#web/parts/maps/points-map.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Picture } from '#web/ui/picture.tsx';
import './blocks.css';
import '../forms/forms.css';
import { unbroken } from '#shared/unbroken.ts';
import { GoodsSet } from './goods-set.tsx';
import type { GoodsSet as Goods } from './read-set.server.ts';
import type { ShownBlock } from './shown-blocks.ts';

/**
 * The server renders it at once; a browser loads its script only with a page that has one, and the server's HTML stands
 * meanwhile.
 */
const CalculatorBox = import.meta.env.SSR
  ? CalculatorOnServer
  : lazy(async () => ({ default: (await import('#web/parts/calculator/calculator-box.tsx')).CalculatorBox }));

const AutoForm = import.meta.env.SSR
  ? FormOnServer
  : lazy(async () => ({ default: (await import('#web/parts/forms/auto-form.tsx')).AutoForm }));

type BlocksProps = {
  blocks: ShownBlock[];
  device: DeviceType;
  /** The heading of a hero that opens the page; everything else is h2. An article has its own h1. */
  opening?: 'h1' | 'h2';
  /** What its goods come to as one purchase, with an id of its page; stands under the last of them. */
  set?: (Goods & { id: string }) | null;
};

/** A written page's blocks one under another: landing pages and articles. */
export function Blocks({ blocks, device, opening = 'h2', set = null }: BlocksProps) {
  const lastGoods = blocks.findLastIndex((block) => block.type === 'goods' && block.counts.length > 0);
  return (
    <div className="blocks">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is what was written and does not move
        <Fragment key={index}>
          <BlockOf block={block} device={device} heading={index === 0 ? opening : 'h2'} />
          {set && index === lastGoods ? (
            <div className="block blocks__set">
              <GoodsSet key={set.id} title="Весь набор" {...set}>
                Весь набор в корзину
              </GoodsSet>
            </div>
          ) : null}
        </Fragment>
      ))}
    </div>
  );
}

type BlockProps<Type extends ShownBlock['type'] = ShownBlock['type']> = {
  block: Extract<ShownBlock, { type: Type }>;
  device: DeviceType;
  heading: 'h1' | 'h2';
};

function BlockOf({ block, device, heading }: BlockProps) {
  switch (block.type) {
    case 'html':
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by blocks-schema.ts
      return <div className="block prose" dangerouslySetInnerHTML={{ __html: block.html }} />;
    case 'hero':
      return <Hero block={block} device={device} heading={heading} />;
    case 'goods':
      return (
        <Rail
          title={block.title}
          products={block.items}
          device={device}
          note={block.text ? <p className="soft blocks__note">{unbroken(block.text)}</p> : null}
          {...(block.more ? { more: { ...block.more, short: 'Все' } } : {})}
        />
      );
    case 'calculator':
      return (
        <section className="block blocks__calc">
          {block.title ? <h2>{block.title}</h2> : null}
          {block.text ? <p className="soft blocks__note">{unbroken(block.text)}</p> : null}
          <Suspense>
            <CalculatorBox product={block.product} />
          </Suspense>
        </section>
      );
    case 'timer':
      return (
        <p className="note note--warn block blocks__timer">
          <Icon name="clock" />
          <span>
            {block.text} до <b className="b num">{block.until}</b> ({block.left})
          </span>
        </p>
      );
    case 'faq':
      return (
        <section className="block blocks__faq">
          <h2>{block.title}</h2>
          {block.items.map((item) => (
            <details key={item.question} className="faq">
              <summary>{unbroken(item.question)}</summary>
              <p>{unbroken(item.answer)}</p>
            </details>
          ))}
        </section>
      );
    case 'map':
      return <Points block={block} />;
    case 'video':
      return <Video block={block} device={device} />;
    case 'form':
      return (
        <section className="block panel blocks__form">
          <h2>{block.title}</h2>
          {block.text ? <p className="soft">{unbroken(block.text)}</p> : null}
          <Suspense>
            <AutoForm form={block.form} />
          </Suspense>
        </section>
      );
    case 'reviews':
      return (
        <section className="block">
          <h2>{block.title}</h2>
          <ul className="blocks__reviews">
            {block.items.map((review) => (
              <li key={review.id} className="panel">
                <p className="rate">
                  <Icon name="star" />
                  <span className="sr">Оценка </span>
                  {review.rating} из 5
                </p>
                <p>{unbroken(review.text)}</p>
                <p className="small soft">
                  {review.author_name}, {review.date}:{' '}
                  <Link className="link" to={productUrl(review.slug)}>
                    {unbroken(review.product)}
                  </Link>
                </p>
              </li>
            ))}
          </ul>
        </section>
      );
  }
}

function Hero({
  block,
  device,
  heading: Heading,
}: Omit<BlockProps<'hero'>, 'block'> & { block: BlockProps<'hero'>['block'] }) {
  const { title, text, button_text, link, image, theme } = block;
  const side = device === 'mobile' ? 240 : 400;
  return (
    <section className={`slide slide--${theme} blocks__hero`} data-ground="dark">
      <div className="slide__floor" />
      {image ? (
        <div className="slide__art">
          <Picture path={image} preset="contain" width={side} height={side} alt="" priority={Heading === 'h1'} />
        </div>
      ) : null}
      <div className="slide__words">
        <Heading className="h">{unbroken(title)}</Heading>
        {text ? <p>{unbroken(text)}</p> : null}
        {link && button_text ? <LinkButton to={link}>{button_text}</LinkButton> : null}
      </div>
    </section>
  );
}

function LinkButton({ to, children }: { to: string; children: string }) {
  if (to.startsWith('/'))
    return (
      <Link className="btn btn--lg" to={to}>
        {children}
      </Link>
    );
  return (
    <a className="btn btn--lg" href={to} rel="noreferrer">
      {children}
    </a>
  );
}

function Points({ block }: { block: BlockProps<'map'>['block'] }) {
  return (
    <section className="block blocks__places">
      <div className="blocks__places-head">
        <h2>{block.title}</h2>
        {block.text ? <p className="soft blocks__note">{unbroken(block.text)}</p> : null}
      </div>
      <PointsMap points={block.marks} script={block.map_script} label={block.title} outline={block.outline} />
      <ul className="points">
        {block.points.map((point) => (
          <li key={point.id_1c} id={`place-${point.id_1c}`} className="panel">
            <h3>
              <PointNumber of={block} id={point.id_1c} />
              {point.name}
            </h3>
            <p>{point.address}</p>
            <p className={`state state--${point.is_open ? 'good' : 'wait'}`}>
              <Icon name="clock" size="s" />
              {point.open_words}
            </p>
            <p className="small soft">{point.hours}</p>
            <p className="points__phones num">
              {point.phone ? (
                <a className="link" href={phoneHref(point.phone)}>
                  {point.phone}
                </a>
              ) : null}
              {point.map ? (
                <a className="row link" href={point.map} target="_blank" rel="noreferrer">
                  <Icon name="map-pin" size="s" />
                  Показать на карте
                  <span className="sr">: {point.address} (в новом окне)</span>
                </a>
              ) : null}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** As the shop's own scheme numbers it; no map of somebody else has numbers. */
function PointNumber({ of: { marks, map_script }, id }: { of: BlockProps<'map'>['block']; id: string }) {
  const at = map_script === null && marks.length > 1 ? marks.findIndex((mark) => mark.id === id) : -1;
  if (at < 0) return null;
  return (
    <>
      <span className="sr">На схеме </span>
      <span className="pmap__n num">{at + 1}</span>{' '}
    </>
  );
}

/** The shop's own picture; the player and its scripts belong to the other site and start there, after the press. */
function Video({ block, device }: { block: BlockProps<'video'>['block']; device: DeviceType }) {
  const { title, text, url, poster, duration_seconds } = block;
  const size = device === 'mobile' ? { width: 358, height: 200 } : { width: 640, height: 360 };
  return (
    <section className="block blocks__video">
      <a href={url} target="_blank" rel="noreferrer">
        <span className="blocks__poster">
          <Picture path={poster} {...size} alt="" />
          <span className="blocks__play">
            <Icon name="play" size="l" />
          </span>
        </span>
        <span className="blocks__words">
          <span className="h3">{title}</span>
          {text ? <span className="soft">{text}</span> : null}
          <span className="small soft num">
            {duration_seconds ? `${clock(duration_seconds)}, ` : ''}откроется на {new URL(url).host} в новом окне
          </span>
        </span>
      </a>
    </section>
  );
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
