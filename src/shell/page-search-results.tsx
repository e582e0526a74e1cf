import { useTranslation } from 'next-i18next/pages';
import { SpriteIcon } from '@/components/sprite-icon';
import type { PageLink } from './menu';

interface PageSearchResultsProps {
  id: string;
  isOpen: boolean;
  links: PageLink[];
  current: PageLink | undefined;
  isInline: boolean;
  onChoose: (link: PageLink) => void;
}

/** What the search found: icon, label, shop and address of each page. */
export function PageSearchResults({
  id,
  isOpen,
  links,
  current,
  isInline,
  onChoose,
}: PageSearchResultsProps) {
  const { t } = useTranslation('common');
  const place = isInline
    ? 'mt-3'
    : 'absolute inset-x-0 top-full z-30 mt-1.5 rounded-card border border-line bg-surface p-1.5 shadow-floating';

  return (
    <div className={isOpen ? place : 'hidden'}>
      <p className="px-2.5 pt-1 pb-1.5 text-small font-medium text-ink-second" id={`${id}-title`}>
        {t('text-quick-page-link')}
      </p>
      <div id={`${id}-list`} role="listbox" aria-labelledby={`${id}-title`}>
        {links.map((link, index) => (
          // The keys belong to the box above, which keeps the focus.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <div
            key={link.path}
            id={`${id}-${index}`}
            role="option"
            aria-selected={link === current}
            onClick={() => onChoose(link)}
            className={`flex cursor-pointer items-center gap-2.5 rounded-control px-2.5 py-1.5 hover:bg-sunken pointer-coarse:py-2.5 ${link === current ? 'bg-sunken' : ''}`}
          >
            <SpriteIcon name={link.icon} className="size-4 shrink-0 text-ink-second" />
            <span className="min-w-0 truncate font-medium">{t(link.label)}</span>
            <span className="ms-auto max-w-[45%] shrink-0 truncate text-small text-ink-second">
              {link.shop ?? <bdi dir="ltr">{link.path}</bdi>}
            </span>
          </div>
        ))}
      </div>
      {links.length === 0 && (
        <p role="status" className="px-2.5 pt-1 pb-2 text-ink-second">
          {t('text-nothing-found')}
        </p>
      )}
    </div>
  );
}
