import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, useCallback } from 'react';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link-button';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { type AnyResource, keyOf, pathOf } from '@/contract/core/define';
import { deleteDialogOf } from '@/contract/core/dialogs';
import { defaultLanguage } from '@/contract/core/languages';
import type { ListProps, Row } from '@/crud/types';
import { env } from '@/lib/env';
import { languageName } from '@/lib/i18n/language-name';
import type { Rights } from '@/lib/session/rights';
import { useModalActions } from '@/state/modal';

const LinkMenu = dynamic(() => import('@/components/ui/link-menu').then((module) => module.LinkMenu));

interface RowActionsProps extends Pick<ListProps, 'resource' | 'shop' | 'rowExtra'> {
  rights: Rights;
}

/** Icon buttons of a row, by role (reference pages §1.4). Hooks run once per list, not per row. */
export function useRowActions({ rowExtra, ...of }: RowActionsProps): (row: Row) => ReactNode {
  const { resource, shop, rights } = of;
  const { t, i18n } = useTranslation(['form', 'common']);
  const askDelete = useDelete(resource);
  const { language } = i18n;
  const [edit, remove] = [t('common:button-edit'), t('common:button-delete')];
  return useCallback(
    (row) => {
      const title = resource.titleOf(row);
      const paths = pathOf(resource, shop);
      const others = env.languages.filter((other) => other !== defaultLanguage);
      const canTranslate = rights.canTranslate && language === defaultLanguage && others.length > 0;
      const linkTo = (other: string) => {
        const isTranslated = row.translated_languages?.includes(other);
        const key = keyOf(resource, row);
        const text = t(isTranslated ? 'common:edit-in' : 'common:translate-to', {
          language: languageName(other, language),
        });
        const href = isTranslated ? paths.edit(key) : paths.translate(key);
        return { key: other, href, locale: other, text };
      };
      return (
        <>
          {rowExtra?.(row)}
          {canTranslate && (
            <LinkMenu
              label={`${t('common:languages')}: ${title}`}
              icon={<SpriteIcon name="languages" className="size-4" />}
              links={others.map(linkTo)}
            />
          )}
          {rights.canUpdate && (
            <LinkButton
              href={paths.edit(keyOf(resource, row))}
              variant="ghost"
              aria-label={`${edit}: ${title}`}
              icon={<SpriteIcon name="pencil" className="size-4" />}
            />
          )}
          {rights.canRemove && (
            <Button
              variant="ghost"
              className="hover:not-disabled:text-bad"
              aria-label={`${remove}: ${title}`}
              icon={<SpriteIcon name="trash-2" className="size-4" />}
              onClick={() => askDelete(row)}
            />
          )}
        </>
      );
    },
    [resource, shop, rights, rowExtra, t, language, edit, remove, askDelete],
  );
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
