import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { type ComponentProps, type ReactNode, useCallback } from 'react';
import { LinkButton } from '@/components/ui/link-button';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { addressKey, familyPaths } from '@/contract/core/define';
import { defaultLanguage } from '@/contract/core/languages';
import type { ListProps, Row } from '@/crud/types';
import { useAfterPaint } from '@/lib/hooks/use-after-paint';
import { part } from '@/lib/part';
import type { Rights } from '@/lib/session/rights';
import { useLanguages } from '@/state/languages';
import { useTextLanguage } from '@/state/text-language';

const MenuPlace = () => <span className="size-8.5 pointer-coarse:size-10" />;
const RowMenu = part(
  dynamic(() => import('./row-menu').then((module) => module.RowMenu), { loading: MenuPlace }),
);

interface RowActionsProps extends Pick<ListProps, 'resource' | 'shop' | 'rowExtra' | 'rowMenu'> {
  rights: Rights;
}

/** Actions of a row by role: edit, and the rest in «•••». Hooks run once per list, not per row. */
export function useRowActions({ rowExtra, rowMenu, ...of }: RowActionsProps): (row: Row) => ReactNode {
  const { resource, shop, rights } = of;
  const { t } = useTranslation('common');
  const [language] = useTextLanguage();
  const languages = useLanguages();
  const canTranslate = rights.canTranslate && language === defaultLanguage;
  return useCallback(
    (row) => {
      const others = canTranslate ? languages.filter((other) => other !== defaultLanguage) : [];
      const title = resource.titleOf(row);
      const edit = familyPaths(resource, shop).edit(addressKey(resource, row));
      const lines = rowMenu?.(row);
      const hasMenu = lines !== undefined || others.length > 0 || rights.canRemove;
      return (
        <>
          {rowExtra?.(row)}
          {rights.canUpdate && (
            <LinkButton
              href={edit}
              variant="ghost"
              className={hasMenu ? 'phone:hidden' : ''}
              aria-label={`${t('common:button-edit')}: ${title}`}
              icon={<SpriteIcon name="pencil" className="size-4" />}
            />
          )}
          {hasMenu && (
            <LateMenu
              resource={resource}
              shop={shop}
              row={row}
              editHref={rights.canUpdate ? edit : undefined}
              languages={others}
              canRemove={rights.canRemove}
            >
              {lines}
            </LateMenu>
          )}
        </>
      );
    },
    [resource, shop, rights, rowExtra, rowMenu, t, languages, canTranslate],
  );
}

/** Loaded after the rows are painted. */
function LateMenu(props: ComponentProps<typeof RowMenu>) {
  return useAfterPaint(true) ? <RowMenu {...props} /> : <MenuPlace />;
}
