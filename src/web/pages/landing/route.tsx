import { useEffect } from 'react';
import { redirect } from 'react-router';
import { seoTexts } from '#modules/content/seo-texts.ts';
import { readPreview } from '#modules/landings/preview-link.ts';
import { readLanding, readLandingDraft } from '#modules/landings/queries.ts';
import { shownAt } from '#modules/visitors/request-context.ts';
import { unbroken } from '#shared/unbroken.ts';
import { homeCrumb, landingUrl } from '#shared/urls.ts';
import { reachGoal } from '#web/parts/analytics/reach-goal.ts';
import { Blocks } from '#web/parts/blocks/blocks.tsx';
import { readPlacedBlocks } from '#web/parts/blocks/read-blocks.server.ts';
import { readSet } from '#web/parts/blocks/read-set.server.ts';
import { goodsOf, questionsOf } from '#web/parts/blocks/shown-blocks.ts';
import { type Shop, shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { breadcrumbList, faqPage, itemList } from '#web/parts/seo/json-ld.ts';
import { metaOf, seoOf } from '#web/parts/seo/meta.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Note } from '#web/ui/note.tsx';
import type { Route } from './+types/route.ts';

export { shouldRevalidate } from '#web/parts/seo/meta.ts';

/**
 * S2-02. The page server gives every visitor a tenth of the A/B split; a signed link shows the newest text, published
 * or not.
 */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  const site = context.get(shop);
  const { db, requestContext } = site;
  const preview = new URL(request.url).searchParams.get('preview');
  const page = preview === null ? await shownPage(site, params.slug) : await draftPage(site, params.slug, preview);
  const path = landingUrl(page.slug);
  const crumbs = [homeCrumb];
  const [placed, text] = await Promise.all([
    readPlacedBlocks(
      { ...site, now: shownAt(requestContext), about: `landing:${page.slug}.${page.variant}` },
      page.blocks,
    ),
    seoTexts(db, requestContext.department, 'landing', page.slug, { host: requestContext.host, name: page.title }),
  ]);
  const blocks = placed.map(({ block }) => block);
  const hasSet = blocks.some((block) => block.type === 'goods' && block.counts.length > 0);
  const set = hasSet ? await readSet(db, requestContext.priceContext, blocks) : null;
  const questions = questionsOf(blocks);
  const goods = goodsOf(blocks);
  return {
    device: requestContext.device,
    crumbs,
    name: page.name,
    heading: text.unique_title || page.title,
    blocks,
    set: set && set.lines.length > 0 ? set : null,
    /** Of the shown blocks among the written ones, for the editor around a draft; null: this is no draft. */
    places: preview === null ? null : placed.map(({ place }) => place),
    goal: { landing: page.slug, variant: page.variant, is_split: page.is_split },
    seo: seoOf(requestContext, {
      title: text.title || `${page.title} — ИДД, ${requestContext.department.city}`,
      description: page.description || text.description,
      keywords: text.keywords,
      path,
      isIndexable: preview === null,
      image: goods[0]?.images[0],
      jsonLd: [
        breadcrumbList(requestContext.origin, crumbs, page.name),
        ...(goods.length > 0 ? [itemList(requestContext.origin, goods)] : []),
        ...(questions.length > 0 ? [faqPage(questions)] : []),
      ],
    }),
  };
}

async function shownPage({ db, requestContext }: Shop, slug: string) {
  const bucket = Number(requestContext.cookies.split ?? 9);
  const { department, preview } = requestContext;
  const page = await readLanding(db, slug, department.id_1c, bucket, shownAt(requestContext), preview?.drafts);
  if (!page) throw notFound();
  if ('redirect_to' in page) throw redirect(page.redirect_to, 302);
  return page;
}

async function draftPage({ db, keys }: Shop, slug: string, token: string) {
  const text = readPreview(keys, slug, token);
  const page = text && (await readLandingDraft(db, slug, text));
  if (!page) throw notFound();
  return page;
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function Landing({ loaderData }: Route.ComponentProps) {
  const { device, crumbs, name, heading, blocks, set, places, goal } = loaderData;
  const { landing, variant, is_split } = goal;
  const isDraft = places !== null;
  useEffect(() => {
    if (!isDraft) reachGoal('landing_view', { landing, ...(is_split ? { variant } : {}) });
  }, [isDraft, landing, variant, is_split]);
  useEffect(() => {
    if (!places) return;
    const following = import('./follow-editor.ts').then(({ followEditor }) => followEditor(places));
    return () => void following.then((stop) => stop());
  }, [places]);
  const hasHero = blocks[0]?.type === 'hero';
  return (
    <>
      <Breadcrumbs crumbs={crumbs} here={name} device={device} />
      {isDraft ? (
        <Note kind="warn">Просмотр по ссылке: так страница выглядит с последней правкой, вариант {variant}</Note>
      ) : null}
      {hasHero ? null : (
        <div className="title">
          <h1>{unbroken(heading)}</h1>
        </div>
      )}
      <Blocks blocks={blocks} device={device} opening="h1" set={set && { ...set, id: `landing-${landing}` }} />
    </>
  );
}
