type FoldedTextProps = { html: string; title: string };

/**
 * A long text under a list: the whole of it is in the page, folded to a few lines (S3-11). The HTML is sanitised where
 * it is read.
 */
export function FoldedText({ html, title }: FoldedTextProps) {
  if (!html) return null;
  return (
    <details className="block seo">
      <summary className="link">{title}</summary>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised in modules/content */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
    </details>
  );
}
