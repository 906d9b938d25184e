import type { ReactNode } from 'react';
import { parseUrl } from '../../components/parse-url.ts';

/**
 * Where a price comes from: a vendor's page by its host, opened by the window on a press and never before; other words as
 * they are.
 */
export function SourceName({ source }: { source: string }): ReactNode {
  const address = parseUrl(source);
  if (address?.protocol !== 'https:') return source;
  return (
    <button
      type="button"
      title={source}
      className="text-start text-link underline decoration-1 underline-offset-3"
      onClick={() => window.open(source, '_blank', 'noopener,noreferrer')}
    >
      <bdi dir="ltr">{address.host}</bdi>
    </button>
  );
}
