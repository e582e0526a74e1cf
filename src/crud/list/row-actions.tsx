import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { type ComponentProps, type ReactNode, useCallback } from 'react';
import { LinkButton } from '@/components/ui/link-button';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { type AnyResource, keyOf, pathOf } from '@/contract/core/define';
import { defaultLanguage } from '@/contract/core/languages';
import { deleteDialogOf } from '@/contract/dialogs';
import type { ListProps, Row } from '@/crud/types';
import { useAfterPaint } from '@/lib/hooks/use-after-paint';
import { languageName } from '@/lib/i18n/language-name';
import type { Rights } from '@/lib/session/rights';
import { useLanguages } from '@/state/languages';
import { useModalActions } from '@/state/modal';

const MenuPlace = () => <span className="size-8.5 pointer-coarse:size-10" />;
const RowMenu = dynamic(() => import('./row-menu').then((module) => module.RowMenu), { loading: MenuPlace });

interface RowActionsProps extends Pick<ListProps, 'resource' | 'shop' | 'rowExtra' | 'rowMenu'> {
  rights: Rights;
}

/** Actions of a row by role: edit, and the rest in «•••». Hooks run once per list, not per row. */
export function useRowActions({ rowExtra, rowMenu, ...of }: RowActionsProps): (row: Row) => ReactNode {
  const { resource, shop, rights } = of;
  const { t, i18n } = useTranslation(['form', 'common']);
  const askDelete = useDelete(resource);
  const { language } = i18n;
  const edit = t('common:button-edit');
  const languages = useLanguages();
  return useCallback(
    (row) => {
      const others = languages.filter((other) => other !== defaultLanguage);
      const title = resource.titleOf(row);
      const paths = pathOf(resource, shop);
      const key = keyOf(resource, row);
      const canTranslate = rights.canTranslate && language === defaultLanguage && others.length > 0;
      const linkTo = (other: string) => {
        const isTranslated = row.translated_languages?.includes(other);
        const text = t(isTranslated ? 'common:edit-in' : 'common:translate-to', {
          language: languageName(other, language),
        });
        const href = isTranslated ? paths.edit(key) : paths.translate(key);
        return { key: other, href, locale: other, text };
      };
      const lines = rowMenu?.(row);
      const hasMenu = lines !== undefined || canTranslate || rights.canRemove;
      return (
        <>
          {rowExtra?.(row)}
          {rights.canUpdate && (
            <LinkButton
              href={paths.edit(key)}
              variant="ghost"
              className={hasMenu ? 'phone:hidden' : ''}
              aria-label={`${edit}: ${title}`}
              icon={<SpriteIcon name="pencil" className="size-4" />}
            />
          )}
          {hasMenu && (
            <LateMenu
              title={title}
              editHref={rights.canUpdate ? paths.edit(key) : undefined}
              languages={canTranslate ? others.map(linkTo) : []}
              onRemove={rights.canRemove ? () => askDelete(row) : undefined}
            >
              {lines}
            </LateMenu>
          )}
        </>
      );
    },
    [resource, shop, rights, rowExtra, rowMenu, t, language, languages, edit, askDelete],
  );
}

/** Loaded after the rows are painted. */
function LateMenu(props: ComponentProps<typeof RowMenu>) {
  return useAfterPaint(true) ? <RowMenu {...props} /> : <MenuPlace />;
}

/** Opens the family's delete dialog. */
export function useDelete(resource: AnyResource) {
  const { open } = useModalActions();
  return useCallback(
    (row: Row) => {
      const dialog = deleteDialogOf(resource.name);
      if (dialog) open(dialog, { id: row.id, title: resource.titleOf(row) });
    },
    [resource, open],
  );
}
