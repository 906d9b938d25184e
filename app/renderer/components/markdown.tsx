import { ImageOff } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import Markdown, { type Components, type Options } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { t } from '../strings/translate.ts';
import { Icon } from './icon.tsx';

/** The address of a link that may be offered: https, without a name or password in it. All others are dead (E10). */
function safeLink(href: string | undefined): string | undefined {
  if (!href) return undefined;
  try {
    const url = new URL(href);
    return url.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : undefined;
  } catch {
    // Not an address by itself: relative links of an answer lead nowhere.
    return undefined;
  }
}

/**
 * A link asks the window to open it; the window's own gate decides. It has no `href`, so nothing is fetched, resolved
 * or followed before a person presses it, and the host it leads to is always in words.
 */
function Link({ href, children }: { href?: string | undefined; children?: ReactNode }): ReactNode {
  const target = safeLink(href);
  if (target === undefined) return <span title={t('answer.deadLink')}>{children}</span>;
  const host = new URL(target).host;
  return (
    <>
      <button
        type="button"
        title={target}
        className="inline text-start text-link underline decoration-1 underline-offset-3"
        onClick={() => window.open(target, '_blank', 'noopener,noreferrer')}
      >
        {children}
      </button>
      <span className="text-small text-ink-3"> ({host})</span>
    </>
  );
}

const components: Components = {
  a: ({ href, children }) => <Link href={href}>{children}</Link>,
  img: ({ alt }) => (
    <span className="inline-flex items-center gap-1 text-small text-ink-3">
      <Icon of={ImageOff} size="xs" />
      {t('answer.noPicture', { name: alt || t('answer.untitled') })}
    </span>
  ),
  pre: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre tabIndex={0}>{children}</pre>
  ),
};

/** What is laid over the words: a plugin of ours that puts elements into the tree, and how those are drawn. */
export interface Overlay {
  plugin: NonNullable<Options['rehypePlugins']>[number];
  parts: Pick<Components, 'mark' | 'data' | 'footer'>;
}

/**
 * Markdown from a model, a tool or a file. Raw HTML is text, pictures are named and never loaded, links are https
 * alone and fetch nothing (rule E10: no request leaves). An overlay must be the same object as long as it says the same.
 */
export const SafeMarkdown = memo(function SafeMarkdown({
  text,
  overlay,
}: {
  text: string;
  overlay?: Overlay | undefined;
}): ReactNode {
  return (
    <div className="prose" dir="auto" data-marked={overlay ? true : undefined}>
      <Markdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={overlay ? [overlay.plugin] : []}
        urlTransform={(url) => safeLink(url) ?? ''}
        components={overlay ? { ...components, ...overlay.parts } : components}
      >
        {text}
      </Markdown>
    </div>
  );
});
