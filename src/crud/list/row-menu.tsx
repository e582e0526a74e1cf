import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { menuItemClass } from '@/components/ui/menu-item-style';
import { Popover } from '@/components/ui/popover';
import { SpriteIcon } from '@/components/ui/sprite-icon';

interface RowMenuProps {
  title: string;
  /** Shown on phones, where the row has no room for the button. */
  editHref?: string | undefined;
  /** Languages to translate the row into. */
  languages: readonly { key: string; href: string; locale: string; text: string }[];
  onRemove?: (() => void) | undefined;
  /** Additional lines of the family. */
  children?: ((close: () => void) => ReactNode) | undefined;
}

/** The «•••» menu of a row, for rarely used actions. */
export function RowMenu({ title, editHref, languages, onRemove, children }: RowMenuProps) {
  const { t } = useTranslation('common');
  return (
    <Popover
      variant="ghost"
      isSquare
      label={`${t('common:list.more')}: ${title}`}
      content={<Ellipsis aria-hidden="true" className="size-4" />}
    >
      {(close) => (
        <>
          {editHref !== undefined && (
            <Link href={editHref} className={`${menuItemClass} phone:flex! hidden!`} onClick={close}>
              <Pencil aria-hidden="true" className="size-4 text-ink-second" />
              {t('common:button-edit')}
            </Link>
          )}
          {children?.(close)}
          {languages.map(({ key, href, locale, text }) => (
            <Link key={key} href={href} locale={locale} className={menuItemClass} onClick={close}>
              <SpriteIcon name="languages" className="size-4 text-ink-second" />
              {text}
            </Link>
          ))}
          {onRemove && (
            <button
              type="button"
              className={`${menuItemClass} text-bad!`}
              onClick={() => {
                close();
                onRemove();
              }}
            >
              <Trash2 aria-hidden="true" className="size-4" />
              {t('common:button-delete')}
            </button>
          )}
        </>
      )}
    </Popover>
  );
}
