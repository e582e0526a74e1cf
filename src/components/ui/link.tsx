import { addBasePath } from 'next/dist/client/add-base-path';
import { addLocale } from 'next/dist/client/add-locale';
import { useRouter } from 'next/router';
import type { ComponentProps, MouseEvent } from 'react';
import { askAhead } from '@/lib/api/prefetch-list';

export interface LinkProps extends ComponentProps<'a'> {
  /** Address inside the panel, without base path and language. */
  href: string;
  /** Language of the address; the current one unless given. */
  locale?: string | undefined;
}

/**
 * A link between pages. In the place of `next/link`, which watches every link come into view and draws it anew then: a
 * list with its menu has a hundred, a third of the time until rows stand. The page's code comes when it is pointed at,
 * its list when that lasts.
 */
export function Link({
  href,
  locale,
  onClick,
  onMouseEnter,
  onMouseLeave,
  onTouchStart,
  ...rest
}: LinkProps) {
  const router = useRouter();
  const address = addBasePath(addLocale(href, locale ?? router.locale, router.defaultLocale));
  const prefetch = () =>
    router
      .prefetch(href, undefined, { priority: true, ...(locale !== undefined && { locale }) })
      .catch(() => {
        // A click will say what is wrong.
      });

  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    clearTimeout(pointed);
    if (event.defaultPrevented || !isPlain(event)) return;
    event.preventDefault();
    void router.push(href, undefined, { locale, scroll: true });
  };

  return (
    <a
      {...rest}
      href={address}
      onClick={handleClick}
      onMouseEnter={(event) => {
        onMouseEnter?.(event);
        const code = prefetch();
        clearTimeout(pointed);
        pointed = setTimeout(() => void code.then(() => askAhead(address)), pauseMs);
      }}
      onMouseLeave={(event) => {
        onMouseLeave?.(event);
        clearTimeout(pointed);
      }}
      onTouchStart={(event) => {
        onTouchStart?.(event);
        void prefetch();
      }}
    />
  );
}

/** Whoever only passes over a link wants nothing of it. */
const pauseMs = 100;
/** Of the one link that is pointed at. */
let pointed: ReturnType<typeof setTimeout>;

/** Opens here: no other tab, window or file is wanted. */
function isPlain(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = event.currentTarget;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return false;
  return (target === '' || target === '_self') && !event.currentTarget.hasAttribute('download');
}
