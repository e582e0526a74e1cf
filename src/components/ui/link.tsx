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

/** Set by the list engine, which this folder must not import. */
let prefetchData: (address: string) => void = () => {};

/** Registers the function that prefetches a page's data when its link is hovered. */
export function setLinkPrefetch(prefetch: (address: string) => void): void {
  prefetchData = prefetch;
}

/**
 * A link between pages. Replaces `next/link`, which observes every link and re-renders it when it becomes visible: with
 * the hundred links of a list and its menu that is a third of the time to first rows. Hovering loads the page's code
 * immediately and its data after a short delay.
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
        // A click reports the error.
      });

  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    clearTimeout(hoverTimer);
    if (event.defaultPrevented || !opensHere(event)) return;
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
        clearTimeout(hoverTimer);
        hoverTimer = setTimeout(() => void code.then(() => prefetchData(address)), pauseMs);
      }}
      onMouseLeave={(event) => {
        onMouseLeave?.(event);
        clearTimeout(hoverTimer);
      }}
      onTouchStart={(event) => {
        onTouchStart?.(event);
        void prefetch();
      }}
    />
  );
}

/** Shorter hovers are the pointer passing by. */
const pauseMs = 100;
let hoverTimer: ReturnType<typeof setTimeout>;

/** True when the click opens the page in this tab. */
function opensHere(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = event.currentTarget;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return false;
  return (target === '' || target === '_self') && !event.currentTarget.hasAttribute('download');
}
