import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { menuItemClass } from '@/components/ui/menu-item-style';
import { Popover } from '@/components/ui/popover';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { type AnyResource, addressKey, familyPaths } from '@/contract/core/define';
import type { Row } from '@/crud/types';
import { useDelete } from '@/crud/use-delete';
import { languageName } from '@/lib/i18n/language-name';

interface RowMenuProps {
  resource: AnyResource;
  shop: string | undefined;
  row: Row;
  /** Shown on phones, where the row has no room for the button. */
  editHref?: string | undefined;
  languages: readonly string[];
  canRemove: boolean;
  /** Additional lines of the family. */
  children?: ((close: () => void) => ReactNode) | undefined;
}

/** The «•••» menu of a row, for rarely used actions. */
export function RowMenu({ resource, shop, row, editHref, languages, canRemove, children }: RowMenuProps) {
  const { t, i18n } = useTranslation('common');
  const askDelete = useDelete(resource);
  const { edit, translate } = familyPaths(resource, shop);
  return (
    <Popover
      variant="ghost"
      isSquare
      label={`${t('common:list.more')}: ${resource.titleOf(row)}`}
      content={<Ellipsis className="size-4" />}
    >
      {(close) => (
        <>
          {editHref !== undefined && (
            <Link href={editHref} className={`${menuItemClass} phone:flex! hidden!`} onClick={close}>
              <Pencil className="size-4 text-ink-second" />
              {t('common:button-edit')}
            </Link>
          )}
          {children?.(close)}
          {languages.map((locale) => {
            const isTranslated = row.translated_languages?.includes(locale);
            const href = (isTranslated ? edit : translate)(addressKey(resource, row));
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
          {canRemove && (
            <button
              type="button"
              className={`${menuItemClass} text-bad!`}
              onClick={() => {
                close();
                askDelete(row);
              }}
            >
              <Trash2 className="size-4" />
              {t('common:button-delete')}
            </button>
          )}
        </>
      )}
    </Popover>
  );
}
