import { addBasePath } from 'next/dist/client/add-base-path';
import { addLocale } from 'next/dist/client/add-locale';
import { useRouter } from 'next/router';
import type { ComponentProps, MouseEvent } from 'react';

export interface LinkProps extends ComponentProps<'a'> {
  /** Address inside the panel, without base path and language. */
  href: string;
  /** Language of the address; the current one unless given. */
  locale?: string | undefined;
}

/**
 * A link between pages. In the place of `next/link`, which watches every link come into view and draws it anew then: a
 * list with its menu has a hundred, a third of the time until rows stand. The page's code still comes when it is pointed at.
 */
export function Link({ href, locale, onClick, onMouseEnter, onTouchStart, ...rest }: LinkProps) {
  const router = useRouter();
  const prefetch = () => {
    router
      .prefetch(href, undefined, { priority: true, ...(locale !== undefined && { locale }) })
      .catch(() => {
        // A click will say what is wrong.
      });
  };

  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlain(event)) return;
    event.preventDefault();
    void router.push(href, undefined, { locale, scroll: true });
  };

  return (
    <a
      {...rest}
      href={addBasePath(addLocale(href, locale ?? router.locale, router.defaultLocale))}
      onClick={handleClick}
      onMouseEnter={(event) => {
        onMouseEnter?.(event);
        prefetch();
      }}
      onTouchStart={(event) => {
        onTouchStart?.(event);
        prefetch();
      }}
    />
  );
}

/** Opens here: no other tab, window or file is wanted. */
function isPlain(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = event.currentTarget;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return false;
  return (target === '' || target === '_self') && !event.currentTarget.hasAttribute('download');
}
