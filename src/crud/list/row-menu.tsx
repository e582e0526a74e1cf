import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { menuItemClass } from '@/components/ui/menu-item-style';
import { Popover } from '@/components/ui/popover';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { type AnyResource, keyOf, pathOf } from '@/contract/core/define';
import type { Row } from '@/crud/types';
import { languageName } from '@/lib/i18n/language-name';

interface RowMenuProps {
  resource: AnyResource;
  shop: string | undefined;
  row: Row;
  /** Shown on phones, where the row has no room for the button. */
  editHref?: string | undefined;
  /** Languages to translate the row into. */
  languages: readonly string[];
  onRemove?: (() => void) | undefined;
  /** Additional lines of the family. */
  children?: ((close: () => void) => ReactNode) | undefined;
}

/** The «•••» menu of a row, for rarely used actions. */
export function RowMenu({ resource, shop, row, editHref, languages, onRemove, children }: RowMenuProps) {
  const { t, i18n } = useTranslation('common');
  const { edit, translate } = pathOf(resource, shop);
  return (
    <Popover
      variant="ghost"
      isSquare
      label={`${t('common:list.more')}: ${resource.titleOf(row)}`}
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
          {languages.map((locale) => {
            const isTranslated = row.translated_languages?.includes(locale);
            const href = (isTranslated ? edit : translate)(keyOf(resource, row));
            const language = languageName(locale, i18n.language);
            return (
              <Link
                key={locale}
                href={`${href}?texts=${locale}`}
                locale={locale}
                className={menuItemClass}
                onClick={close}
              >
                <SpriteIcon name="languages" className="size-4 text-ink-second" />
                {t(isTranslated ? 'common:edit-in' : 'common:translate-to', { language })}
              </Link>
            );
          })}
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
